package api_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// clientsOf returns clients without and with a jar and a timeout, and one with a foreign
// transport.
func clientsOf(t *testing.T, c *http.Client) map[string]*http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	return map[string]*http.Client{
		"plain":   c,
		"jar":     {Transport: c.Transport, Jar: jar},
		"timeout": {Transport: c.Transport, Timeout: time.Minute},
		"wrapped": {Transport: transport(c.Transport.RoundTrip)},
	}
}

var keyFields = calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
	i.Header()["Idempotency-Key"], i.Header()["X-Idempotency-Key"] = []string{"k"}, []string{"k"}
	return next(ctx, i)
})

// The transport of net/http silently resends a request with a GetBody and an
// Idempotency-Key over another connection.
func TestEverySendCountsAsAnAttempt(t *testing.T) {
	for _, end := range []verdict{closeIt, resetIt} {
		for _, used := range []int64{0, 1} { // requests over the connection before
			s := serveRaw(t, func(n int64) verdict {
				if n <= used {
					return respond200
				}
				return end
			})
			tr := new(http.Transport)
			defer tr.CloseIdleConnections()
			for name, client := range clientsOf(t, &http.Client{Transport: tr}) {
				for op, sends := range map[*api.Operation]int64{opRaw: 3, opIdempotent: 3, opWrite: 1} {
					s.executed.Store(0)
					c := callerOf(t, s.url, api.WithHTTPClient(client), atOnce, keyFields)
					for range used {
						_, err := callOp(t.Context(), c, opIdempotent)
						require.NoError(t, err)
					}
					_, err := callOp(t.Context(), c, op)
					require.Error(t, err)
					require.Equal(t, used+sends, s.executed.Load(), name)
				}
			}
		}
	}
}

// registered is a transport of net/http that leaves plain HTTP to f.
func registered(f transport) *http.Transport {
	tr := new(http.Transport)
	tr.RegisterProtocol("http", f)
	return tr
}

// The transport of net/http does not trace registered protocols.
func TestAWriteThatARegisteredProtocolMayHaveSentIsFinal(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: errors.New("refused")}
	ask := func(r *http.Request) { httptrace.ContextClientTrace(r.Context()).GetConn("host:80") }
	for name, c := range map[string]struct {
		send func(*http.Request)
		want int
	}{
		"sends":                 {func(r *http.Request) { io.Copy(io.Discard, r.Body) }, 1},
		"sends in part":         {func(r *http.Request) { r.Body.Read(make([]byte, 1)) }, 1},
		"sends and then asks":   {func(r *http.Request) { io.Copy(io.Discard, r.Body); ask(r) }, 1},
		"says nothing":          {func(*http.Request) {}, 1},
		"asks for a connection": {ask, 3},
		"asks for it and has it": {func(r *http.Request) {
			ask(r)
			httptrace.ContextClientTrace(r.Context()).GotConn(httptrace.GotConnInfo{})
		}, 1},
	} {
		sends := 0
		tr := registered(func(r *http.Request) (*http.Response, error) {
			sends++
			c.send(r)
			return nil, refused
		})
		caller := callerOf(t, "http://host", atOnce, api.WithHTTPClient(&http.Client{Transport: tr}))
		_, err := callOp(t.Context(), caller, opWrite)
		require.ErrorIs(t, err, refused)
		require.Equal(t, c.want, sends, name)
	}
}

// A foreign transport that retries by itself gets the body once, so the service receives no
// second complete request.
func TestATransportCannotSendAWriteTwice(t *testing.T) {
	raw := serveRaw(t, func(int64) verdict { return closeIt })
	own := new(http.Transport)
	defer own.CloseIdleConnections()
	stubborn := transport(func(r *http.Request) (res *http.Response, err error) {
		for range 5 {
			if res, err = own.RoundTrip(r); err == nil {
				return res, nil
			}
		}
		return nil, err
	})
	c := callerOf(t, raw.url, atOnce, api.WithHTTPClient(&http.Client{Transport: stubborn}))
	_, err := callOp(t.Context(), c, opWrite)
	require.ErrorContains(t, err, "the body of a write can be read once")
	require.EqualValues(t, 1, raw.executed.Load())
}

// A transport that sends after it returned an error finds the body closed, since the caller
// may have repeated the write.
func TestAWriteCannotBeReadWhenItsAttemptIsOver(t *testing.T) {
	var bodies []io.Reader
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		bodies = append(bodies, r.Body)
		return nil, &net.OpError{Op: "dial", Err: errors.New("refused")}
	}, atOnce)
	_, err := callOp(t.Context(), c, opWrite)
	require.Error(t, err)
	require.Len(t, bodies, 3)
	for _, body := range bodies {
		text, err := io.ReadAll(body)
		require.Empty(t, text)
		require.ErrorContains(t, err, "the body of a write can be read once")
	}
}

// A request in two packets costs more time on the network and the processor.
func TestARequestIsOnePacket(t *testing.T) {
	s := serveRaw(t, func(int64) verdict { return respond200 })
	var writes atomic.Int64
	tr := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		return countedWrites{conn, &writes}, err
	}}
	defer tr.CloseIdleConnections()
	for _, op := range []*api.Operation{opRaw, opWrite} {
		c := callerOf(t, s.url, api.WithHTTPClient(&http.Client{Transport: tr}))
		writes.Store(0)
		for range 10 {
			_, err := callOp(t.Context(), c, op)
			require.NoError(t, err)
		}
		require.EqualValues(t, 10, writes.Load(), op.Effect)
	}
}

type countedWrites struct {
	net.Conn
	count *atomic.Int64
}

func (c countedWrites) Write(p []byte) (int, error) {
	c.count.Add(1)
	return c.Conn.Write(p)
}
