package api_test

import (
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httptrace"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// clientsOf returns clients that send by RoundTrip, by http.Client.Do and through a
// transport of somebody else.
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

// net/http sends a request again on its own where the service says that it did not
// look at it, if it can get at its body again, and over HTTP/2 as often as it likes.
// Here the service gives in at the tenth request, so that a test that fails ends.
func TestEverySendOverHTTP2CountsAsAnAttempt(t *testing.T) {
	for _, encrypted := range []bool{true, false} {
		for _, v := range []http2Verdict{goAway, refuseIt, badRequest, hangUp} {
			s := serveHTTP2(t, encrypted, func(stream int64) http2Verdict {
				if stream < 10 {
					return v
				}
				return success
			})
			for name, client := range clientsOf(t, s.client) {
				for _, attempts := range []int64{1, 3} {
					for op, sends := range map[*api.Operation]int64{opRaw: attempts, opIdempotent: attempts, opWrite: 1, opUnknown: 1} {
						s.streams.Store(0)
						c, err := api.NewCaller(s.url, api.WithHTTPClient(client), keyFields,
							api.WithRetry(api.RetryPolicy{MaxAttempts: int(attempts), BaseDelay: 1}))
						require.NoError(t, err)
						_, err = callOp(t.Context(), c, op)
						require.Error(t, err)
						require.Equal(t, sends, s.streams.Load(), "%s, encrypted: %v, verdict %d, %d attempts: %v", name, encrypted, v, attempts, err)
						require.Equal(t, 5*(sends-1), c.Budget().Spent())
					}
				}
			}
		}
	}
}

// The transport of net/http takes a request that has a GetBody and an Idempotency-Key
// for one that it may send again over another connection, and does not tell.
func TestEverySendCountsAsAnAttempt(t *testing.T) {
	for _, end := range []verdict{closeIt, resetIt} {
		for _, used := range []int64{0, 1} { // requests over the connection before
			s := serveRaw(t, func(n int64) verdict {
				if n <= used {
					return answer200
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

// What a registered protocol does, the transport of net/http does not tell.
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

// A transport of somebody else that repeats on its own gets the body once, so the
// service sees no second request that is whole.
func TestATransportCannotSendAWriteTwice(t *testing.T) {
	raw := serveRaw(t, func(int64) verdict { return closeIt })
	framed := serveHTTP2(t, true, func(int64) http2Verdict { return refuseIt })
	own := new(http.Transport)
	defer own.CloseIdleConnections()
	for _, server := range []struct {
		url     string
		next    http.RoundTripper
		arrived *atomic.Int64
	}{
		{raw.url, own, &raw.executed},
		{framed.url, framed.client.Transport, &framed.streams},
	} {
		stubborn := transport(func(r *http.Request) (res *http.Response, err error) {
			for range 5 {
				if res, err = server.next.RoundTrip(r); err == nil {
					return res, nil
				}
			}
			return nil, err
		})
		c := callerOf(t, server.url, atOnce, api.WithHTTPClient(&http.Client{Transport: stubborn}))
		_, err := callOp(t.Context(), c, opWrite)
		require.ErrorContains(t, err, "the body of a write can be read once")
		require.EqualValues(t, 1, server.arrived.Load())
	}
}

// A transport that gives up and sends later finds the body closed, since by then
// somebody may have repeated the write.
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

// A request in two packets costs another one of the way and of the processor.
func TestARequestIsOnePacket(t *testing.T) {
	s := serveRaw(t, func(int64) verdict { return answer200 })
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

// http2Server counts the requests that reach it over HTTP/2, and does with each what
// its number, counted from 1, calls for. It writes its few frames itself, since no
// server of net/http refuses a stream or goes away on purpose.
type http2Server struct {
	url     string
	client  *http.Client
	streams atomic.Int64
	decide  func(stream int64) http2Verdict
}

// http2Verdict says what happens to a stream of HTTP/2.
type http2Verdict int

const (
	success    http2Verdict = iota
	goAway                  // no stream of this connection was processed, the service says
	refuseIt                // this stream was not processed, the service says
	badRequest              // the stream is reset with PROTOCOL_ERROR
	hangUp                  // the connection is closed
)

// serveHTTP2 starts a server with TLS, or without it for clients that know that it
// speaks HTTP/2.
func serveHTTP2(t *testing.T, encrypted bool, decide func(stream int64) http2Verdict) *http2Server {
	t.Helper()
	s := &http2Server{decide: decide}
	if encrypted {
		server := httptest.NewUnstartedServer(nil)
		server.TLS = &tls.Config{NextProtos: []string{"h2"}}
		server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
			"h2": func(_ *http.Server, conn *tls.Conn, _ http.Handler) { s.serve(conn) },
		}
		server.StartTLS()
		t.Cleanup(server.Close)
		s.url, s.client = server.URL, server.Client()
		s.client.Transport.(*http.Transport).ForceAttemptHTTP2 = true
		return s
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	tr := &http.Transport{Protocols: protocols}
	t.Cleanup(tr.CloseIdleConnections)
	s.url, s.client = "http://"+listener.Addr().String(), &http.Client{Transport: tr}
	return s
}

// The types and flags of frames (RFC 9113, 6).
const (
	frameData, frameHeaders, frameReset, frameSettings, framePing, frameGoAway = 0, 1, 3, 4, 6, 7

	flagEndStream, flagAck, flagEndHeaders = 1, 1, 4
)

func writeFrame(w io.Writer, kind, flags byte, stream uint32, payload ...byte) {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	head = binary.BigEndian.AppendUint32(append(head, flags), stream)
	w.Write(append(head, payload...))
}

// serve reads a request whole before it decides. The body has to fit in the first
// window, since it is not enlarged.
func (s *http2Server) serve(conn net.Conn) {
	defer conn.Close()
	if _, err := io.CopyN(io.Discard, conn, int64(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))); err != nil {
		return
	}
	writeFrame(conn, frameSettings, 0, 0)
	for {
		var head [9]byte
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			return
		}
		size, kind, flags := binary.BigEndian.Uint32(head[:4])>>8, head[3], head[4]
		stream := binary.BigEndian.Uint32(head[5:])
		payload := make([]byte, size)
		if _, err := io.ReadFull(conn, payload); err != nil {
			return
		}
		switch {
		case kind == frameSettings && flags&flagAck == 0:
			writeFrame(conn, frameSettings, flagAck, 0)
		case kind == framePing && flags&flagAck == 0:
			writeFrame(conn, framePing, flagAck, 0, payload...)
		case (kind == frameData || kind == frameHeaders) && flags&flagEndStream != 0:
			if !s.respond(conn, stream) {
				return
			}
		}
	}
}

// respond reports whether the connection goes on.
func (s *http2Server) respond(conn net.Conn, stream uint32) bool {
	switch s.decide(s.streams.Add(1)) {
	case goAway: // the last stream that was processed is 0, the code is NO_ERROR
		writeFrame(conn, frameGoAway, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	case refuseIt:
		writeFrame(conn, frameReset, 0, stream, 0, 0, 0, 7)
	case badRequest:
		writeFrame(conn, frameReset, 0, stream, 0, 0, 0, 1)
	case hangUp:
		return false
	default:
		writeFrame(conn, frameHeaders, flagEndHeaders, stream, 0x88) // ":status: 200" in HPACK
		writeFrame(conn, frameData, flagEndStream, stream, '{', '}')
	}
	return true
}
