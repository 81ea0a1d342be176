package auth

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/sandbox/store"
	"example.com/opgen/sandbox/store/memory"
	"github.com/stretchr/testify/require"
)

// notes has an operation without auth, one that anyone may call, one that requires two
// credentials and one that requires a scope.
const notes = `
catalog: 1
info: {title: Notes, version: v1, package: pad}
path: /{operation}
areas:
  notes:
    operations:
      add: {fields: {text: string}}
      ping: {auth: none}
      share: {auth: [{bearer: true, header: X-Key}]}
      purge: {auth: [{oauth2: {token_path: /token, scopes: [notes.purge, notes.read]}}]}
`

// server serves the notes as --auth says and responds with the name of the caller.
type server struct {
	http.Handler
	auth *Authenticator
}

func serve(t *testing.T, s store.Store, callers Callers, ways ...string) *server {
	c, problems := catalog.Parse("notes.yaml", []byte(notes))
	require.Empty(t, problems)
	if len(ways) > 0 {
		parsed, err := ParseWays(ways)
		require.NoError(t, err)
		Demand(c, parsed)
	}
	a := New(c, s, callers)
	type key struct{}
	var routes []api.Route
	for op := range c.Operations() {
		routes = append(routes, interpreter.New(op).Route(func(ctx context.Context, _ string) (json.RawMessage, error) {
			name, _ := ctx.Value(key{}).(string)
			return json.Marshal(map[string]string{"caller": name})
		}))
	}
	h, err := api.NewHandler(routes, api.WithServerAuthenticator(func(ctx context.Context, c api.Credentials) (context.Context, error) {
		name, err := a.caller(ctx, c)
		return context.WithValue(ctx, key{}, name), err
	}))
	require.NoError(t, err)
	mux := http.NewServeMux()
	for _, path := range a.TokenPaths() {
		mux.Handle(path, a)
	}
	mux.Handle("/", h)
	return &server{mux, a}
}

func (s *server) post(path, body string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, res *http.Response) string {
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return strings.TrimSpace(string(b))
}

// nameIn returns the name of the caller in a response, or the status of a failure.
func nameIn(t *testing.T, res *http.Response) string {
	if res.StatusCode != http.StatusOK {
		return res.Status
	}
	var body struct{ Caller string }
	require.NoError(t, json.Unmarshal([]byte(text(t, res)), &body))
	return body.Caller
}

var two = Callers{"ann": {hash: hash("ann-secret")}, "bob": {hash: hash("bob-secret")}}

const refusal = "401 Unauthorized"

func TestCredentialsNameTheirCaller(t *testing.T) {
	for _, test := range []struct {
		way, body, header, caller string
	}{
		{"bearer", `{}`, "Authorization: Bearer ann-secret", "ann"},
		{"bearer", `{}`, "Authorization: bearer  bob-secret", "bob"},
		{"bearer", `{}`, "Authorization: Bearer ann-secre", refusal},
		{"bearer", `{}`, "Authorization: Bearer ", refusal},
		{"bearer", `{}`, basicOf("ann", "ann-secret"), refusal},
		{"basic", `{}`, basicOf("ann", "ann-secret"), "ann"},
		{"basic", `{}`, basicOf("ann", "bob-secret"), refusal},
		{"basic", `{}`, basicOf("", ""), refusal},
		{"basic", `{}`, basicOf("eve", ""), refusal},
		{"basic", `{}`, "Authorization: Bearer ann-secret", refusal},
		{"header:X-Key", `{}`, "X-Key: bob-secret", "bob"},
		{"header:X-Key", `{}`, "X-Other: bob-secret", refusal},
		{"body:api_key", `{"api_key":"ann-secret"}`, "", "ann"},
		{"body:api_key", `{"text":"x","api_key":"ann-secret"}`, "", "ann"},
		{"body:api_key", `{"api_key":"ann-secret","api_key":"ann-secret"}`, "", refusal},
		{"body:api_key", `{}`, "", refusal},
	} {
		s := serve(t, new(memory.Store), two, test.way)
		require.Equal(t, test.caller, nameIn(t, s.post("/add", test.body, test.header)), "%s %s %s",
			test.way, test.body, test.header)
		require.Empty(t, nameIn(t, s.post("/ping", "{}")), "anyone may call it")
	}
}

