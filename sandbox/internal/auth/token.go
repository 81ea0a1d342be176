package auth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/store"
)

// The token endpoint is that of RFC 6749 as far as client credentials need it. Tokens are random
// and only their hashes are stored, with the hash of the secret that they were issued for: a
// changed secret ends all its tokens at once.

// Tokens belong to no world, so that they stay valid after a reset.
const (
	tokenWorld = "_auth"
	tokenKind  = "_token"
)

// lifetime is the lifetime of a token.
const lifetime = time.Hour

// token is a stored token. Its id is the hash of the token.
type token struct {
	Client string   `json:"client"`
	Secret string   `json:"secret"` // the hash of the client's secret, "" if it was not checked
	Scopes []string `json:"scopes"`
}

// token returns the stored form of a bearer token, nil if it is unknown or has expired.
func (a *Authenticator) token(ctx context.Context, scheme, credential string) (*token, error) {
	if scheme != "bearer" {
		return nil, nil
	}
	t, isKnown := new(token), false
	err := a.store.View(ctx, tokenWorld, func(tx store.Tx) (err error) {
		isKnown, err = store.Kept(tx, store.Key{Kind: tokenKind, ID: hash(credential)}, a.now(), t)
		return err
	})
	if !isKnown || err != nil {
		return nil, err
	}
	return t, nil
}

// issue returns a new token of a client, and deletes some expired ones.
func (a *Authenticator) issue(ctx context.Context, client string, scopes []string) (string, error) {
	secret := rand.Text()
	body, err := json.Marshal(token{client, a.callers[client].hash, scopes})
	if err != nil {
		return "", err
	}
	key := store.Key{Kind: tokenKind, ID: hash(secret)}
	return secret, a.store.Update(ctx, tokenWorld, func(tx store.Tx) error {
		return store.InsertFor(tx, lifetime, a.now(), &store.Document{Key: key, Body: body})
	})
}

// TokenPaths returns the paths that issue tokens: those of the operations. If anyone may call and
// the catalog has no such path, it is [TokenPath], unless an operation is there.
func (a *Authenticator) TokenPaths() (paths []string) {
	for w := range oauthWays(maps.Values(a.operations)) {
		if path := TokenPathOf(w); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	if paths != nil || a.callers != nil {
		return paths
	}
	for _, op := range a.operations {
		if op.Path == TokenPath {
			return nil
		}
	}
	return []string{TokenPath}
}

// oauthWays returns the ways of operations that require a token of OAuth 2.
func oauthWays(operations iter.Seq[*catalog.Operation]) iter.Seq[*catalog.Way] {
	return func(yield func(*catalog.Way) bool) {
		for op := range operations {
			if op.Auth == nil {
				continue
			}
			for _, w := range op.Auth.Ways {
				if w.OAuth2 != nil && !yield(w) {
					return
				}
			}
		}
	}
}

// TokenPathOf returns the path that issues the tokens of a way, which may have a whole URL.
func TokenPathOf(w *catalog.Way) string {
	u, err := url.Parse(w.OAuth2.TokenPath)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		return TokenPath
	}
	return u.Path
}

// oauthError is a response of the token endpoint (RFC 6749, 5.2).
type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error returns the code.
func (o *oauthError) Error() string { return o.Code }

// invalid returns the error of a request that is not as OAuth 2 says.
func invalid(description string) *oauthError { return &oauthError{"invalid_request", description} }

// maxForm is the maximum size of a request for a token.
const maxForm = 16 << 10

// ServeHTTP is the token endpoint. Requests are forms with grant_type=client_credentials, and
// have the client's id and secret in the header Authorization or in the form.
func (a *Authenticator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	secret, scopes, err := a.grant(r)
	if err != nil {
		refuse(w, r, err)
		return
	}
	json.NewEncoder(w).Encode(map[string]any{ // fails only if the caller is gone
		"access_token": secret,
		"token_type":   "Bearer",
		"expires_in":   int(lifetime.Seconds()),
		"scope":        strings.Join(scopes, " "),
	})
}

