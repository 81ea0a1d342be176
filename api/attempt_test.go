package api_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// atOnce retries almost without waiting.
var atOnce = api.WithRetry(api.RetryPolicy{BaseDelay: 1})

// rawServer reads whole HTTP/1.1 requests, and then acts by the number of the request,
// counted from 1.
type rawServer struct {
	url         string
	executed    atomic.Int64
	connections atomic.Int64
}

// verdict says what happens to the connection after a request.
type verdict int

const (
	respond200 verdict = iota
	closeIt
	resetIt
)

func serveRaw(t *testing.T, decide func(request int64) verdict) *rawServer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { listener.Close() })
	s := &rawServer{url: "http://" + listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.connections.Add(1)
			go s.serve(conn, decide)
		}
	}()
	return s
}

func (s *rawServer) serve(conn net.Conn, decide func(int64) verdict) {
	defer conn.Close()
	for r := bufio.NewReader(conn); ; {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		if _, err := io.ReadAll(req.Body); err != nil {
			return
		}
		switch decide(s.executed.Add(1)) {
		case respond200:
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
		case closeIt:
			return
		case resetIt:
			conn.(*net.TCPConn).SetLinger(0)
			return
		}
	}
}

// caller has its own transport, so that tests do not share connections.
func (s *rawServer) caller(t *testing.T, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	tr := new(http.Transport)
	t.Cleanup(tr.CloseIdleConnections)
	c := callerOf(t, s.url, append([]api.ClientOption{api.WithHTTPClient(&http.Client{Transport: tr}), atOnce}, opts...)...)
	return c
}

// failingDial returns a dial function that fails a number of times.
func failingDial(times int64, err error) func(context.Context, string, string) (net.Conn, error) {
	var dials atomic.Int64
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if dials.Add(1) <= times {
			return nil, err
		}
		return new(net.Dialer).DialContext(ctx, network, address)
	}
}

func TestAWriteIsRepeatedWhereThereWasNoConnection(t *testing.T) {
	for name, cause := range map[string]error{
		"dial": &net.OpError{Op: "dial", Err: errors.New("refused")},
		"own":  errors.New("the tunnel is down"),
	} {
		s := serveRaw(t, func(int64) verdict { return respond200 })
		tr := &http.Transport{DialContext: failingDial(2, cause)}
		defer tr.CloseIdleConnections()
		_, err := callOp(t.Context(), s.caller(t, api.WithHTTPClient(&http.Client{Transport: tr})), opWrite)
		require.NoError(t, err, name)
		require.EqualValues(t, 1, s.executed.Load())

		tr.CloseIdleConnections()
		tr = &http.Transport{DialContext: failingDial(3, cause)}
		_, err = callOp(t.Context(), s.caller(t, api.WithHTTPClient(&http.Client{Transport: tr})), opWrite)
		require.ErrorIs(t, err, cause, name)
		require.ErrorContains(t, err, "things.add: after 3 attempts: ")
	}
}

// A dial that exceeds the time of an attempt leaves nothing on the wire, although the
// transport continues it and keeps the connection for other requests.
func TestAWriteIsRepeatedWhereTheDialTakesTooLong(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := new(rawServer)
		var dials atomic.Int64
		tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			if dials.Add(1) == 1 {
				time.Sleep(8 * time.Second)
			}
			near, far := net.Pipe()
			go s.serve(far, func(int64) verdict { return respond200 })
			return near, nil
		}}
		c := callerOf(t, "http://host", api.WithHTTPClient(&http.Client{Transport: tr}),
			api.WithRetry(api.RetryPolicy{AttemptTimeout: 5 * time.Second, BaseDelay: 1}))
		start := time.Now()
		_, err := callOp(t.Context(), c, opWrite)
		require.NoError(t, err)
		require.Equal(t, 5*time.Second, time.Since(start).Truncate(time.Second))
		time.Sleep(10 * time.Second)
		require.EqualValues(t, 1, s.executed.Load())
		require.EqualValues(t, 2, dials.Load())
		tr.CloseIdleConnections()
	})
}

// Without a trace, the error of a dial counts as proof that nothing was sent, unless the
// transport has read the body.
func TestTransportsThatDoNotTrace(t *testing.T) {
	dial := &net.OpError{Op: "dial", Err: errors.New("refused")}
	for _, c := range []struct {
		err      error
		read     bool
		attempts int
	}{
		{dial, false, 3}, {dial, true, 1}, {io.EOF, false, 1}, {io.ErrUnexpectedEOF, true, 1},
		{&net.OpError{Op: "read", Err: io.EOF}, false, 1}, {&net.OpError{Op: "write", Err: io.EOF}, false, 1},
	} {
		for _, copies := range []bool{false, true} {
			attempts := 0
			client := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
				attempts++
				require.Nil(t, r.GetBody)
				switch {
				case c.read && copies:
					io.Copy(io.Discard, r.Body)
				case c.read:
					r.Body.Read(make([]byte, 1))
				}
				return nil, c.err
			}, atOnce)
			_, err := callOp(t.Context(), client, opWrite)
			require.ErrorIs(t, err, c.err)
			require.Equal(t, c.attempts, attempts, "%v, read: %v", c.err, c.read)
		}
	}
}