// Any of several ways is enough. All credentials of a way must belong to one caller.
func TestWaysAreAlternatives(t *testing.T) {
	s := serve(t, new(memory.Store), two, "bearer", "body:key")
	require.Equal(t, "ann", nameIn(t, s.post("/add", `{"key":"ann-secret"}`)))
	require.Equal(t, "bob", nameIn(t, s.post("/add", `{}`, "Authorization: Bearer bob-secret")))
	res := s.post("/add", `{}`)
	require.Equal(t, []string{`Bearer realm="sandbox"`}, res.Header["Www-Authenticate"])
	require.Contains(t, text(t, res), "Callers send a bearer token, or the member key of the body.")

	for key, want := range map[string]string{"ann-secret": "ann", "bob-secret": refusal, "": refusal} {
		require.Equal(t, want, nameIn(t, serve(t, new(memory.Store), two).post("/share", `{}`, "Authorization: Bearer ann-secret", "X-Key: "+key)))
	}
	require.Equal(t, refusal,
		nameIn(t, serve(t, new(memory.Store), two).post("/share", `{}`, "X-Key: ann-secret")))
}

func form(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v.Encode()
}

const formType = "Content-Type: application/x-www-form-urlencoded"

func basicOf(user, password string) string {
	r := http.Request{Header: http.Header{}}
	r.SetBasicAuth(user, password)
	return "Authorization: " + r.Header.Get("Authorization")
}

func (s *server) token(t *testing.T, scope string) string {
	res := s.post("/token", form("grant_type", "client_credentials", "scope", scope), formType,
		basicOf("ann", "ann-secret"))
	body := text(t, res)
	require.Equal(t, http.StatusOK, res.StatusCode, body)
	require.Equal(t, "no-store", res.Header.Get("Cache-Control"))
	var token struct {
		Token   string `json:"access_token"`
		Type    string `json:"token_type"`
		Expires int    `json:"expires_in"`
	}
	require.NoError(t, json.Unmarshal([]byte(body), &token))
	require.Equal(t, "Bearer", token.Type)
	require.Equal(t, 3600, token.Expires)
	return token.Token
}

// Processes that share a store accept the tokens of each other, for their scopes and until they
// expire. The stored values are not accepted.
func TestTokensOfClients(t *testing.T) {
	state := new(memory.Store)
	one, other := serve(t, state, two), serve(t, state, two)
	whole := one.token(t, "")
	bearer := "Authorization: Bearer "
	require.Equal(t, "ann", nameIn(t, other.post("/purge", "{}", bearer+whole)))
	require.Equal(t, refusal, nameIn(t, other.post("/purge", "{}", bearer+"ann-secret")),
		"a secret is not a token")
	require.Equal(t, refusal, nameIn(t, other.post("/add", "{}", bearer+whole)),
		"the catalog does not define who may call it")

	res := one.post("/purge", "{}", bearer+one.token(t, "notes.read"))
	require.Equal(t, http.StatusForbidden, res.StatusCode)
	require.Equal(t, `Bearer error="insufficient_scope", scope="notes.purge notes.read"`,
		res.Header.Get("WWW-Authenticate"))

	require.NoError(t, state.View(t.Context(), tokenWorld, func(tx store.Tx) error {
		all, err := tx.Find(store.Query{Kind: tokenKind})
		require.Len(t, all, 2)
		for _, d := range all {
			require.NotContains(t, d.ID+string(d.Body), whole)
			require.Equal(t, refusal, nameIn(t, one.post("/purge", "{}", bearer+d.ID)))
		}
		return err
	}))

	later := time.Now().Add(time.Hour)
	for _, s := range []*server{one, other} {
		s.auth.now = func() time.Time { return later }
	}
	require.Equal(t, refusal, nameIn(t, other.post("/purge", "{}", bearer+whole)))
	for range 3 {
		later = later.Add(time.Second)
		one.token(t, "")
	}
	require.NoError(t, state.View(t.Context(), tokenWorld, func(tx store.Tx) error {
		n, err := tx.Count(store.Query{Kind: tokenKind})
		require.Equal(t, 3, n, "the expired ones are deleted")
		return err
	}))
}