// refuse responds to a request for a token that was refused, or failed in the store.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	refusal, isRefusal := errors.AsType[*oauthError](err)
	status := http.StatusBadRequest
	switch {
	case !isRefusal:
		slog.ErrorContext(r.Context(), "no token was issued", "error", err) // without secrets
		status = http.StatusInternalServerError
		if errors.Is(err, store.ErrFull) {
			status = http.StatusInsufficientStorage
		}
		const text = "the sandbox cannot store the token; see its log"
		refusal = &oauthError{"server_error", text}
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", http.MethodPost)
		status = http.StatusMethodNotAllowed
	case refusal.Code == "invalid_client":
		w.Header().Set("WWW-Authenticate", `Basic realm="sandbox", charset="UTF-8"`)
		status = http.StatusUnauthorized
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(refusal) // fails only if the caller is gone
}

// grant issues the requested token. Without scopes in the request, it has all that the catalog
// defines.
func (a *Authenticator) grant(r *http.Request) (secret string, scopes []string, err error) {
	if err := readForm(r); err != nil {
		return "", nil, err
	}
	form := r.PostForm
	client, err := a.client(r)
	if err != nil {
		return "", nil, err
	}
	switch form.Get("grant_type") {
	case "client_credentials":
	case "":
		return "", nil, invalid("grant_type is missing; expected client_credentials")
	default:
		return "", nil, &oauthError{"unsupported_grant_type", "expected grant_type=client_credentials"}
	}
	defined := a.scopes()
	scopes = strings.Fields(form.Get("scope"))
	if len(scopes) == 0 {
		scopes = defined
	}
	acceptsAny := a.callers == nil || defined == nil
	if !acceptsAny && !contains(defined, scopes) {
		list := strings.Join(defined, " ")
		return "", nil, &oauthError{"invalid_scope", "the scopes are: " + list}
	}
	secret, err = a.issue(r.Context(), client, scopes)
	return secret, scopes, err
}

// readForm reads the form of a request, with each of its fields at most once.
func readForm(r *http.Request) error {
	if r.Method != http.MethodPost {
		return invalid("expected POST")
	}
	const form = "application/x-www-form-urlencoded"
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != form {
		return invalid("expected Content-Type: " + form)
	}
	if err := r.ParseForm(); err != nil {
		return invalid("the form cannot be read")
	}
	for _, name := range []string{"grant_type", "scope", "client_id", "client_secret"} {
		if len(r.PostForm[name]) > 1 {
			return invalid(name + " is given twice")
		}
	}
	return nil
}

// client returns the client with the credentials of a request.
func (a *Authenticator) client(r *http.Request) (string, error) {
	id, secret, basic := r.BasicAuth()
	posted := r.PostForm.Has("client_secret")
	switch {
	case basic && posted:
		return "", invalid("the client's secret is given twice, in Authorization and in the form")
	case posted:
		id = r.PostForm.Get("client_id")
		secret = r.PostForm.Get("client_secret")
	case !basic:
		const text = "expected the client's id and secret in Authorization: Basic or in the form"
		return "", &oauthError{"invalid_client", text}
	}
	if a.callers == nil || a.callers.matches(id, secret) {
		return id, nil
	}
	// RFC 6749, 2.3.1 encodes both as in a form before they become Basic, but some clients do
	// not.
	if basic {
		plainID, errID := url.QueryUnescape(id)
		plainSecret, errSecret := url.QueryUnescape(secret)
		isEncoded := errID == nil && errSecret == nil
		if isEncoded && a.callers.matches(plainID, plainSecret) {
			return plainID, nil
		}
	}
	return "", &oauthError{"invalid_client", "no client has this id and secret"}
}

// scopes returns the scopes of all operations.
func (a *Authenticator) scopes() (all []string) {
	for w := range oauthWays(maps.Values(a.operations)) {
		all = append(all, w.OAuth2.Scopes...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
