package catalog

import (
	"net/url"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textformat"
	"example.com/opgen/internal/text/wording"
)

// Auth lists the ways to authenticate a call. One of them is enough.
type Auth struct {
	None bool   // anyone may call; there are no ways
	Ways []*Way // alternatives, in document order
	Pos  Position
}

// Way is a set of credentials that a request carries together.
type Way struct {
	Bearer     bool     // a token in the field Authorization (RFC 6750)
	Basic      bool     // a username and a password there (RFC 7617)
	Headers    []string // names of header fields
	BodyFields []string // names of members of the body that are not fields of the operation
	OAuth2     *OAuth2  // a bearer token from the service itself
	Pos        Position
}

// OAuth2 describes how a client gets a token for its own credentials (RFC 6749, 4.4).
type OAuth2 struct {
	TokenPath string // below the base URL, or a whole URL
	Scopes    []string
}

// Server is a base URL of the service.
type Server struct {
	URL         string
	Description string
	Pos         Position
}

// Contact is the contact for questions about the service.
type Contact struct{ Name, URL, Email string }

// License is the license of the service.
type License struct{ Name, URL string }

// Words returns the contact on one line.
func (c *Contact) Words() string { return spaced(c.Name, c.URL, c.Email) }

// Words returns the license on one line.
func (l *License) Words() string { return spaced(l.Name, l.URL) }

// spaced joins the non-empty texts with spaces.
func spaced(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), " ")
}

// BodyFields returns the members of the body that carry a credential in any way.
func (a *Auth) BodyFields() []string {
	var names []string
	if a != nil {
		for _, w := range a.Ways {
			names = append(names, w.BodyFields...)
		}
	}
	return once(names)
}

