package api_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// answerOnce serves each connection one response, byte for byte, and closes it. With
// TLS it does not say that the connection ends, as one that breaks does not.
func answerOnce(t *testing.T, encrypted bool, response string) (*api.Caller, *atomic.Int64) {
	t.Helper()
	requests := new(atomic.Int64)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		requests.Add(1)
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		io.WriteString(conn, response)
		if c, ok := conn.(*tls.Conn); ok {
			conn = c.NetConn()
		}
		conn.(*net.TCPConn).CloseWrite()
		conn.Close()
	}))
	if encrypted {
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	c, err := api.NewCaller(server.URL, api.WithHTTPClient(server.Client()), atOnce)
	require.NoError(t, err)
	return c, requests
}

// Heads of responses that end where the connection does.
var openHeads = []string{
	"HTTP/1.0 200 OK\r\n\r\n",
	"HTTP/1.1 200 OK\r\n\r\n",
	"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
}

// Of 123, the client got 12 or all of it, and cannot tell.
func TestANumberThatTheConnectionEndsMayBeCutOff(t *testing.T) {
	for _, encrypted := range []bool{false, true} {
		for _, head := range openHeads {
			for _, body := range []string{"1", "12", "-1", "1.5", "1e5", " \n12", "0"} {
				c, requests := answerOnce(t, encrypted, head+body)
				_, err := callOp(t.Context(), c, opRaw)
				e, ok := errors.AsType[*api.Error](err)
				require.True(t, ok, "%q %v", head+body, err)
				require.Equal(t, body, string(e.Body))
				require.ErrorContains(t, err, "cannot read the response: the body is a number up to the end of the connection, so it may have been cut off; the service has to send Content-Length")
				require.EqualValues(t, 1, requests.Load(), "the next response would end alike")
			}
		}
	}
}

func TestAValueThatShowsItsEndIsWhole(t *testing.T) {
	for _, head := range openHeads {
		for _, body := range []string{
			"12\n", "12 ", `{"a":12}`, "[12]", `"12"`, "true", "false", "null", `{"a":12}` + "\r\n",
		} {
			c, _ := answerOnce(t, false, head+body)
			_, err := callOp(t.Context(), c, opRaw)
			require.NoError(t, err, head+body)
		}
	}
	zip := string(zipped("12"))
	for _, response := range []string{
		"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n12",
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n12",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n12\r\n0\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + zip,
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: " + strconv.Itoa(len(zip)) + "\r\n\r\n" + zip,
	} {
		c, _ := answerOnce(t, false, response)
		res, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err, response)
		require.Equal(t, "12", string(res.Raw))
	}
}

// A stream of HTTP/2 says itself that it ends.
func TestANumberOverHTTP2IsWhole(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // so that no Content-Length is known
		io.WriteString(w, "12")
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c, err := api.NewCaller(server.URL, api.WithHTTPClient(server.Client()))
	require.NoError(t, err)
	res, err := callOp(t.Context(), c, opRaw)
	require.NoError(t, err)
	require.Equal(t, "12", string(res.Raw))
}

// Nothing may be the beginning of anything.
func TestNothingUpToTheEndOfTheConnectionMayBeCutOff(t *testing.T) {
	for _, encrypted := range []bool{false, true} {
		for _, head := range append(openHeads, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n") {
			c, requests := answerOnce(t, encrypted, head)
			_, err := callOp(t.Context(), c, opRaw)
			require.ErrorContains(t, err, "cannot read the response: the body is empty up to the end of the connection, so it may have been cut off; the service has to send Content-Length, or status 204")
			require.EqualValues(t, 3, requests.Load())
		}
	}
	for _, response := range []string{
		"HTTP/1.0 204 No Content\r\n\r\n", "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
		"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	} {
		c, _ := answerOnce(t, false, response)
		_, err := callOp(t.Context(), c, opWrite)
		require.NoError(t, err, response)
	}
}

// Every other response shows in every place that it was cut.
func TestACutResponseIsNoSuccess(t *testing.T) {
	zip := string(zipped("12"))
	for head, bodies := range map[string][]string{
		openHeads[0]: {`{"a":12}`, "[12]", `"12"`, "true", "false", "null"},
		openHeads[2]: {`{"a":12}`, "[12]", `"12"`, "true", "false", "null"},
		"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n":                                    {"1234"},
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n":      {"4\r\n1234\r\n0\r\n\r\n"},
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n":                               {zip},
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n": {fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(zip), zip)},
	} {
		for _, body := range bodies {
			for n := range len(body) {
				c, requests := answerOnce(t, false, head+body[:n])
				_, err := callOp(t.Context(), c, opWrite)
				require.Error(t, err, "%q", head+body[:n])
				require.EqualValues(t, 1, requests.Load())
			}
		}
	}
}
