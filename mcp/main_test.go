package main

import (
	"bufio"
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/credentials"
)

const (
	spec    = "../spec/operations.yaml"
	service = "http://127.0.0.1:1"
)

// execute runs a command line, and returns the error of each line that it would print.
func execute(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv(urlVariable, "")
	cmd := newCommand()
	cmd.SetArgs(args)
	cmd.SetErr(&bytes.Buffer{})
	err := cmd.ExecuteContext(t.Context())
	require.Error(t, err)
	var stderr bytes.Buffer
	printError(&stderr, err)
	return stderr.String()
}

func TestMistakesInFlagsAreSaidTogether(t *testing.T) {
	require.Equal(t, "mcp: --spec is required: the catalog file\n"+
		"mcp: --url or OPGEN_URL is required, such as http://127.0.0.1:8080\n"+
		"mcp: --tools must be four or all\nmcp: --max-calls must be positive\nmcp: --token-file is for --http\n",
		execute(t, "--tools", "many", "--max-calls", "0", "--token-file", "tokens"))
	require.Contains(t, execute(t, "--spec", spec, "--url", "ftp://CANARY"), "--url: expected the base URL of a service")
	require.NotContains(t, execute(t, "--spec", spec, "--url", "http://NAME:CANARY@127.0.0.1"), "CANARY")
	require.Contains(t, execute(t, "--spec", "missing.yaml", "--url", service), "missing.yaml")
	require.Equal(t, `mcp: --allow "claims.new_clam" names no operation that writes; did you mean "claims.new_claim"?`+"\n"+
		"mcp: --allow claims.get_claim only reads, so it is always allowed; leave the flag out\n",
		execute(t, "--spec", spec, "--url", service, "--allow", "claims.new_clam", "--allow", "claims.get_claim"))
	require.Contains(t, execute(t, "--spec", spec, "--url", service, "--http", "256.0.0.1:x"), "--http: ")
}

func TestTokensAreReadOrMadeUp(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(dir, "tokens")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	tokens, err := readTokens(write("# two clients\n0123456789abcdef\n\n0123456789abcdeg\n"), nil)
	require.NoError(t, err)
	require.Equal(t, []string{"0123456789abcdef", "0123456789abcdeg"}, tokens)
	_, err = readTokens(write("CANARY\n"), nil)
	require.ErrorContains(t, err, "line 1: a token has at least 16 characters and no space")
	require.NotContains(t, err.Error(), "CANARY")
	_, err = readTokens(write("# none\n"), nil)
	require.ErrorContains(t, err, "has no token; write one a line")

	var stderr bytes.Buffer
	made, err := readTokens("", &stderr)
	require.NoError(t, err)
	require.Equal(t, "token  "+made[0]+"\n", stderr.String())
}

// Without an address, only this machine reaches the server, and a signal ends it.
func TestHTTPIsServedOnThisMachineUntilASignal(t *testing.T) {
	t.Setenv("OPGEN_CREDENTIALS", "")
	ctx, stop := context.WithCancel(t.Context())
	reading, writing, err := os.Pipe()
	require.NoError(t, err)
	cmd := newCommand()
	cmd.SetArgs([]string{"--spec", spec, "--url", service, "--http", ":0"})
	cmd.SetErr(writing)
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	lines := bufio.NewReader(reading)
	token, err := lines.ReadString('\n')
	require.NoError(t, err)
	require.Regexp(t, `^token  \S{20,}\n$`, token)
	address, err := lines.ReadString('\n')
	require.NoError(t, err)
	at := strings.TrimSpace(strings.TrimPrefix(address, "address"))
	require.True(t, strings.HasPrefix(at, "http://127.0.0.1:"), at)
	res, err := http.Post(at, "application/json", strings.NewReader("{}"))
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusUnauthorized, res.StatusCode)
	stop()
	require.NoError(t, <-ended)
}

// A server lives longer than its tokens.
func TestTokensOfOAuthAreRequestedOnceAndAgainWhenTheyAreOld(t *testing.T) {
	requests := 0
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		_, _ = w.Write([]byte(`{"access_token":"t"}`))
	}))
	defer issuer.Close()
	t.Setenv("OPGEN_CREDENTIALS", "oauth2:/token name:secret")
	f := flags{spec: spec, url: issuer.URL}
	_, err := f.config(t.Context(), &bytes.Buffer{})
	require.NoError(t, err)
	require.Equal(t, 1, requests, "a wrong secret is found at the start")

	given, err := credentials.Read("")
	require.NoError(t, err)
	base, err := url.Parse(issuer.URL)
	require.NoError(t, err)
	r := renewingCredentials{secrets: given, service: credentials.Service{URL: base, Catalog: new(catalog.Catalog)}}
	for range 3 {
		options, err := r.options(t.Context())
		require.NoError(t, err)
		require.Len(t, options, 1)
	}
	require.Equal(t, 2, requests)
	r.since = r.since.Add(-tokenAge)
	_, err = r.options(t.Context())
	require.NoError(t, err)
	require.Equal(t, 3, requests)
}
