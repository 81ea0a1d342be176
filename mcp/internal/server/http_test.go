package server_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/mcp/internal/server"
)

const (
	tokenA = "a-token-of-the-first-client"
	tokenB = "a-token-of-the-second-client"
)

// overHTTP serves the shop by HTTP to two clients.
func overHTTP(t *testing.T, of *service) *httptest.Server {
	c, problems := catalog.Parse("shop.yaml", []byte(shop))
	require.Empty(t, problems)
	s := server.New(server.Config{
		Catalog: c, Base: of.URL, Timeout: 5 * time.Second, Limits: server.Limits{Calls: 2, Rate: 1000, Bytes: 1000},
		Log: slog.New(slog.DiscardHandler),
	})
	served := httptest.NewServer(s.Handler([]string{tokenA, tokenB}, []string{"agents.example"}))
	t.Cleanup(served.Close)
	return served
}

// bearer sends a token with each request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

func dial(t *testing.T, url, token string) agent {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	connected, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)},
	}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { connected.Close() })
	return agent{connected, t, nil}
}

// Handles and limits belong to the holder of a token, in all of their sessions.
func TestATokenHasItsOwnHandlesAndLimits(t *testing.T) {
	of := newService(t)
	of.responses["/people/get_person"] = ada
	of.responses["/people/find_people"] = `{"people":[]}`
	served := overHTTP(t, of)
	const get = `{"operation":"people.get_person","request":{"id":"p"}}`
	first := dial(t, served.URL, tokenA)
	find := `{"operation":"people.find_people","request":{"part":"` + handlesIn(first.succeeds("call_read", get))[0] + `"}}`
	second := dial(t, served.URL, tokenB)
	require.Contains(t, second.fails("call_read", find), "this handle is unknown")
	again := dial(t, served.URL, tokenA)
	require.Equal(t, `{"people":[]}`, again.succeeds("call_read", find))
	require.Contains(t, again.fails("call_read", get), "at most 2 calls")
	second.succeeds("call_read", get)
}

func TestStrangersAreRefused(t *testing.T) {
	served := overHTTP(t, newService(t))
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"the holder of a token": {func(*http.Request) {}, http.StatusOK},
		"a name that is ours":   {func(r *http.Request) { r.Host = "agents.example:80" }, http.StatusOK},
		"no token":              {func(r *http.Request) { r.Header.Del("Authorization") }, http.StatusUnauthorized},
		"a wrong token":         {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+tokenA+"x") }, http.StatusUnauthorized},
		"a token in the URL": {func(r *http.Request) {
			r.Header.Del("Authorization")
			r.URL.RawQuery = "token=" + tokenA
		}, http.StatusUnauthorized},
		"a page of another origin": {func(r *http.Request) { r.Header.Set("Origin", "https://elsewhere.example") }, http.StatusForbidden},
		"a page of another site":   {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"a name of somebody else":  {func(r *http.Request) { r.Host = "elsewhere.example" }, http.StatusForbidden},
	} {
		r, err := http.NewRequest(http.MethodPost, served.URL, strings.NewReader(list))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+tokenA)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		c.change(r)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, c.want, res.StatusCode, name)
	}
}
