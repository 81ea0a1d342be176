package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
)

// delivery is the request of one attempt. It records whether any part of a write may have been
// sent.
//
// Only the transport can say that nothing was sent. [net/http.Transport] reports through
// httptrace that it asks for a connection and that it got one. Without a connection, no
// byte of the request was written, whatever the error is. A transport that does not trace
// must return the error of a dial. In both cases the body must be unread: otherwise, a
// transport that tries two ways of sending could seem to have sent nothing.
//
// The trace says nothing about the writing itself. WroteHeaders and WroteRequest are called
// when the bytes are in a buffer, before it is flushed, and an error from flushing does not
// say how much was sent. So an attempt that has a connection counts as sent, even on an idle
// connection that the service had just closed.
//
// A transport may keep the request after the attempt, so each attempt has its own. All its
// parts are in one allocation.
type delivery struct {
	asked atomic.Bool // the transport wants a connection
	got   atomic.Bool // the transport has a connection
	read  atomic.Bool // the transport has begun to read the body
	ended atomic.Bool // the attempt is over, and the body can no longer be read

	inMemory bool // net/http sends the body together with the header, unseen
	url      url.URL
	text     bytes.Reader // of the body
}

// watch returns a context that lets the transport report to d. Only writes are watched: others may be
// retried whether they were sent or not.
func (d *delivery) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { d.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { d.got.Store(true) },
	})
}

// body returns the text as the body of a request. If net/http knows that a body is in
// memory, it sends it in one packet with the header. Reads of such a body cannot be
// observed, so a write uses it only with the transport of net/http, whose trace suffices.
//
// An empty body must be [http.NoBody]: otherwise net/http does not send its length. Its
// reads cannot be observed either, so for other transports it counts as read.
func (d *delivery) body(transport http.RoundTripper, isWrite bool) io.ReadCloser {
	_, isTraced := transport.(*http.Transport)
	d.inMemory = isTraced || !isWrite
	switch {
	case d.text.Len() == 0:
		d.read.Store(true)
		return http.NoBody
	case !d.inMemory:
		return watchedBody{d}
	default:
		return io.NopCloser(&d.text)
	}
}

// isUnsent reports whether no part of an attempt that ended with err was or will be sent.
// It is called after the attempt.
//
// A transport of net/http does not ask for a connection if it passes the request to a
// registered protocol.
func (d *delivery) isUnsent(err error) bool {
	switch {
	case d.got.Load():
		return false
	case d.inMemory:
		return d.asked.Load() && d.text.Len() == int(d.text.Size())
	default:
		return !d.read.Load() && (d.asked.Load() || isDialError(err))
	}
}

// isDialError reports whether err says that no connection could be made, to the service or to a
// proxy.
func isDialError(err error) bool {
	e, ok := errors.AsType[*net.OpError](err)
	return ok && (e.Op == "dial" || e.Op == "proxyconnect")
}

// watchedBody is a body that records being read. It can be read once, while its attempt
// lasts.
type watchedBody struct{ delivery *delivery }

var errReadAgain = errors.New("api: the body of a write can be read once; a transport must not " +
	"send it again, since api.RetryPolicy decides about that")

// Read reads from the text, or returns an error if the attempt is over.
func (b watchedBody) Read(p []byte) (int, error) {
	b.delivery.read.Store(true) // before the check whether the attempt is over
	if b.delivery.ended.Load() {
		return 0, errReadAgain
	}
	return b.delivery.text.Read(p)
}

// Close ends the reading. A transport may close the body before its attempt ends.
func (b watchedBody) Close() error {
	b.delivery.ended.Store(true)
	return nil
}
