package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// newWay returns a combination of credentials in a request.
func newWay(from place) *node {
	return &node{kind: "item", from: from, keyword: "security", remedy: "the alternative is left out; add auth to the catalog"}
}

// addWay adds a way to auth, unless it has an equal one.
func (auth *node) addWay(way *node) {
	if only := way.below[0]; len(way.below) == 1 && only.value == raw("true") {
		way.below, way.value = nil, raw(only.key) // the short form
	}
	if !slices.ContainsFunc(auth.below, func(other *node) bool { return other.String() == way.String() }) {
		auth.add(way)
	}
}

// oneOrList returns one name, or several as a list.
func oneOrList(all []string) raw {
	if len(all) == 1 {
		return raw(yamldoc.Scalar(all[0]))
	}
	return raw(list(all))
}

// whoMayCall reads who may call the operations. What all of them share moves to the service.
func (im *importer) whoMayCall() {
	all, service := im.operations(), im.auth(im.root(), "")
	if service != nil && len(service.below) == 0 {
		service = nil // tools write an empty list if they do not know
	}
	known := false
	for _, op := range all {
		if auth := im.auth(op.from, op.subject); auth != nil && (service != nil || len(auth.below) > 0) {
			op.add(auth)
			known = true
		}
	}
	if service != nil {
		im.catalog.add(service)
	} else {
		im.hoist("auth")
	}
	service = im.catalog.get("auth")
	for _, op := range all {
		if op.get("auth").String() == service.String() {
			op.drop("auth")
		}
	}
	if schemes := im.schemes(); service == nil && schemes.isMap() && len(schemes.node.Entries) > 0 && !known {
		im.lose(schemes, "", "no operation refers to the schemes", "add auth to the catalog or to an overlay")
	}
}

// auth reads who may call an operation, or all of them: a list of ways, "none" for everyone, or
// nil if it is unknown.
func (im *importer) auth(p place, subject string) *node {
	security := p.get("security")
	if !security.ok() {
		return nil
	}
	auth, open := &node{key: "auth"}, false
	for _, item := range security.items() {
		switch w := im.way(item, subject); {
		case w == nil:
		case len(w.below) == 0:
			open = true
		default:
			auth.addWay(w)
		}
	}
	switch some := len(auth.below) > 0; {
	case some && open:
		im.loseAs(security, "security", subject, "the credential is optional, and the format only has required ones", "nothing, if callers send one")
	case some:
	case open || len(security.items()) == 0:
		auth.value = raw("none")
	default: // none can be expressed
		return nil
	}
	return auth
}

// way reads credentials that apply together, and returns nil if the format does not have them.
func (im *importer) way(item place, subject string) *node {
	w, headers := newWay(item), []string(nil)
	lost := func(reason string) *node {
		im.loseAs(item, "security", subject, reason, "the alternative is left out; callers send it with a transport")
		return nil
	}
	if !item.isMap() {
		return lost("a map of schemes is expected, not " + item.node.Found())
	}
	for name, scopes := range item.entries() {
		scheme := im.deref(im.schemes().get(name), subject)
		if !scheme.ok() {
			return lost("there is no security scheme " + wording.Quote(name))
		}
		if scheme.text("type") == "apiKey" && scheme.text("in") == "header" {
			headers = append(headers, scheme.text("name"))
		} else if reason := im.scheme(w, scheme, scopes); reason != "" {
			return lost(reason)
		}
	}
	if headers != nil {
		w.set("header", oneOrList(headers), place{})
	}
	return w
}

// scheme adds a scheme to a way, or returns the reason why the format does not have it.
func (im *importer) scheme(w *node, scheme, scopes place) string {
	key, value := "bearer", "true"
	switch kind, how := scheme.text("type"), strings.ToLower(scheme.text("scheme")); {
	case kind == "http" && how == "bearer":
	case kind == "http" && how == "basic", kind == "basic":
		key = "basic"
	case kind == "apiKey":
		return "the format has no credential in the " + scheme.text("in")
	case kind == "oauth2", kind == "openIdConnect":
		flow := scheme.get("flows").get("clientCredentials")
		if scheme.text("flow") == "application" {
			flow = scheme
		}
		if flow.text("tokenUrl") == "" {
			im.loseAs(scheme, "type", "", "the only tokens in the format are those of client credentials in OAuth 2",
				"callers get the token elsewhere and pass it to the client")
			break
		}
		key, value = "oauth2", "{token_path: "+yamldoc.Scalar(flow.text("tokenUrl"))
		var all []string
		for _, s := range scopes.items() {
			all = append(all, s.textOf())
		}
		if all != nil {
			value += ", scopes: " + list(all)
		}
		value += "}"
	default:
		return "the format has no scheme " + wording.Quote(strings.TrimSpace(kind+" "+how))
	}
	w.add(&node{key: key, value: raw(value)})
	return ""
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
