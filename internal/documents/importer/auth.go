package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// auth says who may call: callers with one of the credentials, or everyone if there are none.
type auth struct {
	ways []*way
	from place
}

// way is a combination of credentials in a request.
type way struct {
	keys            []attr // credentials in the header Authorization
	headers, fields []string
	from            place
}

// String returns a way as in a catalog, "" if there are no credentials.
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

// String returns a text that equal values have in common.
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

// schemes returns the security schemes of the document.
func (im *importer) schemes() place {
	if im.version == swagger {
		return im.root().get("securityDefinitions")
	}
	return im.root().get("components").get("securitySchemes")
}

// whoMayCall reads who may call the operations. What all of them share moves to the service.
func (im *importer) whoMayCall() {
	s := im.service
	if s.auth = im.auth(im.root(), ""); s.auth != nil && len(s.auth.ways) == 0 {
		s.auth = nil // tools write an empty list if they do not know
	}
	all := s.operations()
	for _, op := range all {
		op.auth = im.auth(op.from, op.String())
		if s.auth == nil && op.auth != nil && len(op.auth.ways) == 0 {
			op.auth = nil
		}
	}
	known := slices.ContainsFunc(all, func(op *operation) bool { return op.auth != nil })
	if s.auth == nil {
		hoist(all, &s.auth, func(op *operation) **auth { return &op.auth })
	}
	for _, op := range all {
		if op.auth.String() == s.auth.String() {
			op.auth = nil
		}
	}
	if schemes := im.schemes(); s.auth == nil && schemes.isMap() && len(schemes.node.Entries) > 0 && !known {
		im.lose(schemes, "", "no operation refers to the schemes", "add auth to the catalog or to an overlay")
	}
}

// auth reads who may call an operation, or all of them, nil if it is unknown.
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
		im.loseAs(security, "security", subject, "the credential is optional, and the format only has required ones", "nothing, if callers send one")
	}
	if a.ways == nil && len(security.items()) > 0 && !open { // none can be expressed
		return nil
	}
	return a
}

// way reads credentials that apply together, and reports whether the format has them.
func (im *importer) way(item place, subject string) (*way, bool) {
	w := &way{from: item}
	lost := func(reason string) bool {
		im.loseAs(item, "security", subject, reason, "the alternative is left out; callers send it with a transport")
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

// scheme adds a scheme to a way, or returns the reason why the format does not have it.
func (im *importer) scheme(w *way, scheme, scopes place) string {
	const proposal = "callers get the token elsewhere and pass it to the client"
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
			im.loseAs(scheme, "flows", "", "the only flow of OAuth 2 in the format is client credentials", proposal)
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
		im.loseAs(scheme, "type", "", "the format has no tokens of OpenID Connect", proposal)
	default:
		return "the format has no scheme " + wording.Quote(strings.TrimSpace(kind+" "+how))
	}
	return ""
}

// without removes a way, and returns nil if no other one remains.
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

// keyHeaders returns the header fields that carry credentials, in lower case.
func (im *importer) keyHeaders() map[string]bool {
	names := map[string]bool{"authorization": true}
	for _, scheme := range im.schemes().entries() {
		if scheme.text("in") == "header" {
			names[strings.ToLower(scheme.text("name"))] = true
		}
	}
	return names
}
