package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// HandlerOption changes how a handler serves.
type HandlerOption func(*handler)

// AllowUnknownFields skips fields that the catalog does not have, instead of
// refusing the request.
func AllowUnknownFields() HandlerOption {
	return func(h *handler) { h.unknown = true }
}

// WithLimits bounds the requests that a handler reads.
func WithLimits(limits Limits) HandlerOption {
	return func(h *handler) { h.limits = limits.or(requestLimits) }
}

// WithErrorHandler calls f with each error that is answered with status 500 and
// is not told to the caller, among them a [*PanicError] for a panic. Without it,
// the type of the error is logged, not its text, which may hold personal data: by
// [slog.Default], or with [WithServerLogger] in the record of the request.
func WithErrorHandler(f func(context.Context, *Operation, error)) HandlerOption {
	return func(h *handler) { h.failed = f }
}

// PanicError is a panic of a service, or of what an option put around it.
type PanicError struct {
	Value any    // what the service panicked with; it may hold personal data
	Stack []byte // where, as of [debug.Stack]
}

// Format writes Error for every verb, since others would print the value.
func (e *PanicError) Format(s fmt.State, verb rune) {
	formatError(s, verb, "api.PanicError", e.Error())
}

// Error names the type of the value, not the value.
func (e *PanicError) Error() string { return fmt.Sprintf("the service panicked with a %T", e.Value) }

// handler serves routes by path.
type handler struct {
	routes          map[string]*Route
	authenticate    Authenticator
	choices         int // about authentication, must be one
	bodyCredentials []string
	limits          Limits
	unknown         bool
	failed          func(context.Context, *Operation, error)
	serve           ServeFunc // the middlewares, and inside of them the service

	// log writes the record of a request that is over, nil for none. It is a
	// function that WithServerLogger sets, so that the linker leaves out of other
	// servers what redacts bodies.
	log func(x *exchange, status int, answer []byte, err error)

	middlewares []func(ServeFunc) ServeFunc
}

// NewHandler returns a handler of the routes. The error says that the options
// do not make exactly one choice about authentication.
func NewHandler(routes []Route, opts ...HandlerOption) (http.Handler, error) {
	h := &handler{routes: make(map[string]*Route, len(routes)), limits: requestLimits}
	for _, r := range routes {
		h.routes[r.operation.Path] = &r
	}
	for _, o := range opts {
		if o != nil {
			o(h)
		}
	}
	if h.choices != 1 || h.authenticate == nil {
		return nil, errNoAuthChoice
	}
	if h.failed == nil && h.log == nil {
		h.failed = logFailure
	}
	h.serve = contained(serveOnce)
	for _, m := range slices.Backward(h.middlewares) {
		if wrapped := m(h.serve); wrapped != nil {
			h.serve = contained(wrapped)
		}
	}
	return h, nil
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := requestIDIn(r.Header)
	route, ok := h.routes[r.URL.Path]
	if !ok {
		(&Problem{Status: http.StatusNotFound, Detail: "no operation has this path"}).write(w, id)
		return
	}
	x := newExchange(h, route, r, id)
	defer x.release()
	if h.log != nil {
		x.start = time.Now()
	}
	err := h.serve(x, &x.request)
	if err == nil && x.state.Load() != served {
		err = errNotServed
	}
	if x.aborted {
		x.log(0, nil, err)
		panic(http.ErrAbortHandler)
	}
	if err == nil {
		x.write(w)
		x.log(http.StatusOK, *x.buffer, nil)
		return
	}
	if h.failed != nil && !isTold(err) && !x.callerLeft(err) {
		h.failed(context.WithoutCancel(x), route.operation, err)
	}
	p := problemFor(err)
	x.log(p.Status, p.write(w, id), err)
}

// problemFor turns what a service or a middleware returned into an answer.
func problemFor(err error) *Problem {
	if p, ok := problemIn(err); ok {
		return p
	}
	return &Problem{Status: http.StatusInternalServerError}
}

// defect is an error of this package about a service, which holds no data.
type defect string

func (d defect) Error() string { return string(d) }