// once returns the texts in their order, without repetitions.
func once(texts []string) (all []string) {
	for _, text := range texts {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// Key returns the same text for all ways with the same credentials. It ignores the source and the
// scopes of a token.
func (w *Way) Key() string {
	parts := each(w.schemes(), func(s scheme) string { return s.key })
	slices.Sort(parts)
	return strings.Join(parts, "\n")
}

// Admits reports whether a request with the credentials of a way may call.
func (a *Auth) Admits(sent *Way) bool {
	credentials := sent.schemes()
	isMissing := func(needed scheme) bool {
		return !slices.ContainsFunc(credentials, func(s scheme) bool { return s.key == needed.key })
	}
	return a == nil || a.None || slices.ContainsFunc(a.Ways, func(w *Way) bool { return !slices.ContainsFunc(w.schemes(), isMissing) })
}

// scheme is a credential of a request.
type scheme struct{ key, words, option string }

func (w *Way) schemes() []scheme {
	var all []scheme
	if w.Bearer {
		all = append(all, scheme{"bearer", "a bearer token", "api.WithBearerToken"})
	}
	if w.Basic {
		all = append(all, scheme{"basic", "a username and a password", "api.WithBasicAuth"})
	}
	if o := w.OAuth2; o != nil {
		words := "a bearer token of OAuth 2 client credentials from " + o.TokenPath
		switch len(o.Scopes) {
		case 0:
		case 1:
			words += " with the scope " + o.Scopes[0]
		default:
			words += " with the scopes " + wording.List(o.Scopes, "and")
		}
		all = append(all, scheme{"bearer", words, "api.WithHTTPClient"})
	}
	for _, name := range w.Headers {
		all = append(all, scheme{"header " + strings.ToLower(name), "the header " + name, "api.WithHeader"})
	}
	for _, name := range w.BodyFields {
		all = append(all, scheme{"body " + name, "the member " + name + " of the body", "api.WithBodyField"})
	}
	return all
}

// Words lists the credentials of a request: "a bearer token and the header X-Tenant".
func (w *Way) Words() string { return w.list(func(s scheme) string { return s.words }) }

// WordsInGo is like Words and links the client option of each credential:
// "a bearer token ([api.WithBearerToken])".
func (w *Way) WordsInGo() string {
	return w.list(func(s scheme) string { return s.words + " ([" + s.option + "])" })
}

// Options returns the options of a client, such as api.WithBearerToken, once each.
func (w *Way) Options() []string {
	return once(each(w.schemes(), func(s scheme) string { return s.option }))
}

func (w *Way) list(word func(scheme) string) string {
	return wording.List(each(w.schemes(), word), "and")
}

// Words returns a sentence about who may call.
func (a *Auth) Words() string { return a.sentence((*Way).Words) }

// WordsInGo is like Words with the options of a client.
func (a *Auth) WordsInGo() string { return a.sentence((*Way).WordsInGo) }

func (a *Auth) sentence(word func(*Way) string) string {
	if a.None {
		return "Anyone may call."
	}
	return "Callers send " + strings.Join(each(a.Ways, word), ", or ") + "."
}

// Auth returns the Auth of the operations that do not set their own, or nil if all do.
func (a *Area) Auth() *Auth {
	for _, op := range a.Operations {
		if !op.ownAuth {
			return op.Auth
		}
	}
	return nil
}

// OwnAuth reports whether the operation sets its own Auth.
func (op *Operation) OwnAuth() bool { return op.ownAuth }

// auth returns the Auth of an object, or inherited if it has none, and reports mistakes.
func (r *resolver) auth(o *yamldoc.Object, inherited *Auth) *Auth {
	n := o.Value("auth")
	if n == nil {
		return inherited
	}
	a := &Auth{Pos: n.Pos()}
	if n.Kind == yamldoc.String {
		if a.None = n.Text == "none"; !a.None {
			r.Report(BadAuth, n, o.Scope, `"auth": expected none or a list, found %s; write [%s]`, n.Found(), wording.Clip(n.Text))
		}
		return a
	}
	if len(n.Items) == 0 {
		r.Report(yamldoc.EmptyValue, n, o.Scope, `"auth" is empty; write none if anyone may call`)
	}
	s := o.Scope
	s.Within += "auth: "
	known := map[string]*yamldoc.Node{}
	for _, item := range n.Items {
		w := r.way(item, s)
		if w == nil {
			continue
		}
		if words := w.Words(); words == "" || !r.repeated(known, words, item, s, DuplicateValue, "this is given twice; delete one") {
			a.Ways = append(a.Ways, w)
		}
	}
	return a
}

// way decodes a way. It reports an invalid one and returns nil.
func (r *resolver) way(n *yamldoc.Node, s yamldoc.Scope) *Way {
	switch {
	case n.Kind == yamldoc.String:
		return r.wayOfWord(n, s)
	case n.Kind != yamldoc.Map:
		if n.Kind != yamldoc.Broken {
			r.Report(yamldoc.WrongKind, n, s, "expected bearer, basic or a map, found %s", n.Found())
		}
		return nil
	}
	o := r.Decode("way", n, s)
	w := &Way{Pos: n.Pos(), Bearer: r.isTrue(o, "bearer"), Basic: r.isTrue(o, "basic"), OAuth2: r.oauth2(o.Object("oauth2"))}
	headers := r.credentials(o, "header", badHeader)
	w.Headers, w.BodyFields = each(headers, textOf), each(r.credentials(o, "body_field", badMember), textOf)
	var inField []*yamldoc.Node
	for _, key := range []string{"bearer", "basic", "oauth2"} {
		if a := o.Get(key); a != nil {
			inField = append(inField, a.Key)
		}
	}
	for _, h := range headers {
		if strings.EqualFold(h.Text, "Authorization") {
			inField = append(inField, h)
		}
	}
	switch {
	case len(inField) > 1:
		r.Report(BadAuth, inField[1], s, "a request has one field Authorization; make alternatives of them: [bearer, basic]").And(inField[0], "this needs it too")
		return nil
	case len(o.Attrs) == 0:
		r.Report(BadAuth, n, s, "this way has no credentials; write auth: none if anyone may call")
		return nil
	}
	return w
}

// wayOfWord decodes a way that is one word. It reports an invalid one and returns nil.
func (r *resolver) wayOfWord(n *yamldoc.Node, s yamldoc.Scope) *Way {
	switch n.Text {
	case "bearer":
		return &Way{Pos: n.Pos(), Bearer: true}
	case "basic":
		return &Way{Pos: n.Pos(), Basic: true}
	default:
		r.Report(BadAuth, n, s, "unknown way %s%s", wording.Quote(n.Text), r.OneOf(n.Text, func() []string {
			return []string{"bearer", "basic", "{header: NAME}", "{body_field: NAME}", "{oauth2: ...}"}
		}))
	}
	return nil
}

// oauth2 decodes the source of tokens. It returns nil if there is none.
func (r *resolver) oauth2(o *yamldoc.Object) *OAuth2 {
	if o == nil {
		return nil
	}
	oauth2 := &OAuth2{TokenPath: o.Text("token_path")}
	for _, scope := range o.Items("scopes") {
		oauth2.Scopes = append(oauth2.Scopes, scope.Text)
		if scope.Text == "" || strings.ContainsFunc(scope.Text, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }) {
			r.Report(BadAuth, scope, o.Scope, "%s is not a scope: visible ASCII characters other than quotes and backslashes", wording.Quote(scope.Text))
		}
	}
	if at := o.Value("token_path"); at != nil && !isPath(at.Text) && !isURL(at.Text) {
		r.Report(BadAuth, at, o.Scope, "%s is neither a path below the base URL nor a URL; write /oauth2/token", wording.Quote(at.Text))
	}
	return oauth2
}

// isTrue reports whether a key is true. The value false is a mistake, since it has no effect.
func (r *resolver) isTrue(o *yamldoc.Object, key string) bool {
	n := o.Value(key)
	if n != nil && !n.True() {
		r.Report(BadAuth, n, o.Scope, "%s: false has no effect; delete it", wording.Quote(key))
	}
	return n != nil && n.True()
}

// credentials returns the names in the value of a key, which is one name or a list.
func (r *resolver) credentials(o *yamldoc.Object, key string, wrong func(string) string) []*yamldoc.Node {
	n := o.Value(key)
	if n == nil {
		return nil
	}
	items := []*yamldoc.Node{n}
	if n.Kind == yamldoc.List {
		items = n.Items
	}
	if len(items) == 0 {
		r.Report(yamldoc.EmptyValue, n, o.Scope, "%s is empty; fill it or delete the key", wording.Quote(key))
	}
	known := map[string]*yamldoc.Node{}
	for _, item := range items {
		name := item.Text
		if key == "header" {
			name = strings.ToLower(name)
		}
		switch reason := wrong(item.Text); {
		case item.Kind == yamldoc.Broken:
		case item.Kind != yamldoc.String:
			r.Report(yamldoc.WrongKind, item, o.Scope, "%s: expected a string, found %s%s", wording.Quote(key), item.Found(), item.QuoteRemedy())
		case reason != "":
			r.Report(BadAuth, item, o.Scope, "%s: %s %s", wording.Quote(key), wording.Quote(item.Text), reason)
		default:
			r.repeated(known, name, item, o.Scope, DuplicateValue, "%s is given twice; delete one", wording.Quote(item.Text))
		}
	}
	return items
}

// badHeader describes why a header field cannot carry a credential, "" if it can.
func badHeader(name string) string {
	switch strings.ToLower(name) {
	case "accept", "content-length", "content-type", "host", "transfer-encoding", "trailer", "connection", "x-request-id":
		return "has another meaning in every request; name the field of the credential"
	}
	return ifAny(!textformat.IsToken(name), "is not the name of a header field: letters, digits and -")
}

// badMember describes why a member cannot carry a credential, "" if it can.
func badMember(name string) string {
	return ifAny(!sendable(name), "is empty, longer than 256 bytes or has a control character")
}

// checkAuth reports fields of the operation whose names carry a credential, because a handler removes
// them.
func (r *resolver) checkAuth(op *Operation) {
	for _, name := range op.Auth.BodyFields() {
		if o := r.of[r.fieldOf(op.Request, name)]; o != nil {
			r.Report(FieldClash, o.Place(), o.Scope, "a credential is sent under this name, which no field can have; delete the field, or correct auth")
		}
	}
}

func (r *resolver) servers() {
	for _, o := range r.doc.Objects("servers") {
		s := &Server{URL: o.Text("url"), Description: o.Text("description"), Pos: r.pos(o)}
		r.catalog.Servers = append(r.catalog.Servers, s)
		if n := o.Value("url"); n != nil && (!isURL(n.Text) || strings.ContainsAny(n.Text, "?#@") || strings.HasSuffix(n.Text, "/")) {
			r.Report(BadURL, n, o.Scope, "%s is not a base URL: http or https, a host, and perhaps a path without / at its end", wording.Quote(n.Text))
		}
	}
}

// about decodes the contact and the license of the service.
func (r *resolver) about(info *yamldoc.Object) {
	if o := info.Object("contact"); o != nil {
		r.catalog.Contact = &Contact{Name: o.Text("name"), URL: o.Text("url"), Email: o.Text("email")}
	}
	if o := info.Object("license"); o != nil {
		r.catalog.License = &License{Name: o.Text("name"), URL: o.Text("url")}
	}
	for _, key := range []string{"contact", "license"} {
		if n := info.Object(key).Value("url"); n != nil && !isURL(n.Text) {
			r.Report(BadURL, n, info.Object(key).Scope, "%s is not a URL; write https://host/path", wording.Quote(n.Text))
		}
	}
}

// isURL reports whether a text is a whole URL of http or https.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && !strings.ContainsFunc(text, outsideURL)
}

// isPath reports whether a text is a path below a base URL.
func isPath(text string) bool {
	_, err := url.Parse(text)
	return err == nil && strings.HasPrefix(text, "/") && !strings.ContainsFunc(text, outsideURL)
}

func outsideURL(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) }

func textOf(n *yamldoc.Node) string { return n.Text }
