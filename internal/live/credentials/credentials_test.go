package credentials

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// catalogWith returns a catalog with the authentication of two operations.
func catalogWith(t *testing.T, first, second string) *catalog.Catalog {
	c, problems := catalog.Parse("x.yaml", []byte(`catalog: 1
info: {title: T, version: v1, package: example}
path: /{operation}
areas:
  a:
    operations:
      get_a: {effect: read, auth: `+first+`}
      get_b: {effect: read, auth: `+second+`}
      get_c: {effect: read, auth: none}
`))
	require.Empty(t, problems)
	return c
}

// tokenServer starts a server of tokens, and returns its URL and its requests.
func tokenServer(t *testing.T) (*url.URL, *[]string) {
	var requests []string
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		requests = append(requests, r.URL.Path+" "+id+" "+secret+" "+r.FormValue("grant_type")+" "+r.FormValue("scope"))
		fmt.Fprint(w, `{"access_token":"T"}`)
	})
	mux.Handle("POST /moved", http.RedirectHandler("/token", http.StatusTemporaryRedirect))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	require.NoError(t, err)
	return at, &requests
}

// credentialsOf reads a line of credentials.
func credentialsOf(t *testing.T, line string) *Credentials {
	t.Setenv(Variable, line)
	c, err := Read("")
	require.NoError(t, err)
	return c
}

// The secret of OAuth 2 is sent to the URL in the catalog, if that is on this machine or on a
// named host. Redirects are not followed.
func TestTokensAreRequestedFromAllowedHosts(t *testing.T) {
	here, requests := tokenServer(t)
	of := func(path string) *catalog.Catalog {
		return catalogWith(t, "[{oauth2: {token_path: "+path+", scopes: [read, all]}}]", "none")
	}
	away := &url.URL{Scheme: "https", Host: "service.invalid"}
	given := credentialsOf(t, "oauth2 a+b:s:e cret")
	for tokens, at := range map[string]*url.URL{"/token": away, "https://tokens.invalid/token": here} {
		_, err := given.CallOptions(t.Context(), Service{URL: at, Catalog: of(tokens)})
		require.ErrorContains(t, err, ".invalid, which is not this machine; if it may receive the secret, add --host ")
	}
	options, err := given.CallOptions(t.Context(), Service{URL: away, Catalog: of(here.String() + "/token")})
	require.NoError(t, err)
	require.Len(t, options, 1)
	require.Equal(t, []string{"/token a%2Bb s%3Ae+cret client_credentials all read"}, *requests, "encoded by RFC 6749, 2.3.1")

	_, err = given.CallOptions(t.Context(), Service{URL: here, Catalog: of(here.String() + "/moved")})
	require.ErrorContains(t, err, "status 307")
	require.Len(t, *requests, 1)
}

// A token is for all operations, so it has all their scopes.
func TestTokensHaveTheScopesOfAllOperations(t *testing.T) {
	here, requests := tokenServer(t)
	call := func(path, line string) error {
		c := catalogWith(t,
			"[{oauth2: {token_path: /token, scopes: [read, admin]}}]",
			"[{oauth2: {token_path: "+path+", scopes: [read]}}]")
		_, err := credentialsOf(t, line).CallOptions(t.Context(), Service{URL: here, Catalog: c})
		return err
	}
	require.NoError(t, call("/token", "oauth2 a:b"))
	require.EqualError(t, call("/other", "oauth2 a:b"), "the catalog issues tokens at /other and /token; select one with oauth2:PATH NAME:SECRET")
	require.NoError(t, call("/other", "oauth2:/other a:b"))
	require.Equal(t, []string{"/token a b client_credentials admin read", "/other a b client_credentials read"}, *requests)
}

// Errors do not repeat lines of credentials.
func TestMistakesInCredentialsAreNotRepeated(t *testing.T) {
	for _, line := range []string{
		"CANARY", "CANARY CANARY", "bearer", "bearer a CANARY\u00e9", "bearer:x CANARY", "basic CANARY",
		"header: CANARY", "header:X CANARY\x01", "header:Content-Length CANARY", "body: CANARY",
		"oauth2:CANARY", "oauth2 CANARY", "oauth2 a:CANARY\noauth2 b:CANARY",
	} {
		t.Setenv(Variable, line)
		_, err := Read("")
		require.ErrorContains(t, err, Variable, line)
		require.NotContains(t, err.Error(), "CANARY", line)
	}
	require.Len(t, credentialsOf(t, "# comment\n\n bearer t \nheader:X-Tenant a b\nbody:api_key k\n").options, 3)
}

// All credentials are sent, so two of them cannot be in the same part of a request. The error shows none.
func TestTwoCredentialsInOnePlaceAreRefused(t *testing.T) {
	for _, lines := range []string{
		"bearer secret\nbasic name:secret",
		"bearer secret\nbearer secret2",
		"oauth2 name:secret\nbearer secret",
		"basic name:secret\noauth2:/token name:secret",
		"oauth2 name:secret\noauth2:/secret name:secret",
		"header:authorization secret\nbearer secret",
		"header:X-Secret secret\n# another\nheader:x-secret secret2",
		"body:secret secret\nbody:secret secret2",
	} {
		t.Setenv(Variable, lines)
		_, err := Read("")
		require.ErrorContains(t, err, ": an earlier line has a credential in the same header, or in the same member of the body; delete one of the lines", lines)
		require.NotContains(t, err.Error(), "secret", lines)
	}
	c := credentialsOf(t, "bearer secret\nheader:X-Key secret\nheader:X-Other secret\nbody:key secret\nbody:Key secret")
	require.Len(t, c.options, 5)
}
