package catalog

import (
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A service may accept a token, or else a user with a password and a header: alternatives, each of
// which may be several credentials. This file has their model, and what documents and generated
// comments say about it.

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
	isSent := func(w *Way) bool { return !slices.ContainsFunc(w.schemes(), isMissing) }
	return a == nil || a.None || slices.ContainsFunc(a.Ways, isSent)
}

// scheme is a credential of a request.
type scheme struct {
	key    string // equal for equal credentials: "header x-tenant"
	words  string // "the header X-Tenant"
	option string // of a client: "api.WithHeader"
}

// schemes returns the credentials of a way.
func (w *Way) schemes() []scheme {
	var all []scheme
	if w.Bearer {
		all = append(all, scheme{"bearer", "a bearer token", "api.WithBearerToken"})
	}
	if w.Basic {
		all = append(all, scheme{"basic", "a username and a password", "api.WithBasicAuth"})
	}
	if w.OAuth2 != nil {
		all = append(all, scheme{"bearer", w.OAuth2.words(), "api.WithHTTPClient"})
	}
	for _, name := range w.Headers {
		all = append(all,
			scheme{"header " + strings.ToLower(name), "the header " + name, "api.WithHeader"})
	}
	for _, name := range w.BodyFields {
		all = append(all,
			scheme{"body " + name, "the member " + name + " of the body", "api.WithBodyField"})
	}
	return all
}

// words describes the token, where it comes from and what it is for.
func (o *OAuth2) words() string {
	token := "a bearer token of OAuth 2 client credentials from " + o.TokenPath
	switch len(o.Scopes) {
	case 0:
		return token
	case 1:
		return token + " with the scope " + o.Scopes[0]
	default:
		return token + " with the scopes " + wording.List(o.Scopes, "and")
	}
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

// list joins the credentials, each described by a function.
func (w *Way) list(word func(scheme) string) string {
	return wording.List(each(w.schemes(), word), "and")
}

// Words returns a sentence about who may call.
func (a *Auth) Words() string { return a.sentence((*Way).Words) }

// WordsInGo is like Words with the options of a client.
func (a *Auth) WordsInGo() string { return a.sentence((*Way).WordsInGo) }

// sentence lists the alternatives, each described by a function: "Callers send a bearer token, or the
// header X-Tenant."
func (a *Auth) sentence(word func(*Way) string) string {
	if a.None {
		return "Anyone may call."
	}
	return "Callers send " + strings.Join(each(a.Ways, word), ", or ") + "."
}
