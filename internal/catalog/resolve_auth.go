package catalog

import (
	"net/textproto"

	"example.com/opgen/internal/catalog/yamldoc"
)

// Who may call is a list of alternatives, each of which is a set of credentials that a request
// carries together. A set that a request cannot carry, such as two values of one header field, is
// reported; that two alternatives are the same is, too.

// auth returns the Auth of an object, or inherited if it has none, and reports mistakes.
func (r *resolver) auth(o *yamldoc.Object, inherited *Auth) *Auth {
	attr := o.Attrs["auth"]
	if attr == nil {
		return inherited
	}
	isNone := attr.Value.Kind == yamldoc.String
	a := &Auth{None: isNone, Pos: attr.Value.Pos()}
	earlier := map[string]*yamldoc.Node{}
	for _, way := range o.Objects("auth") {
		w := r.way(way)
		words := w.Words()
		isRepeated := words != "" && r.repeated(earlier, words, way.Node, way.Scope, DuplicateValue,
			`"auth": this is given twice; delete one`)
		if !isRepeated {
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
		r.repeated(carried, part, n, o.Scope, BadAuth,
			`"auth": a request carries %s only once; delete one, or make alternatives of them: `+
				`[bearer, basic]`,
			part)
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
		r.Report(BadAuth, o.Node, o.Scope,
			`"auth": this way has no credentials; write auth: none if anyone may call`)
	}
	return w
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
