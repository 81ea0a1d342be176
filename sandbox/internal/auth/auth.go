// Package auth decides who may call the operations of a sandbox, and issues tokens for
// OAuth 2 client credentials (RFC 6749, 4.4).
//
// The catalog or the flag --auth defines what callers send, and a file has the [Callers]. No
// credential is printed or logged.
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

// An operation can have several ways, and any of them suffices. A way can have several credentials,
// and all must be those of one caller. So each credential is turned into the name of its
// caller, and the names are compared.

// Authenticator authenticates callers.
type Authenticator struct {
	callers    Callers // nil: anyone may call
	store      store.Store
	operations map[string]*catalog.Operation
	now        func() time.Time
}

// New returns the authenticator of a catalog's operations. It stores tokens, so that several
// processes accept the same ones. Without callers, anyone may call, and gets a token for
// any credentials.
func New(c *catalog.Catalog, s store.Store, callers Callers) *Authenticator {
	return &Authenticator{callers: callers, store: s, operations: c.ByName(), now: time.Now}
}

// Authenticate is an [api.Authenticator]. It sets the name and the world of the caller.
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

// caller returns the name of the caller, "" if it is unknown and anyone may call.
func (a *Authenticator) caller(ctx context.Context, c api.Credentials) (string, error) {
	op := a.operations[c.Operation.String()]
	if a.callers == nil {
		return a.claimed(ctx, c)
	}
	if op == nil || op.Auth == nil {
		return "", refused("the catalog does not define who may call this operation")
	}
	var lacking *insufficient // another way may still accept the caller
	for _, w := range op.Auth.Ways {
		name, err := a.meets(ctx, w, c)
		if lacks, ok := errors.AsType[*insufficient](err); ok {
			lacking = lacks
			continue
		}
		if err != nil || name != "" {
			return name, err
		}
	}
	if lacking != nil {
		return "", lacking
	}
	return "", refused(op.Auth.Words(), op.Auth.Ways...)
}

// meets returns the caller to whom all credentials of a way belong, "" for none. The error is
// [*insufficient] if the token lacks a scope.
func (a *Authenticator) meets(
	ctx context.Context, w *catalog.Way, c api.Credentials,
) (string, error) {
	var names []string // of the caller, for each credential
	if w.OAuth2 != nil || w.Bearer || w.Basic {
		name, err := a.authorized(ctx, w, c.Header())
		if err != nil {
			return "", err
		}
		names = append(names, name)
	}
	for _, header := range w.Headers {
		names = append(names, a.callers.nameOf(c.Header().Get(header)))
	}
	for _, field := range w.BodyFields {
		names = append(names, a.callers.nameOf(c.Body()[field]))
	}
	names = slices.Compact(names)
	if len(names) != 1 { // none, or those of several callers
		return "", nil
	}
	return names[0], nil
}

// authorized returns the caller of the header field Authorization, "" if it is not what a way
// demands.
func (a *Authenticator) authorized(
	ctx context.Context, w *catalog.Way, header http.Header,
) (string, error) {
	scheme, credential := authorization(header)
	if w.OAuth2 != nil {
		return a.meetsOAuth2(ctx, w.OAuth2, scheme, credential)
	}
	if w.Bearer && scheme == "bearer" {
		return a.callers.nameOf(credential), nil
	}
	if w.Basic && scheme == "basic" {
		user, password, _ := (&http.Request{Header: header}).BasicAuth()
		if a.callers.matches(user, password) {
			return user, nil
		}
	}
	return "", nil
}

// meetsOAuth2 returns the client of a token, "" for none.
func (a *Authenticator) meetsOAuth2(
	ctx context.Context, w *catalog.OAuth2, scheme, credential string,
) (string, error) {
	t, err := a.token(ctx, scheme, credential)
	if err != nil || t == nil {
		return "", err
	}
	// Tokens are issued without a secret if anyone may call, and secrets change.
	now := a.callers[t.Client].hash
	isCurrent := subtle.ConstantTimeCompare([]byte(t.Secret), []byte(now)) == 1
	if t.Secret == "" || !isCurrent {
		return "", nil
	}
	if !contains(t.Scopes, w.Scopes) {
		return "", lacksScope(w.Scopes)
	}
	return t.Client, nil
}

// insufficient is the problem of a token that lacks a scope (RFC 6750, 3.1).
type insufficient struct{ *api.Problem }

// Unwrap returns the problem.
func (i *insufficient) Unwrap() error { return i.Problem }

// lacksScope returns the problem of a token without all of some scopes.
func lacksScope(scopes []string) *insufficient {
	list := strings.Join(scopes, " ")
	challenge := `Bearer error="insufficient_scope", scope="` + list + `"`
	return &insufficient{&api.Problem{
		Status: http.StatusForbidden,
		Detail: "the token lacks a scope of this operation: " + list,
		Header: http.Header{"Www-Authenticate": {challenge}},
	}}
}

// claimed returns the name that a caller claims if anyone may call. Nothing checks it: the name is
// only the value of $caller, so that programs can be tried with and without credentials.
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

// authorization returns the scheme, in lower case, and the credential.
func authorization(h http.Header) (scheme, credential string) {
	scheme, credential, _ = strings.Cut(h.Get("Authorization"), " ")
	return strings.ToLower(scheme), strings.TrimLeft(credential, " ")
}

// refused returns the problem of a refused caller, with challenges.
func refused(detail string, ways ...*catalog.Way) *api.Problem {
	var challenges []string
	for _, w := range ways {
		switch {
		case w.OAuth2 != nil || w.Bearer:
			challenges = append(challenges, `Bearer realm="sandbox"`)
		case w.Basic:
			challenges = append(challenges, `Basic realm="sandbox", charset="UTF-8"`)
		}
	}
	slices.Sort(challenges)
	return &api.Problem{
		Status: http.StatusUnauthorized, Detail: detail,
		Header: http.Header{"Www-Authenticate": slices.Compact(challenges)},
	}
}

// contains reports whether scopes has every one of the wanted ones.
func contains(scopes, wanted []string) bool {
	isMissing := func(scope string) bool { return !slices.Contains(scopes, scope) }
	return !slices.ContainsFunc(wanted, isMissing)
}

// hash returns the hash of a secret, which is stored and compared: hashes have the same length,
// so that the time of a comparison reveals nothing.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
