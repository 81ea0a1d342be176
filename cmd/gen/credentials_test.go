package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// The secret of OAuth 2 goes where the catalog says, to this machine and to hosts that
// are named. A redirect takes it nowhere.
func TestTokensAreAskedOfHostsThatMayHaveTheSecret(t *testing.T) {
	var asked []string
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		asked = append(asked, id+" "+secret+" "+r.FormValue("grant_type")+" "+r.FormValue("scope"))
		fmt.Fprint(w, `{"access_token":"T"}`)
	})
	mux.Handle("/moved", http.RedirectHandler("/token", http.StatusTemporaryRedirect))
	other := httptest.NewServer(mux)
	defer other.Close()
	of := func(path string) *catalog.Catalog {
		c, problems := catalog.Parse("x.yaml", []byte(strings.ReplaceAll(`catalog: 1
info: {title: T, version: v1, package: example}
path: /{operation}
auth: [{oauth2: {token_path: PATH, scopes: [read, all]}}]
areas: {a: {operations: {get_a: {effect: read}}}}
`, "PATH", path)))
		require.Empty(t, problems)
		return c
	}
	here, err := url.Parse(other.URL)
	require.NoError(t, err)
	away := &url.URL{Scheme: "https", Host: "service.invalid"}
	t.Setenv(credentialsVariable, "oauth2 a+b:s:e cret")
	given, err := readCredentials("")
	require.NoError(t, err)
	for tokens, at := range map[string]*url.URL{"/token": away, "https://tokens.invalid/token": here} {
		_, err = given.call(t.Context(), tokenClient(), at, of(tokens), nil)
		require.ErrorContains(t, err, ".invalid, which is not this machine; if it may receive the secret, add --host ")
	}
	options, err := given.call(t.Context(), tokenClient(), away, of(other.URL+"/token"), nil)
	require.NoError(t, err)
	require.Len(t, options, 1)
	require.Equal(t, []string{"a%2Bb s%3Ae+cret client_credentials all read"}, asked, "encoded as RFC 6749, 2.3.1, has it")

	_, err = given.call(t.Context(), tokenClient(), here, of(other.URL+"/moved"), nil)
	require.ErrorContains(t, err, "status 307")
	require.Len(t, asked, 1)
}

// A token is for all operations, so it has the scopes of all of them.
func TestTokensHaveTheScopesOfAllOperations(t *testing.T) {
	asked := ""
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path + " " + r.FormValue("scope")
		fmt.Fprint(w, `{"access_token":"T"}`)
	}))
	defer tokens.Close()
	here, err := url.Parse(tokens.URL)
	require.NoError(t, err)
	call := func(path, line string) error {
		c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: example}
path: /{operation}
areas:
  a:
    operations:
      get_a: {effect: read, auth: [{oauth2: {token_path: /token, scopes: [read, admin]}}]}
      get_b: {effect: read, auth: [{oauth2: {token_path: `+path+`, scopes: [read]}}]}
      get_c: {effect: read, auth: none}
`))
		require.Empty(t, problems)
		t.Setenv(credentialsVariable, line)
		given, err := readCredentials("")
		require.NoError(t, err)
		_, err = given.call(t.Context(), tokenClient(), here, c, nil)
		return err
	}
	require.NoError(t, call("/token", "oauth2 a:b"))
	require.Equal(t, "/token admin read", asked)
	require.EqualError(t, call("/other", "oauth2 a:b"), "the catalog issues tokens at /other and /token; select one with oauth2:PATH NAME:SECRET")
	require.NoError(t, call("/other", "oauth2:/other a:b"))
	require.Equal(t, "/other read", asked)
}

// Whatever a line of credentials holds, an error does not repeat it.
func TestMistakesInCredentialsAreNotRepeated(t *testing.T) {
	for _, line := range []string{"CANARY", "CANARY CANARY", "bearer", "bearer a CANARY\u00e9", "basic CANARY", "header: CANARY", "header:X CANARY\x01", "header:Content-Length CANARY", "body: CANARY", "oauth2:CANARY", "oauth2 CANARY", "bearer:x CANARY", "oauth2 a:CANARY\noauth2 b:CANARY"} {
		t.Setenv(credentialsVariable, line)
		_, err := readCredentials("")
		require.ErrorContains(t, err, credentialsVariable, line)
		require.NotContains(t, err.Error(), "CANARY", line)
	}
	t.Setenv(credentialsVariable, "# comment\n\n bearer t \nheader:X-Tenant a b\nbody:api_key k\n")
	given, err := readCredentials("")
	require.NoError(t, err)
	require.Len(t, given.options, 3)
}