// Errors of certificates and services without TLS are not retried.
func TestAServiceWithoutTheRightTLSIsFinal(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for _, url := range []string{server.URL, strings.Replace(plain.URL, "http:", "https:", 1)} {
		for _, timeout := range []time.Duration{0, time.Minute} {
			var dials atomic.Int64
			tr := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				dials.Add(1)
				return new(net.Dialer).DialContext(ctx, network, address)
			}}
			c := callerOf(t, url, api.WithHTTPClient(&http.Client{Transport: tr, Timeout: timeout}), atOnce)
			for i, op := range []*api.Operation{opRaw, opWrite} {
				_, err := callOp(t.Context(), c, op)
				_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
				require.Equal(t, url == server.URL, untrusted, "%v", err)
				require.Equal(t, url != server.URL, errors.Is(err, http.ErrSchemeMismatch), "%v", err)
				require.EqualValues(t, i+1, dials.Load())
			}
		}
	}
}

func TestFailedAttemptsGiveTheirConnectionBack(t *testing.T) {
	for _, chunked := range []bool{false, true} {
		var requests, connections atomic.Int64
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if requests.Add(1)%3 == 0 {
				return
			}
			w.WriteHeader(503)
			w.Write(make([]byte, 100<<10))
			if chunked {
				w.(http.Flusher).Flush()
				w.Write(make([]byte, 1<<20))
			}
		}))
		server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				connections.Add(1)
			}
		}
		server.Start()
		defer server.Close()
		c := callerOf(t, server.URL, api.WithHTTPClient(server.Client()), atOnce)
		for range 5 {
			_, err := callOp(t.Context(), c, opRaw)
			require.NoError(t, err)
		}
		require.EqualValues(t, 15, requests.Load())
		require.EqualValues(t, 1, connections.Load())
	}
}

// respondOnce sends one response on each connection, byte for byte, and closes it. With
// TLS, it sends no close_notify, like a connection that breaks.
func respondOnce(t *testing.T, encrypted bool, response string) (*api.Caller, *atomic.Int64) {
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
	c := callerOf(t, server.URL, api.WithHTTPClient(server.Client()), atOnce)
	return c, requests
}

// openHeads are heads of responses that end with the connection.
var openHeads = []string{
	"HTTP/1.0 200 OK\r\n\r\n",
	"HTTP/1.1 200 OK\r\n\r\n",
	"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n",
}

// A client that received 12 cannot know whether the service sent 123.
func TestANumberThatTheConnectionEndsMayBeCutOff(t *testing.T) {
	for _, encrypted := range []bool{false, true} {
		for _, head := range openHeads {
			for _, body := range []string{"1", "12", "-1", "1.5", "1e5", " \n12", "0"} {
				c, requests := respondOnce(t, encrypted, head+body)
				_, err := callOp(t.Context(), c, opRaw)
				e := errorOf(t, err)
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
			c, _ := respondOnce(t, false, head+body)
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
		c, _ := respondOnce(t, false, response)
		res, err := callOp(t.Context(), c, opRaw)
		require.NoError(t, err, response)
		require.Equal(t, "12", string(res.Raw))
	}
}

// An HTTP/2 stream marks its end.
func TestANumberOverHTTP2IsWhole(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // so that no Content-Length is known
		io.WriteString(w, "12")
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	c := callerOf(t, server.URL, api.WithHTTPClient(server.Client()))
	res, err := callOp(t.Context(), c, opRaw)
	require.NoError(t, err)
	require.Equal(t, "12", string(res.Raw))
}

// An empty body may be the beginning of any body.
func TestNothingUpToTheEndOfTheConnectionMayBeCutOff(t *testing.T) {
	for _, encrypted := range []bool{false, true} {
		for _, head := range append(openHeads, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n") {
			c, requests := respondOnce(t, encrypted, head)
			_, err := callOp(t.Context(), c, opRaw)
			require.ErrorContains(t, err, "cannot read the response: the body is empty up to the end of the connection, so it may have been cut off; the service has to send Content-Length, or status 204")
			require.EqualValues(t, 3, requests.Load())
		}
	}
	for _, response := range []string{
		"HTTP/1.0 204 No Content\r\n\r\n", "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
		"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
	} {
		c, _ := respondOnce(t, false, response)
		_, err := callOp(t.Context(), c, opWrite)
		require.NoError(t, err, response)
	}
}

// Every other response is recognized as truncated, wherever it was cut.
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
				c, requests := respondOnce(t, false, head+body[:n])
				_, err := callOp(t.Context(), c, opWrite)
				require.Error(t, err, "%q", head+body[:n])
				require.EqualValues(t, 1, requests.Load())
			}
		}
	}
}
