package importer

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file reads who may call. A client must never send a credential to an operation that did not ask
// for it, so an operation whose credential cannot be expressed inherits none.

// newWay returns a combination of credentials in a request.
func newWay(from origin.Place) *draft.Node {
	return &draft.Node{
		Kind:    "item",
		From:    origin.Places{from},
		Keyword: "security",
		Remedy:  "the alternative is left out; add auth to the catalog",
	}
}

// addWay adds a way to auth, unless it has an equal one.
func addWay(auth, way *draft.Node) {
	first := way.Below[0]
	if len(way.Below) == 1 && first.Value == draft.Word("true") { // the short form
		way.Below = nil
		way.Value = draft.Word(first.Key)
	}
	isEqual := func(other *draft.Node) bool { return other.String() == way.String() }
	if !slices.ContainsFunc(auth.Below, isEqual) {
		auth.Add(way)
	}
}

// oneOrList returns one name, or several as a list.
func oneOrList(names []string) fmt.Stringer {
	if len(names) == 1 {
		return draft.Text(names[0])
	}
	return draft.Texts(names)
}

// readAuth reads who may call the operations. What all of them share moves to the service, unless
// one of them has a credential that the format lacks: it must not get that of the others.
func (im *importer) readAuth() {
	root := im.Whole()
	service, _ := im.authOf(root, "")
	if service != nil && len(service.Below) == 0 {
		service = nil // tools write an empty list if they do not know
	}
	isKnown := service != nil
	isUnlike := false // an operation has a credential that the format lacks
	var inheriting []*draft.Node
	for _, op := range im.operations() {
		auth, ok := im.authOf(op.From.First(), op.Subject)
		switch {
		case !ok:
			isUnlike = true
		case auth == nil || auth.String() == service.String():
			inheriting = append(inheriting, op)
		default:
			op.Add(auth)
			isKnown = true
		}
	}
	switch {
	case service == nil:
		im.hoist("auth")
	case isUnlike:
		for _, op := range inheriting {
			own, _ := im.authOf(root, "")
			op.Add(own)
		}
	default:
		im.Catalog.Add(service)
	}
	schemes := im.Schemes()
	hasSchemes := schemes.IsMap() && !schemes.IsEmpty()
	if hasSchemes && !isKnown {
		im.Lose(schemes, "", "no operation refers to the schemes",
			"add auth to the catalog or to an overlay")
	}
}

// authOf reads who may call an operation, or all of them: a list of ways, "none" for everyone, or
// nil if nothing says it. It reports false if no way can be expressed.
func (im *importer) authOf(p origin.Place, subject string) (auth *draft.Node, ok bool) {
	security := p.Get("security")
	if !security.OK() {
		return nil, true
	}
	auth = &draft.Node{Key: "auth"}
	isOptional := len(security.Items()) == 0
	for _, item := range security.Items() {
		w := im.way(item, subject)
		switch {
		case w == nil:
		case len(w.Below) == 0:
			isOptional = true
		default:
			addWay(auth, w)
		}
	}
	if len(auth.Below) == 0 {
		auth.Value = draft.Word("none")
		return auth, isOptional
	}
	if isOptional {
		im.LoseAs(security, "security", subject,
			"the credential is optional, and the format only has required ones", "nothing, if callers send one")
	}
	return auth, true
}

// way reads credentials that apply together, and returns nil if the format does not have them.
func (im *importer) way(item origin.Place, subject string) *draft.Node {
	w := newWay(item)
	var headers []string
	lost := func(reason string) *draft.Node {
		im.LoseAs(item, "security", subject, reason,
			"the way is left out; callers send the credential with a transport")
		return nil
	}
	if !item.IsMap() {
		return lost("a map of schemes is expected, not " + item.Node.Found())
	}
	for name, scopes := range item.Entries() {
		scheme := im.Deref(im.Schemes().Get(name), subject)
		kind := scheme.Text("type")
		in := scheme.Text("in")
		how := strings.ToLower(scheme.Text("scheme")) // of http
		switch {
		case !scheme.OK():
			return lost("there is no security scheme " + wording.Quote(name))
		case kind == "apiKey" && in == "header":
			headers = append(headers, scheme.Text("name"))
		case kind == "apiKey":
			return lost("the format has no credential in the " + in)
		case kind == "http" && how == "bearer":
			w.Set("bearer", draft.Word("true"))
		case kind == "http" && how == "basic", kind == "basic":
			w.Set("basic", draft.Word("true"))
		case kind == "oauth2", kind == "openIdConnect":
			im.addToken(w, scheme, scopes)
		default:
			return lost("the format has no scheme " + wording.Quote(strings.TrimSpace(kind+" "+how)))
		}
	}
	if headers != nil {
		w.Set("header", oneOrList(headers))
	}
	return w
}

// addToken adds a token of OAuth 2 to a way, which callers get elsewhere if it is not one of client
// credentials.
func (im *importer) addToken(w *draft.Node, scheme, scopes origin.Place) {
	flow := scheme.Get("flows").Get("clientCredentials")
	if scheme.Text("flow") == "application" {
		flow = scheme
	}
	url := flow.Text("tokenUrl")
	if url == "" {
		im.LoseAs(scheme, "type", "",
			"the only tokens in the format are those of client credentials in OAuth 2",
			"callers get the token elsewhere and pass it to the client")
		w.Set("bearer", draft.Word("true"))
		return
	}
	o := w.Set("oauth2", nil)
	o.Set("token_path", draft.Text(url))
	var names []string
	for _, s := range scopes.Items() {
		names = append(names, s.TextOf())
	}
	if names != nil {
		o.Set("scopes", draft.Texts(names))
	}
}

// sentAnyway reports whether clients send a header field without a parameter: a credential, or
// what HTTP needs. The name is in lower case.
func (im *importer) sentAnyway(name string) bool {
	for _, scheme := range im.Schemes().Entries() {
		if scheme.Text("in") == "header" && strings.ToLower(scheme.Text("name")) == name {
			return true
		}
	}
	return name == "accept" || name == "content-type" || name == "authorization"
}
