package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// auth says who may call: whoever meets one of the ways. Without ways everybody may.
type auth struct {
	ways []*way
	from place
}

// way is what one request carries to be let in.
type way struct {
	keys            []attr // about the header field Authorization, which a request has once
	headers, fields []string
	from            place
}

// String writes a way as a catalog does, "" if a request carries nothing.
func (w *way) String() string {
	var parts []string
	for _, a := range w.keys {
		parts = append(parts, a.key+": "+a.text)
	}
	add := func(key string, names []string) {
		if len(names) == 1 {
			parts = append(parts, key+": "+yamldoc.Scalar(names[0]))
		} else if names != nil {
			parts = append(parts, key+": "+list(names))
		}
	}
	add("header", w.headers)
	add("body_field", w.fields)
	switch text := strings.Join(parts, ", "); text {
	case "":
		return ""
	case "bearer: true", "basic: true":
		return w.keys[0].key
	default:
		return "{" + text + "}"
	}
}

// String is what makes two of them the same.
func (a *auth) String() string {
	if a == nil {
		return ""
	}
	var b strings.Builder
	for _, w := range a.ways {
		b.WriteString(w.String() + "\n")
	}
	return "auth:" + b.String()
}

// schemes are the security schemes of the document.
func (im *importer) schemes() place {
	if im.version == swagger {
		return im.root().get("securityDefinitions")
	}
	return im.root().get("components").get("securitySchemes")
}

// whoMayCall reads who may call all operations. What each of them says in the same
// words holds for all.
func (im *importer) whoMayCall() {
	s := im.service
	if s.auth = im.auth(im.root(), ""); s.auth != nil && len(s.auth.ways) == 0 {
		s.auth = nil // an empty list is what tools write that know nothing
	}
	all := s.operations()
	for _, op := range all {
		op.auth = im.auth(op.from, op.String())
		if s.auth == nil && op.auth != nil && len(op.auth.ways) == 0 {
			op.auth = nil
		}
	}
	said := slices.ContainsFunc(all, func(op *operation) bool { return op.auth != nil })
	if s.auth == nil {
		once(all, &s.auth, func(op *operation) **auth { return &op.auth })
	}
	for _, op := range all {
		if op.auth.String() == s.auth.String() {
			op.auth = nil
		}
	}
	if schemes := im.schemes(); s.auth == nil && schemes.isMap() && len(schemes.node.Entries) > 0 && !said {
		im.lose(schemes, "", "no operation says which of the schemes it wants", "write auth in the catalog, or in an overlay")
	}
}

// auth reads who may call an operation or all of them, nil if nothing is said.
func (im *importer) auth(p place, subject string) *auth {
	security := p.get("security")
	if !security.ok() {
		return nil
	}
	a := &auth{from: security}
	open := false
	for _, item := range security.items() {
		w, ok := im.way(item, subject)
		switch {
		case !ok:
		case w.String() == "":
			open = true
		case !slices.ContainsFunc(a.ways, func(v *way) bool { return v.String() == w.String() }):
			a.ways = append(a.ways, w)
		}
	}
	if open && a.ways != nil {
		im.loseAs(security, "security", subject, "everybody may call, too, and the format has no credential that may be missing", "nothing, if callers send one")
	}
	if a.ways == nil && len(security.items()) > 0 && !open { // none of them can be said
		return nil
	}
	return a
}

// way reads what applies together, false if the format cannot say it.
func (im *importer) way(item place, subject string) (*way, bool) {
	w := &way{from: item}
	lost := func(reason string) bool {
		im.loseAs(item, "security", subject, reason, "the alternative is left out; callers send it with a transport of their own")
		return false
	}
	if !item.isMap() {
		return w, lost("a map of schemes is expected, not " + item.node.Found())
	}
	for name, scopes := range item.entries() {
		scheme := im.deref(im.schemes().get(name), subject)
		if !scheme.ok() {
			return w, lost("there is no security scheme " + wording.Quote(name))
		}
		if reason := im.scheme(w, scheme, scopes); reason != "" {
			return w, lost(reason)
		}
	}
	return w, true
}

// scheme adds a scheme to a way, or returns why the format does not have it.
func (im *importer) scheme(w *way, scheme, scopes place) string {
	const proposal = "callers get the token elsewhere, and give it to the client"
	switch kind, how := scheme.text("type"), strings.ToLower(scheme.text("scheme")); {
	case kind == "http" && how == "bearer":
		w.keys = append(w.keys, attr{"bearer", "true", scheme})
	case kind == "http" && how == "basic", kind == "basic":
		w.keys = append(w.keys, attr{"basic", "true", scheme})
	case kind == "apiKey" && scheme.text("in") == "header":
		w.headers = append(w.headers, scheme.text("name"))
	case kind == "apiKey":
		return "the format has no credential in the " + scheme.text("in")
	case kind == "oauth2":
		flow := scheme.get("flows").get("clientCredentials")
		if scheme.text("flow") == "application" {
			flow = scheme
		}
		if flow.text("tokenUrl") == "" {
			w.keys = append(w.keys, attr{"bearer", "true", scheme})
			im.loseAs(scheme, "flows", "", "of OAuth 2 the format has client credentials alone", proposal)
			return ""
		}
		var names []string
		for _, s := range scopes.items() {
			names = append(names, s.textOf())
		}
		token := "{token_path: " + yamldoc.Scalar(flow.text("tokenUrl"))
		if names != nil {
			token += ", scopes: " + list(names)
		}
		w.keys = append(w.keys, attr{"oauth2", token + "}", scheme})
	case kind == "openIdConnect":
		w.keys = append(w.keys, attr{"bearer", "true", scheme})
		im.loseAs(scheme, "type", "", "the format does not say where a token of OpenID Connect comes from", proposal)
	default:
		return "the format has no scheme " + wording.Quote(strings.TrimSpace(kind+" "+how))
	}
	return ""
}

// without takes a way out. If it was the only one, nothing is said.
func (a *auth) without(w *way) *auth {
	if a == nil || !slices.Contains(a.ways, w) {
		return a
	}
	a.ways = without(a.ways, w)
	if len(a.ways) == 0 {
		return nil
	}
	return a
}

// keyHeaders are the header fields that carry credentials.
func (im *importer) keyHeaders() map[string]bool {
	names := map[string]bool{"authorization": true}
	for _, scheme := range im.schemes().entries() {
		if scheme.text("in") == "header" {
			names[strings.ToLower(scheme.text("name"))] = true
		}
	}
	return names
}
