package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// newWay returns a combination of credentials in a request.
func newWay(from place) *node {
	return &node{kind: "item", from: places{from}, keyword: "security", remedy: "the alternative is left out; add auth to the catalog"}
}

// addWay adds a way to auth, unless it has an equal one.
func (auth *node) addWay(way *node) {
	if only := way.below[0]; len(way.below) == 1 && only.value == word("true") {
		way.below, way.value = nil, word(only.key) // the short form
	}
	if !slices.ContainsFunc(auth.below, func(other *node) bool { return other.String() == way.String() }) {
		auth.add(way)
	}
}

// oneOrList returns one name, or several as a list.
func oneOrList(all []string) fmt.Stringer {
	if len(all) == 1 {
		return text(all[0])
	}
	return texts(all)
}

// readAuth reads who may call the operations. What all of them share moves to the service, unless
// one of them has a credential that the format lacks: it must not get that of the others.
func (im *importer) readAuth() {
	root := im.whole()
	service, _ := im.authOf(root, "")
	if service != nil && len(service.below) == 0 {
		service = nil // tools write an empty list if they do not know
	}
	known, unlike := service != nil, false
	var inheriting []*node
	for _, op := range im.operations() {
		auth, ok := im.authOf(op.from.first(), op.subject)
		switch {
		case !ok:
			unlike = true
		case auth == nil || auth.String() == service.String():
			inheriting = append(inheriting, op)
		default:
			op.add(auth)
			known = true
		}
	}
	switch {
	case service == nil:
		im.hoist("auth")
	case unlike:
		for _, op := range inheriting {
			own, _ := im.authOf(root, "")
			op.add(own)
		}
	default:
		im.catalog.add(service)
	}
	if schemes := im.schemes(); !known && schemes.isMap() && !schemes.isEmpty() {
		im.lose(schemes, "", "no operation refers to the schemes", "add auth to the catalog or to an overlay")
	}
}

// authOf reads who may call an operation, or all of them: a list of ways, "none" for everyone, or
// nil if nothing says it. It reports false if no way can be expressed.
func (im *importer) authOf(p place, subject string) (auth *node, ok bool) {
	security := p.get("security")
	if !security.ok() {
		return nil, true
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
		auth.value = word("none")
	default:
		return nil, false
	}
	return auth, true
}

// way reads credentials that apply together, and returns nil if the format does not have them.
func (im *importer) way(item place, subject string) *node {
	w, headers := newWay(item), []string(nil)
	lost := func(reason string) *node {
		im.loseAs(item, "security", subject, reason, "the way is left out; callers send the credential with a transport")
		return nil
	}
	if !item.isMap() {
		return lost("a map of schemes is expected, not " + item.node.Found())
	}
	for name, scopes := range item.entries() {
		scheme := im.deref(im.schemes().get(name), subject)
		switch kind, how, in := scheme.text("type"), strings.ToLower(scheme.text("scheme")), scheme.text("in"); {
		case !scheme.ok():
			return lost("there is no security scheme " + wording.Quote(name))
		case kind == "apiKey" && in == "header":
			headers = append(headers, scheme.text("name"))
		case kind == "apiKey":
			return lost("the format has no credential in the " + in)
		case kind == "http" && how == "bearer":
			w.set("bearer", word("true"))
		case kind == "http" && how == "basic", kind == "basic":
			w.set("basic", word("true"))
		case kind == "oauth2", kind == "openIdConnect":
			im.addToken(w, scheme, scopes)
		default:
			return lost("the format has no scheme " + wording.Quote(strings.TrimSpace(kind+" "+how)))
		}
	}
	if headers != nil {
		w.set("header", oneOrList(headers))
	}
	return w
}

// addToken adds a token of OAuth 2 to a way, which callers get elsewhere if it is not one of client
// credentials.
func (im *importer) addToken(w *node, scheme, scopes place) {
	flow := scheme.get("flows").get("clientCredentials")
	if scheme.text("flow") == "application" {
		flow = scheme
	}
	url, all := flow.text("tokenUrl"), []string(nil)
	if url == "" {
		im.loseAs(scheme, "type", "", "the only tokens in the format are those of client credentials in OAuth 2",
			"callers get the token elsewhere and pass it to the client")
		w.set("bearer", word("true"))
		return
	}
	o := w.set("oauth2", nil)
	o.set("token_path", text(url))
	for _, s := range scopes.items() {
		all = append(all, s.textOf())
	}
	if all != nil {
		o.set("scopes", texts(all))
	}
}

// sentAnyway reports whether clients send a header field without a parameter: a credential, or
// what HTTP needs. The name is in lower case.
func (im *importer) sentAnyway(name string) bool {
	for _, scheme := range im.schemes().entries() {
		if scheme.text("in") == "header" && strings.ToLower(scheme.text("name")) == name {
			return true
		}
	}
	return name == "accept" || name == "content-type" || name == "authorization"
}
