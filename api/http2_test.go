package api_test

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

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
			if !s.answer(conn, stream) {
				return
			}
		}
	}
}

// answer reports whether the connection goes on.
func (s *http2Server) answer(conn net.Conn, stream uint32) bool {
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
