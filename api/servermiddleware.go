package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// ServeFunc serves a request of an operation: it authenticates the caller, reads
// the body and calls the service. The error decides the answer. A [*Problem] is
// answered as it is, any other with 500 and not a word of it.
type ServeFunc func(context.Context, *ServerRequest) error

// ServerRequest is a request as a middleware of a handler sees it. The bodies
// are not among it, since they hold personal data.
type ServerRequest struct {
	Operation *Operation
	Header    http.Header `json:"-"` // credentials included; not to be changed
	RequestID string      // see [RequestIDFromContext]
	Status    int         // of the answer that the error makes, known once next has returned

	exchange *exchange
}

// Format writes the operation alone, since the header is secret.
func (r ServerRequest) Format(s fmt.State, _ rune) { io.WriteString(s, r.describe()) }

// LogValue is what Format writes, for slog.
func (r ServerRequest) LogValue() slog.Value { return slog.StringValue(r.describe()) }

func (r ServerRequest) describe() string { return "api.ServerRequest(" + r.Operation.String() + ")" }

// WithServerMiddleware wraps f around the serving of every request that has the
// path of an operation, authentication included. So it sees how each request
// ends: one that is refused fails with a [*Problem] and, for broken rules, with a
// [*ValidationError]; one whose service panics fails with a [*PanicError]. What
// it returns is what is answered, so it may turn an error of the service into a
// Problem. The first middleware that is given is the outermost one. What needs
// the [http.ResponseWriter] goes around the handler instead.
//
// A middleware gives next the ServerRequest that it was given, with the context
// or one made of it, once, and returns when next has returned. It may leave next
// out and return an error. Where it returns none although nothing was served, the
// answer is 500.
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

// contained returns f with its panics as errors, and the status of its answer in
// the request.
func contained(f ServeFunc) ServeFunc {
	return func(ctx context.Context, r *ServerRequest) (err error) {
		if r == nil || r.exchange == nil {
			return errForeignRequest
		}
		defer func() {
			if recovered := recover(); recovered != nil {
				r.exchange.aborted = r.exchange.aborted || recovered == http.ErrAbortHandler
				err = &PanicError{recovered, debug.Stack()}
			}
			if r.Status = http.StatusOK; err != nil {
				r.Status = problemFor(err).Status
			}
		}()
		return f(ctx, r)
	}
}

// serveOnce is the innermost ServeFunc.
func serveOnce(ctx context.Context, r *ServerRequest) error {
	x := r.exchange
	if !x.state.CompareAndSwap(ready, running) {
		return errNextAgain
	}
	end := int32(over)
	defer func() { x.state.Store(end) }()
	body, err := x.serve(ctx)
	if err == nil {
		*x.buffer, end = body, served
	}
	return err
}
