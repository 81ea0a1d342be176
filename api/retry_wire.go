package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
)

// wire watches one attempt of a write for anything that may have left this
// machine.
//
// That nothing did is believed only where the transport says so. By way of
// httptrace, [net/http.Transport] tells that it asks for a connection and that
// it got one: without the latter no byte of the request was written, whatever
// the error is. A transport that does not trace must return the error of a
// dial. In both cases nobody may have read of the body, where the transport is
// not net/http's own, or one that sends by two ways could be mistaken for one that
// sent nothing.
//
// What the trace says of the writing itself proves nothing. WroteHeaders and
// WroteRequest are called when the bytes are in a buffer, before they are
// flushed, and an error of the flush leaves open how much got out. So an
// attempt that has a connection counts as sent, also where it was an idle one
// that the service had just closed.
//
// A transport may hold on to it when the attempt is over, so each has its own; the
// parts of the request that each needs too are in the same memory.
type wire struct {
	asked, got, read atomic.Bool

	url  url.URL
	text bytes.Reader // of the body
}

// watch returns a context by which the transport reports to w.
func (w *wire) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { w.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { w.got.Store(true) },
	})
}

// body returns the text as the body of a write. Of net/http's own transport the
// trace says enough, and a body that it knows to be in memory it sends together
// with the header, in one packet. Of any other it is noted who reads it.
func (w *wire) body(transport http.RoundTripper) io.ReadCloser {
	if _, ok := transport.(*http.Transport); ok || transport == nil {
		return io.NopCloser(&w.text)
	}
	return watchedBody{w}
}

// untouched reports whether nothing of an attempt that ended with err reached
// the wire. It is asked when the transport has returned.
func (w *wire) untouched(err error) bool {
	return !w.got.Load() && !w.read.Load() && (w.asked.Load() || isDial(err))
}

// isDial reports whether no connection could be made to the service or its
// proxy.
func isDial(err error) bool {
	e, ok := errors.AsType[*net.OpError](err)
	return ok && (e.Op == "dial" || e.Op == "proxyconnect")
}

// isFinal reports whether a transport's error stays however often one tries:
// the other side is not whom it should be, or does not speak TLS.
func isFinal(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	return untrusted || noTLS
}

// watchedBody is a body which notes that somebody reads it.
type watchedBody struct{ wire *wire }

func (b watchedBody) Read(p []byte) (int, error) {
	b.wire.read.Store(true)
	return b.wire.text.Read(p)
}

func (b watchedBody) WriteTo(w io.Writer) (int64, error) {
	b.wire.read.Store(true)
	return b.wire.text.WriteTo(w)
}

func (watchedBody) Close() error { return nil }
