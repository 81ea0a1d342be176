package admin

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"github.com/stretchr/testify/require"
)

const testToken = "the-token-of-the-test"

const notes = `
catalog: 1
info: {title: Notes, version: v1, package: pad}
path: /{operation}
areas: {notes: {operations: {add: {fields: {text: {type: string, sensitive: true}}}}}}
`

// guarded serves the administration of a sandbox as the command does.
func guarded(t *testing.T) http.Handler {
	c, problems := catalog.Parse("notes.yaml", []byte(notes))
	require.Empty(t, problems)
	s, err := simulator.New(c, new(behavior.Behavior), simulator.Options{})
	require.NoError(t, err)
	h, err := New(s, testToken)
	require.NoError(t, err)
	return Guard(h, "sandbox.internal")
}

// request returns a request to http://127.0.0.1:8080 with lines of a header. Host sets the host.
func request(method, path, body string, header ...string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	return r
}

func do(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const bearer = "Authorization: Bearer " + testToken

// Requests that foreign web pages can make a browser send are refused, even with the token, and so
// are requests without the token.
func TestForeignPagesAndStrangersAreRefused(t *testing.T) {
	h := guarded(t)
	for name, test := range map[string]struct {
		method, path string
		header       []string
		status       int
	}{
		"DNS rebinding": {"GET", "operations", []string{"Host: evil.example:8080"}, 421},
		"DNS rebinding of a write, same origin for the browser": {"POST", "reset", []string{bearer, "Host: evil.example:8080", "Origin: http://evil.example:8080", "Sec-Fetch-Site: same-origin"}, 421},
		"a name that only begins like ours":                     {"GET", "health", []string{"Host: localhost.evil.example"}, 421},
		"a name that only ends like ours":                       {"GET", "health", []string{"Host: evil-localhost:8080"}, 421},
		"no name":                                               {"GET", "health", []string{"Host: "}, 421},
		"a form of another site":                                {"POST", "reset", []string{bearer, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}, 403},
		"a page on another port":                                {"POST", "reset", []string{bearer, "Origin: http://127.0.0.1:3000", "Sec-Fetch-Site: same-site"}, 403},
		"an old browser":                                        {"POST", "reset", []string{bearer, "Origin: https://evil.example"}, 403},
		"a page in a sandboxed frame":                           {"POST", "reset", []string{bearer, "Origin: null"}, 403},
		"no token":                                              {"POST", "reset", nil, 401},
		"no token for reading":                                  {"GET", "requests", nil, 401},
		"no token for a stream":                                 {"GET", "requests", []string{"Accept: text/event-stream"}, 401},
		"no token for documents":                                {"GET", "documents", nil, 401},
		"an invalid name of a world":                            {"GET", "requests?world=_auth", []string{bearer}, 400},
		"another token":                                         {"POST", "reset", []string{bearer + "x"}, 401},
		"the token as another credential":                       {"POST", "reset", []string{"Authorization: Basic " + testToken}, 401},
		"the token in a cookie, which browsers add themselves":  {"POST", "reset", []string{"Cookie: token=" + testToken}, 401},
		"a form without Content-Type: application/json":         {"POST", "reset", []string{bearer, "Content-Type: text/plain"}, 415},
	} {
		t.Run(name, func(t *testing.T) {
			w := do(h, request(test.method, Prefix+test.path, "{}", test.header...))
			require.Equal(t, test.status, w.Code, w.Body)
			require.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
			require.Empty(t, w.Header().Get("Access-Control-Allow-Origin"))
			require.NotContains(t, w.Body.String(), testToken)
		})
	}
	require.Equal(t, 413,
		do(h, request("POST", Prefix+"seed", strings.Repeat(" ", 33<<20), bearer)).Code)
}

// Programs and the console may use any address or name of the sandbox.
func TestOursAreServed(t *testing.T) {
	h := guarded(t)
	for _, header := range [][]string{
		nil,
		{"Host: localhost:8080"},
		{"Host: LOCALHOST."},
		{"Host: team-1.localhost:8080"},
		{"Host: [::1]:8080"},
		{"Host: 192.168.0.7:8080"},
		{"Host: sandbox.internal"},
		{"Origin: http://127.0.0.1:8080", "Sec-Fetch-Site: same-origin"},
		{"Origin: http://127.0.0.1:8080"},
	} {
		w := do(h, request("GET", Prefix+"operations", "", header...))
		require.Equal(t, 200, w.Code, "%v %s", header, w.Body)
		w = do(h, request("POST", Prefix+"clock", `{"now":"yesterday"}`, append(header, bearer)...))
		require.Equal(t, 422, w.Code, "admitted, but invalid: %v %s", header, w.Body)
		require.Contains(t, w.Body.String(), `"field":"/now","rule":"format"`)
	}
}