// A token is valid until the secret of its client changes.
func TestTokensEndWithTheirSecrets(t *testing.T) {
	state := new(memory.Store)
	bearer := "Authorization: Bearer "
	open, closed := serve(t, state, nil), serve(t, state, two)
	require.Equal(t, refusal, nameIn(t, closed.post("/purge", "{}", bearer+open.token(t, ""))),
		"its secret was not checked")
	token := closed.token(t, "")
	for name, callers := range map[string]Callers{
		"ann":   {"ann": two["ann"], "eve": {hash: hash("eve-secret")}},
		refusal: {"bob": two["bob"]},
	} {
		require.Equal(t, name, nameIn(t, serve(t, state, callers).post("/purge", "{}", bearer+token)))
	}
	require.Equal(t, refusal, nameIn(t, serve(t, state, Callers{"ann": {hash: hash("another")}}).post("/purge", "{}", bearer+token)))
}

// The token endpoint refuses requests with the errors of RFC 6749.
func TestTokenEndpointRefuses(t *testing.T) {
	s := serve(t, new(memory.Store),
		Callers{"ann": {hash: hash("ann-secret")}, "a b": {hash: hash("100%")}})
	grant := form("grant_type", "client_credentials")
	ann := basicOf("ann", "ann-secret")
	for _, test := range []struct {
		body, header, content string
		status                int
		code                  string
	}{
		{grant, basicOf("a b", "100%"), formType, 200, ""},
		{grant, basicOf("a+b", "100%25"), formType, 200, ""}, // encoded as the RFC has it
		{form("grant_type", "client_credentials", "client_id", "ann", "client_secret", "ann-secret"), "", formType, 200, ""},
		{grant, ann, formType + "; charset=utf-8", 200, ""},
		{grant, basicOf("ann", "100%"), formType, 401, "invalid_client"},
		{grant, basicOf("eve", ""), formType, 401, "invalid_client"},
		{grant, "", formType, 401, "invalid_client"},
		{form("grant_type", "client_credentials", "client_id", "ann", "client_secret", "x"), "",
			formType, 401, "invalid_client"},
		{form("grant_type", "client_credentials", "client_secret", "ann-secret"), ann, formType,
			400, "invalid_request"},
		{"", ann, formType, 400, "invalid_request"},
		{grant + "&" + grant, ann, formType, 400, "invalid_request"},
		{grant, ann, "Content-Type: application/json", 400, "invalid_request"},
		{grant + strings.Repeat("&x=y", maxForm/4), ann, formType, 400, "invalid_request"},
		{form("grant_type", "password"), ann, formType, 400, "unsupported_grant_type"},
		{form("grant_type", "client_credentials", "scope", "notes.eat"), ann, formType, 400,
			"invalid_scope"},
	} {
		res := s.post("/token", test.body, test.header, test.content)
		var body oauthError
		require.NoError(t, json.Unmarshal([]byte(text(t, res)), &body))
		require.Equal(t, test.status, res.StatusCode, "%+v: %+v", test, body)
		require.Equal(t, test.code, body.Code, "%+v", test)
		require.Equal(t, test.status == 401, res.Header.Get("WWW-Authenticate") != "", "%+v", test)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/token", nil))
	require.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

// If anyone may call, clients may send any credentials.
func TestAnyoneMayCall(t *testing.T) {
	s := serve(t, new(memory.Store), nil, "oauth2", "body:api_key")
	require.Empty(t, nameIn(t, s.post("/add", `{}`)))
	require.Empty(t, nameIn(t, s.post("/add", `{"api_key":"anything"}`)))
	require.Equal(t, "eve", nameIn(t, s.post("/add", `{}`, basicOf("eve", ""))))
	res := s.post(TokenPath, form("grant_type", "client_credentials", "scope", "any"), formType,
		basicOf("eve", "x"))
	var token struct {
		Token string `json:"access_token"`
	}
	require.NoError(t, json.Unmarshal([]byte(text(t, res)), &token))
	require.Equal(t, "eve", nameIn(t, s.post("/add", `{}`, "Authorization: Bearer "+token.Token)))
}

// broken is a store that has lost its connection, and whose disk is full.
type broken struct{ store.Store }

var errLost = errors.New("connection lost")

func (broken) View(context.Context, string, func(store.Tx) error) error   { return errLost }
func (broken) Update(context.Context, string, func(store.Tx) error) error { return store.ErrFull }

func TestStoreFailures(t *testing.T) {
	s := serve(t, broken{}, two)
	require.NotEqual(t, http.StatusOK, s.post("/purge", "{}", "Authorization: Bearer x").StatusCode)
	res := s.post("/token", form("grant_type", "client_credentials"), formType,
		basicOf("ann", "ann-secret"))
	require.Equal(t, http.StatusInsufficientStorage, res.StatusCode)
	require.Contains(t, text(t, res), "server_error")
}

func TestParseWays(t *testing.T) {
	for text, want := range map[string]string{
		"bearr":      `--auth bearr: expected none, catalog, bearer, basic, header:NAME, body:NAME, oauth2 or oauth2:PATH; did you mean "bearer"?`,
		"header:":    `--auth header:: expected none, catalog, bearer, basic, header:NAME, body:NAME, oauth2 or oauth2:PATH`,
		"header:a b": `--auth header:a b: expected none, catalog, bearer, basic, header:NAME, body:NAME, oauth2 or oauth2:PATH`,
		"body":       `--auth body: expected none, catalog, bearer, basic, header:NAME, body:NAME, oauth2 or oauth2:PATH`,
		"none":       `--auth none cannot be combined with others`,
	} {
		_, err := ParseWays([]string{"bearer", text})
		require.ErrorContains(t, err, want)
	}
	_, err := ParseWays([]string{"x", "y"})
	require.ErrorContains(t, err, "--auth x")
	require.ErrorContains(t, err, "--auth y", "all mistakes at once")
}

func TestCallersFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "callers")
	made, err := ReadCallers(file)
	require.NoError(t, err)
	again, err := ReadCallers(file)
	require.NoError(t, err)
	require.Equal(t, made, again)
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	name, secret, _ := strings.Cut(strings.TrimSpace(string(written)), ":")
	require.True(t, made.matches(name, secret))
	if runtime.GOOS != "windows" {
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode())
	}

	require.NoError(t,
		os.WriteFile(file, []byte("# who calls\r\n\nann:a:b\r\nbob:secret team"), 0o600))
	callers, err := ReadCallers(file)
	require.NoError(t, err)
	require.Equal(t, Callers{"ann": {hash: hash("a:b")}, "bob": {hash("secret"), "team"}}, callers)

	require.NoError(t, os.WriteFile(file, []byte("canary\nann:canary-1\nann:canary-2\n:canary-3\nbob:canary-1\neve:canary\t4\nzoe:zzz a/b\n"), 0o600))
	_, err = ReadCallers(file)
	require.Equal(t, strings.ReplaceAll(`FILE:1: expected NAME:SECRET or NAME:SECRET WORLD
FILE:3: an earlier line has this name
FILE:4: expected NAME:SECRET or NAME:SECRET WORLD
FILE:5: another caller has this secret
FILE:6: a secret must consist of visible ASCII characters
FILE:7: the name of a world has 1 to 64 letters, digits and ._-, and starts with a letter or digit`, "FILE", file), err.Error())

	require.NoError(t, os.WriteFile(file, []byte("\n#\n"), 0o600))
	_, err = ReadCallers(file)
	require.ErrorContains(t, err, ": no callers; ")

	if runtime.GOOS != "windows" { // a secret is not written through a link
		link, elsewhere := filepath.Join(t.TempDir(), "link"), filepath.Join(t.TempDir(), "elsewhere")
		require.NoError(t, os.Symlink(elsewhere, link))
		_, err = ReadCallers(link)
		require.Error(t, err)
		require.NoFileExists(t, elsewhere)
	}
}

// If anyone may call, any client gets a token, even if the catalog has no such scheme.
func TestAnyClientGetsAToken(t *testing.T) {
	const plain = "catalog: 1\ninfo: {title: Notes, version: v1, package: pad}\npath: /{operation}\nareas: {notes: {operations: {add: {}}}}\n"
	callers := Callers{"ann": {hash: hash("secret")}}
	for _, test := range []struct {
		catalog string
		callers Callers
		paths   []string
	}{
		{plain, nil, []string{TokenPath}},
		{plain, callers, nil},
		{notes, nil, []string{"/token"}},
		{notes, callers, []string{"/token"}},
		{strings.Replace(plain, "add: {}", "add: {path: "+TokenPath+"}", 1), nil, nil},
	} {
		c, problems := catalog.Parse("notes.yaml", []byte(test.catalog))
		require.Empty(t, problems)
		require.Equal(t, test.paths, New(c, &memory.Store{}, test.callers).TokenPaths(), test.catalog)
	}
}
