package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// statusOf sends a request whose target is spelled as given.
func statusOf(t *testing.T, server *httptest.Server, target string) int {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", target, len(validRichBody), validRichBody)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	res.Body.Close()
	return res.StatusCode
}

// What decides by the path in front of a handler compares the spelling of the
// catalog. No other one is served.
func TestAPathHasOneSpelling(t *testing.T) {
	h := handlerOf(t, echo, nil)
	mux := http.NewServeMux()
	mux.Handle("/", h)
	for name, h := range map[string]http.Handler{"": h, "/base": http.StripPrefix("/base", h), "/mux": http.StripPrefix("/mux", mux)} {
		server := httptest.NewServer(h)
		for _, target := range []string{"/api/things/rich", "/api/things/rich?x=%2F", "/api/things/rich?"} {
			require.Equal(t, 200, statusOf(t, server, name+target), name+target)
		}
		require.Equal(t, 200, statusOf(t, server, "http://x"+name+everykind.Op.Path), "the absolute form")
		for _, target := range []string{
			"/api%2Fthings/rich", "/api%2fthings%2frich", "/%61pi/things/rich", "/api/things/ric%68", "/%2Fapi/things/rich",
			"/api/things/rich%3Fx", "/api/things/rich%00", "/api/things/rich%2F", "/api/%2e/things/rich", "/api/x/%2E%2E/things/rich",
			"/api/things/rich/", "/api/things/rich;", "/api/things/rich;x=1", "/api/things;x/rich", "/api/things/rich%3B", "/api/things/Rich",
			"/api/things/rich%20", "/api/things/rich#x", "/api\\things\\rich",
		} {
			require.Equal(t, 404, statusOf(t, server, name+target), name+target)
		}
		for _, target := range []string{"/api//things/rich", "/api/./things/rich", "/api/x/../things/rich", "//api/things/rich", "/./api/things/rich", "/api/things/rich/."} {
			require.Contains(t, []int{404, 307}, statusOf(t, server, name+target), name+target) // a mux redirects
		}
		server.Close()
	}
}

// Some characters may stand in a path, but net/url escapes them.
func TestAPathMayHoldWhatIsEscapedElsewhere(t *testing.T) {
	op := &api.Operation{Area: "a", Name: "b", Path: "/(a)/b!*'"}
	h, err := api.NewHandler([]api.Route{wire.Handle(op, everykind.Decode, echo)}, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(h)
	defer server.Close()
	require.Equal(t, 200, statusOf(t, server, "/(a)/b!*'"))
	require.Equal(t, 404, statusOf(t, server, "/%28a%29/b!*'"))
	require.Equal(t, 404, statusOf(t, server, "/%28a%29/b%21%2A%27"))
	require.Equal(t, 200, post(h, op.Path, validRichBody, func(r *http.Request) { r.URL, r.RequestURI = &url.URL{Path: op.Path}, "" }).Code)
	require.Equal(t, 404, post(h, "/x", validRichBody, func(r *http.Request) {
		r.URL, r.RequestURI = &url.URL{Path: op.Path, RawPath: "/%28a%29/b!*'"}, ""
	}).Code)
}
