package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// Middlewares of a handler see each request once, from before the authentication until its status
// is known. Each is contained: whatever one inside does, even a panic, is an error to those outside.

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
