package catalog

import (
	"net/textproto"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
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
func (c *Contact) Words() string { return joinFilled(c.Name, c.URL, c.Email) }

// Words returns the license on one line.
func (l *License) Words() string { return joinFilled(l.Name, l.URL) }

// joinFilled joins the non-empty texts with spaces.
func joinFilled(texts ...string) string {
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
	return unique(names)
}

// unique returns the texts in their order, without repetitions.
func unique(texts []string) (all []string) {
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
	return unique(each(w.schemes(), func(s scheme) string { return s.option }))
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
	given := o.Attrs["auth"]
	if given == nil {
		return inherited
	}
	a := &Auth{None: given.Value.Kind == yamldoc.String, Pos: given.Value.Pos()}
	known := map[string]*yamldoc.Node{}
	for _, way := range o.Objects("auth") {
		w := r.way(way)
		if words := w.Words(); words == "" || !r.repeated(known, words, way.Node, way.Scope, DuplicateValue, `"auth": this is given twice; delete one`) {
			a.Ways = append(a.Ways, w)
		}
	}
	return a
}

// way resolves a way and reports parts that a request cannot carry together.
func (r *resolver) way(o *yamldoc.Object) *Way {
	w := &Way{Pos: o.Node.Pos(), Bearer: o.Get("bearer") != nil, Basic: o.Get("basic") != nil}
	if source := o.Object("oauth2"); source != nil {
		w.OAuth2 = &OAuth2{TokenPath: source.Text("token_path"), Scopes: each(source.Items("scopes"), textOf)}
	}
	carried := map[string]*yamldoc.Node{}
	carry := func(part string, n *yamldoc.Node) {
		r.repeated(carried, part, n, o.Scope, BadAuth, `"auth": a request carries %s only once; delete one, or make alternatives of them: [bearer, basic]`, part)
	}
	for _, key := range []string{"bearer", "basic", "oauth2"} {
		if a := o.Get(key); a != nil {
			carry("field Authorization", a.Key)
		}
	}
	for _, n := range o.Items("header") {
		w.Headers = append(w.Headers, n.Text)
		carry("field "+textproto.CanonicalMIMEHeaderKey(n.Text), n)
	}
	for _, n := range o.Items("body_field") {
		w.BodyFields = append(w.BodyFields, n.Text)
		carry("member "+n.Text, n)
	}
	if len(o.Attrs) == 0 && !o.Node.Partial {
		r.Report(BadAuth, o.Node, o.Scope, `"auth": this way has no credentials; write auth: none if anyone may call`)
	}
	return w
}

// checkAuth reports fields of the operation whose names carry a credential, because a handler removes
// them.
func (r *resolver) checkAuth(op *Operation) {
	for _, name := range op.Auth.BodyFields() {
		if o := r.objects[r.fieldOf(op.Request, name)]; o != nil {
			r.Report(FieldClash, o.Place(), o.Scope, "a credential is sent under this name, which no field can have; delete the field, or correct auth")
		}
	}
}

// contacts resolves where the service is, and the contact and the license.
func (r *resolver) contacts(info *yamldoc.Object) {
	for _, o := range r.doc.Objects("servers") {
		s := &Server{URL: o.Text("url"), Description: o.Text("description"), Pos: r.pos(o)}
		r.catalog.Servers = append(r.catalog.Servers, s)
	}
	if o := info.Object("contact"); o != nil {
		r.catalog.Contact = &Contact{Name: o.Text("name"), URL: o.Text("url"), Email: o.Text("email")}
	}
	if o := info.Object("license"); o != nil {
		r.catalog.License = &License{Name: o.Text("name"), URL: o.Text("url")}
	}
}

func textOf(n *yamldoc.Node) string { return n.Text }
