package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// RoundTripFunc makes a call, with all its attempts. Its error is returned to the caller.
type RoundTripFunc func(context.Context, *Invocation) error

// Invocation is a call as a middleware sees it. It does not contain the bodies, since
// they may contain personal data.
type Invocation struct {
	Operation *Operation

	// The outcome, known once next has returned.
	Status    int    // HTTP status code of the last response, 0 if there was none
	Attempts  int    // how often the request was sent
	RequestID string // of the response, or of the request if the response has none

	call *call
	done bool // the last round trip was a success
}

// Header returns the header of the request, including credentials. A middleware may
// change it before the call.
func (i Invocation) Header() http.Header {
	if i.call == nil {
		return nil
	}
	return i.call.request.header
}

// String returns only the operation, since the header is secret.
func (i Invocation) String() string { return "api.Invocation(" + i.Operation.String() + ")" }

// Format writes i.String() for every verb, so the header is not printed.
func (i Invocation) Format(s fmt.State, _ rune) { io.WriteString(s, i.String()) }

// LogValue is String for slog.
func (i Invocation) LogValue() slog.Value { return slog.StringValue(i.String()) }

// WithMiddleware wraps f around every call of a client: around the whole call, not
// around each attempt. To wrap attempts, use an [http.RoundTripper]. The middleware
// sees the result and the duration of a call as the caller does; a request that
// breaks a rule and a response that cannot be read are failures too. The first
// middleware is the outermost one.
//
// A middleware passes its Invocation to next, with its context or one derived from it. It
// must not call next after it has returned, or concurrently. It may return an error
// without calling next. Calling next again repeats the call, even a write, with new
// attempts. A nil f, or one that returns nil, has no effect.
func WithMiddleware(f func(next RoundTripFunc) RoundTripFunc) ClientOption {
	return clientOption(func(c *Caller) {
		if f != nil {
			c.middlewares = append(c.middlewares, f)
		}
	})
}

var (
	errNoInvocation = errors.New("api: a middleware gave next another Invocation than that of " +
		"its call, or one of a call that is over")
	errNoRoundTrip = errors.New("api: a middleware returned no error for a call that had no success")
)

// run makes a call through the middlewares.
func (c *Caller) run(ctx context.Context, i *Invocation) error {
	if len(c.middlewares) == 0 {
		return invoke(ctx, i)
	}
	i.call.request.header = i.call.completed(i.call.config.header.Clone())
	err := c.invoke(ctx, i)
	if err == nil && !i.done {
		return fmt.Errorf("%s: %w", i.Operation, errNoRoundTrip)
	}
	return err
}

// invoke is the innermost RoundTripFunc.
func invoke(ctx context.Context, i *Invocation) error {
	if i == nil || i.call == nil {
		return errNoInvocation
	}
	i.Status, i.Attempts, i.done = 0, 0, false
	err := i.call.roundTrip(ctx, i)
	i.done = err == nil
	return err
}

// ServeFunc serves a request of an operation: it authenticates the caller, reads the
// body and calls the service. The error decides the response: a [*Problem] is the
// response; any other error becomes a response with status 500 that does not show it.
type ServeFunc func(context.Context, *ServerRequest) error

// ServerRequest is a request as a middleware of a handler sees it. It does not contain
// the bodies, since they may contain personal data.
type ServerRequest struct {
	Operation *Operation
	RequestID string // see [RequestIDFromContext]
	Status    int    // of the response, known once next has returned

	exchange *exchange
}

// Header returns the header, including credentials. It must not be changed.
func (r ServerRequest) Header() http.Header {
	if r.exchange == nil {
		return nil
	}
	return r.exchange.http.Header
}

// Format writes only the operation, since the header is secret.
func (r ServerRequest) Format(s fmt.State, _ rune) { io.WriteString(s, r.describe()) }

// LogValue is Format for slog.
func (r ServerRequest) LogValue() slog.Value { return slog.StringValue(r.describe()) }

func (r ServerRequest) describe() string { return "api.ServerRequest(" + r.Operation.String() + ")" }

// WithServerMiddleware wraps f around the handling of every request to the path of an
// operation, including authentication. The middleware sees how each request ends: a
// refused request fails with a [*Problem] and, if it breaks rules, with a
// [*ValidationError]; a panic of the service is a [*PanicError]. The error that the
// middleware returns decides the response, so it may turn an error of the service
// into a Problem. The first middleware is the outermost one. To use the
// [http.ResponseWriter], wrap the handler instead.
//
// A middleware passes its ServerRequest to next once, with its context or one derived
// from it, and returns after next has returned. It may return an error without calling
// next. If it returns nil without calling next, the response has status 500. A nil f, or
// one that returns nil, has no effect.
func WithServerMiddleware(f func(next ServeFunc) ServeFunc) HandlerOption {
	return func(h *handler) {
		if f != nil {
			h.middlewares = append(h.middlewares, f)
		}
	}
}

const (
	errForeignRequest = defect("a middleware gave next another ServerRequest than its own")
	errNextAgain      = defect("a middleware called next twice")
	errNotServed      = defect("a middleware returned no error for a request that was not served")
)

// contained returns f with panics turned into errors. It sets the status of the
// response in the request.
func contained(f ServeFunc) ServeFunc {
	return func(ctx context.Context, r *ServerRequest) error {
		if r == nil || r.exchange == nil {
			return errForeignRequest
		}
		var err error
		if panicked := contain(func() { err = f(ctx, r) }); panicked != nil {
			err = panicked
		}
		status, err := r.exchange.route.operation.statusFor(err)
		r.exchange.noteAbort(err)
		r.Status = status
		return err
	}
}

// serveOnce is the innermost ServeFunc.
func serveOnce(ctx context.Context, r *ServerRequest) error {
	x := r.exchange
	if !x.progress.start() {
		return errNextAgain
	}
	end := int32(finished)
	stop := func() {
		if late := x.progress.stop(end); late { // a middleware did not wait
			x.body.share.release()
		}
	}
	defer stop()
	body, err := x.serve(ctx)
	if err != nil {
		return err
	}
	*x.memory = body
	end = served
	return nil
}
