package api_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// atOnce repeats without a wait worth mentioning.
var atOnce = api.WithRetry(api.RetryPolicy{BaseDelay: 1})

// rawServer reads requests of HTTP/1.1 whole and then does what the number of
// the request, counted from 1, calls for.
type rawServer struct {
	url         string
	executed    atomic.Int64
	connections atomic.Int64
}

// verdict says what happens to the connection after a request.
type verdict int

const (
	answer200 verdict = iota
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
		case answer200:
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
		case closeIt:
			return
		case resetIt:
			conn.(*net.TCPConn).SetLinger(0)
			return
		}
	}
}

// caller has a transport of its own, so that no test uses the connections of
// another one.
func (s *rawServer) caller(t *testing.T, opts ...api.ClientOption) *api.Caller {
	t.Helper()
	tr := new(http.Transport)
	t.Cleanup(tr.CloseIdleConnections)
	c, err := api.NewCaller(s.url, append([]api.ClientOption{api.WithHTTPClient(&http.Client{Transport: tr}), atOnce}, opts...)...)
	require.NoError(t, err)
	return c
}

// The request is over 64 KiB, more than a buffer on the way to the wire, and the
// connection breaks while it is sent.
func TestAWriteThatWasSentInPartIsFinal(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	var connections atomic.Int64
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			conn.Read(make([]byte, 100))
			conn.(*net.TCPConn).SetLinger(0)
			conn.Close()
		}
	}()
	c, err := api.NewCaller("http://"+listener.Addr().String(), atOnce, api.WithHTTPClient(&http.Client{Transport: new(http.Transport)}))
	require.NoError(t, err)
	_, err = wire.DoRaw(t.Context(), wire.Begin(c, opWrite, nil), new(textRequest(make([]byte, 8<<20))))
	require.Error(t, err)
	require.EqualValues(t, 1, connections.Load())
}

// failingDial dials with an error a number of times.
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
		s := serveRaw(t, func(int64) verdict { return answer200 })
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

// A dial that takes longer than an attempt may leaves nothing on the wire, though
// the transport goes on with it and keeps the connection for others.
func TestAWriteIsRepeatedWhereTheDialTakesTooLong(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := new(rawServer)
		var dials atomic.Int64
		tr := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			if dials.Add(1) == 1 {
				time.Sleep(8 * time.Second)
			}
			near, far := net.Pipe()
			go s.serve(far, func(int64) verdict { return answer200 })
			return near, nil
		}}
		c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: tr}),
			api.WithRetry(api.RetryPolicy{AttemptTimeout: 5 * time.Second, BaseDelay: 1}))
		require.NoError(t, err)
		start := time.Now()
		_, err = callOp(t.Context(), c, opWrite)
		require.NoError(t, err)
		require.Equal(t, 5*time.Second, time.Since(start).Truncate(time.Second))
		time.Sleep(10 * time.Second)
		require.EqualValues(t, 1, s.executed.Load())
		require.EqualValues(t, 2, dials.Load())
		tr.CloseIdleConnections()
	})
}

// A transport that tells nothing is believed an error of a dial, as long as it
// has not looked at the body.
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

func TestACertificateThatIsNotAcceptedIsFinal(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	var dials atomic.Int64
	tr := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		dials.Add(1)
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	for i, op := range []*api.Operation{opRaw, opWrite} {
		c, err := api.NewCaller(server.URL, api.WithHTTPClient(&http.Client{Transport: tr}), atOnce)
		require.NoError(t, err)
		_, err = callOp(t.Context(), c, op)
		_, ok := errors.AsType[*tls.CertificateVerificationError](err)
		require.True(t, ok, "%v", err)
		require.EqualValues(t, i+1, dials.Load())
	}
}

func TestAServiceWithoutTLSIsFinal(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for _, timeout := range []time.Duration{0, time.Minute} {
		var dials atomic.Int64
		tr := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			dials.Add(1)
			return new(net.Dialer).DialContext(ctx, network, address)
		}}
		c, err := api.NewCaller(strings.Replace(server.URL, "http:", "https:", 1), api.WithHTTPClient(&http.Client{Transport: tr, Timeout: timeout}), atOnce)
		require.NoError(t, err)
		for i, op := range []*api.Operation{opRaw, opWrite} {
			_, err = callOp(t.Context(), c, op)
			require.ErrorIs(t, err, http.ErrSchemeMismatch)
			require.EqualValues(t, i+1, dials.Load())
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
		c, err := api.NewCaller(server.URL, api.WithHTTPClient(server.Client()), atOnce)
		require.NoError(t, err)
		for range 5 {
			_, err := callOp(t.Context(), c, opRaw)
			require.NoError(t, err)
		}
		require.EqualValues(t, 15, requests.Load())
		require.EqualValues(t, 1, connections.Load())
	}
}
