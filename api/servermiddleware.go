package api

import (
	"context"
)

// Middlewares of a handler see each request once, from before the authentication until its status
// is known. Each is contained: whatever one inside does, even a panic, is an error to those outside.

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

// The mistakes of middlewares. Their callers get status 500, and the error handler these texts.
const (
	errForeignRequest = defect("a middleware gave next another ServerRequest than its own")
	errNextAgain      = defect("a middleware called next twice")
	errNotServed      = defect("a middleware returned no error for a request that was not served")
)

// contained returns f with panics turned into errors. It sets the status of the
// response in the request, where the middleware outside of f reads it.
func contained(f ServeFunc) ServeFunc {
	return func(ctx context.Context, r *ServerRequest) error {
		if r == nil || r.exchange == nil {
			return errForeignRequest
		}
		var err error
		call := func() { err = f(ctx, r) }
		if panicked := contain(call); panicked != nil {
			err = panicked
		}
		status, err := r.exchange.route.operation.statusFor(err)
		r.exchange.noteAbort(err)
		r.Status = status
		return err
	}
}

// serveOnce is the innermost ServeFunc. The exchange may end while the service runs, if a middleware
// does not wait for it; then the share of the room is released here, and the response is dropped.
func serveOnce(ctx context.Context, r *ServerRequest) error {
	x := r.exchange
	if !x.progress.start() {
		return errNextAgain
	}
	end := stateFinished
	stop := func() {
		isLate := x.progress.stop(end)
		if isLate { // a middleware did not wait
			x.body.share.release()
		}
	}
	defer stop()
	body, err := x.serve(ctx)
	if err != nil {
		return err
	}
	*x.memory = body
	end = stateServed
	return nil
}
