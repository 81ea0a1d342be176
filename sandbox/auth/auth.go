// Package auth decides who may call the operations of a sandbox, and issues tokens for
// OAuth 2 client credentials (RFC 6749, 4.4).
//
// What callers send is said by the catalog or, in place of it, by the flag --auth. Who
// they are is in a file of [Callers]. No credential is printed or logged.
package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store"
)

// Authenticator knows who calls.
type Authenticator struct {
	callers    Callers // nil: everybody may call, with whatever they send
	store      store.Store
	operations map[string]*catalog.Operation
	now        func() time.Time
}

// New returns the authenticator of a catalog's operations. It keeps tokens in the store,
// so that several processes let in the same ones. Without callers, everybody may call,
// and gets a token for whatever credentials.
func New(c *catalog.Catalog, s store.Store, callers Callers) *Authenticator {
	a := &Authenticator{callers: callers, store: s, operations: map[string]*catalog.Operation{}, now: time.Now}
	for op := range c.Operations() {
		a.operations[op.String()] = op
	}
	return a
}

// Authenticate is the [api.Authenticator]. It says who calls, and in which world.
func (a *Authenticator) Authenticate(ctx context.Context, c api.Credentials) (context.Context, error) {
	name, err := a.caller(ctx, c)
	if err != nil {
		return nil, err
	}
	if world := a.callers[name].world; world != "" {
		ctx = simulator.InWorld(ctx, world)
	}
	return simulator.WithCaller(ctx, name), nil
}

// caller returns the name of who calls, "" if it is not known where everybody may call.
func (a *Authenticator) caller(ctx context.Context, c api.Credentials) (string, error) {
	op := a.operations[c.Operation.String()]
	if a.callers == nil {
		return a.claimed(ctx, c)
	}
	if op == nil || op.Auth == nil {
		return "", refused("nothing says who may call this operation", nil)
	}
	var short *api.Problem
	for _, w := range op.Auth.Ways {
		name, err := a.meets(ctx, w, c)
		if p, ok := errors.AsType[*api.Problem](err); ok {
			short = p
		} else if err != nil || name != "" {
			return name, err
		}
	}
	if short != nil {
		return "", short
	}
	return "", refused(op.Auth.Words(), op.Auth)
}

// meets returns who carries all that a way asks for, "" for nobody. The error is a
// [*api.Problem] if a token is not for its scopes.
func (a *Authenticator) meets(ctx context.Context, w *catalog.Way, c api.Credentials) (string, error) {
	var names []string // of the callers whose credentials they are
	scheme, credential := authorization(c.Header())
	switch {
	case w.OAuth2 != nil:
		t, err := a.token(ctx, scheme, credential)
		if err != nil || t == nil {
			return "", err
		}
		// Those who were not asked for a secret have a token, too, and secrets change.
		if t.Secret == "" || subtle.ConstantTimeCompare([]byte(t.Secret), []byte(a.callers[t.Client].hash)) != 1 {
			return "", nil
		}
		if !contains(t.Scopes, w.OAuth2.Scopes) {
			return "", insufficient(w.OAuth2.Scopes)
		}
		names = append(names, t.Client)
	case w.Bearer && scheme == "bearer":
		names = append(names, a.callers.nameOf(credential))
	case w.Basic && scheme == "basic":
		user, password, _ := (&http.Request{Header: c.Header()}).BasicAuth()
		if !a.callers.is(user, password) {
			return "", nil
		}
		names = append(names, user)
	case w.Bearer || w.Basic:
		return "", nil
	}
	for _, header := range w.Headers {
		names = append(names, a.callers.nameOf(c.Header().Get(header)))
	}
	for _, field := range w.BodyFields {
		names = append(names, a.callers.nameOf(c.Body()[field]))
	}
	if one := slices.Compact(names); len(one) == 1 {
		return one[0], nil
	}
	return "", nil
}

// insufficient is the response to a token that is not for these scopes (RFC 6750, 3.1).
func insufficient(scopes []string) *api.Problem {
	list := strings.Join(scopes, " ")
	return &api.Problem{Status: http.StatusForbidden, Detail: "the token is not for the scopes of this operation: " + list,
		Header: http.Header{"Www-Authenticate": {`Bearer error="insufficient_scope", scope="` + list + `"`}}}
}

// claimed returns who a caller claims to be, where everybody may call.
func (a *Authenticator) claimed(ctx context.Context, c api.Credentials) (string, error) {
	if user, _, ok := (&http.Request{Header: c.Header()}).BasicAuth(); ok {
		return user, nil
	}
	scheme, credential := authorization(c.Header())
	t, err := a.token(ctx, scheme, credential)
	if err != nil || t == nil {
		return "", err
	}
	return t.Client, nil
}

// authorization returns the scheme, in lower case, and what follows it.
func authorization(h http.Header) (scheme, credential string) {
	scheme, credential, _ = strings.Cut(h.Get("Authorization"), " ")
	return strings.ToLower(scheme), strings.TrimLeft(credential, " ")
}

// refused is the response to a caller who is not let in, with what is asked of callers.
func refused(detail string, auth *catalog.Auth) *api.Problem {
	p := &api.Problem{Status: http.StatusUnauthorized, Detail: detail, Header: http.Header{}}
	if auth == nil {
		return p
	}
	add := func(challenge string) {
		if !slices.Contains(p.Header["Www-Authenticate"], challenge) {
			p.Header.Add("WWW-Authenticate", challenge)
		}
	}
	for _, w := range auth.Ways {
		switch {
		case w.OAuth2 != nil || w.Bearer:
			add(`Bearer realm="sandbox"`)
		case w.Basic:
			add(`Basic realm="sandbox", charset="UTF-8"`)
		}
	}
	return p
}

func contains(all, some []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// hash is what is kept of a secret and compared: all hashes have the same length, and
// how long a comparison takes tells nothing of a secret.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
