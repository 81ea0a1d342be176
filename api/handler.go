package api

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/opgen/internal/json/cursor"
)

// A HandlerOption configures a handler. Option names start with WithServer.
type HandlerOption func(*handler)

// WithServerUnknownFields accepts fields that are not in the catalog. A service can
// read them with [RequestFromContext]. Without this option, such a field is a violation.
func WithServerUnknownFields() HandlerOption {
	return func(h *handler) { h.unknown = true }
}

// WithServerLimits bounds the requests that a handler reads.
func WithServerLimits(limits Limits) HandlerOption {
	return func(h *handler) { h.limits = limits.orDefaults(requestLimits) }
}

// WithServerErrorHandler calls f with each error that the caller does not see: the response
// has status 500 instead. A [*Problem] and a failure of the catalog are shown, even with status
// 500, so f is not called. Nor is it called if the caller disconnected. A panic becomes a
// [*PanicError], and so does an error whose methods panic. Without this option, or with a nil f, the type of the
// error is logged, by [slog.Default] or in the record of [WithServerLogger]; its text
// is logged only if the runtime made the error, because others may contain personal data. If f panics, slog.Default logs that.
func WithServerErrorHandler(f func(context.Context, *Operation, error)) HandlerOption {
	return func(h *handler) { h.failed = f }
}

// PanicError is a panic of a service, of an option, of a method of an error, or of
// the [http.ResponseWriter].
type PanicError struct {
	Value any    // the argument of panic; nil for [runtime.Goexit]; it may contain personal data
	Stack []byte // of the panic, by [debug.Stack]
}

// Format writes e.Error() for every verb, since others would print the value.
func (e PanicError) Format(s fmt.State, verb rune) {
	formatError(s, verb, "api.PanicError", e.Error())
}

// MarshalText returns e.Error(), so that encoding/json and slog do not write the value.
func (e PanicError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// Error names the type of the value, not the value.
func (e *PanicError) Error() string {
	if e.Value == nil {
		return "the service ended its goroutine"
	}
	return fmt.Sprintf("the service panicked with a %T", e.Value)
}

// handler serves routes by path.
type handler struct {
	routes          map[string]*Route
	authenticate    Authenticator
	choices         int // number of options that decide about authentication; must be 1
	bodyCredentials []string
	err             error // of an invalid option
	limits          Limits
	inFlight        inFlight
	unknown         bool
	failed          func(context.Context, *Operation, error)
	serve           ServeFunc // the middlewares, and inside of them the service

	// log writes the record of a finished request, nil for none. WithServerLogger
	// sets it, so that other servers do not link the code that redacts bodies.
	log func(x *exchange, status int, body []byte, err error)

	middlewares []func(ServeFunc) ServeFunc
	unrouted    *Route // of unknown paths, with the envelope of the first catalog that has one
}

// Route is an operation and the function that serves it. The Routes function of a
// generated package returns the routes of a service.
type Route struct {
	// No reflect.Type here, in Invocation or in types that they point to: every generated
	// package would compile some 50 functions of package reflect again.

	operation *Operation
	request   any // nil pointer to a generated struct
	response  any // likewise, or nil if its shape is not shown
	serve     serveFunc
	handler   *handler // that the route is a part of, nil before

	bodyCredentials []string // members of the body that are removed
}

// serveFunc reads a request from text, serves it, and appends the response to b. The
// result is nil if the service returned no response, and empty if the response is
// not JSON.
type serveFunc = func(ctx context.Context, text string, limits cursor.Limits, unknown bool, b []byte) ([]byte, error)

// newRoute returns the route of an operation. The request and the response are nil
// pointers of their types, or nil for a response whose shape is not shown.
func newRoute(op *Operation, request, response any, serve serveFunc) Route {
	return Route{operation: op, request: request, response: response, serve: serve}
}

// NewHandler returns a handler of the routes of one or more services. No two routes
// may have the same path. It returns an error if an option is invalid or not exactly one
// of [WithServerAuthenticator] and [WithServerAnonymous] is given. A nil option is ignored.
func NewHandler(routes []Route, opts ...HandlerOption) (http.Handler, error) {
	bridgeHandlers()
	h := &handler{routes: make(map[string]*Route, len(routes)), limits: requestLimits}
	nowhere := &Operation{Area: "unknown", Name: "path"}
	h.unrouted = &Route{operation: nowhere, handler: new(handler)} // which logs nothing
	for _, o := range opts {
		if o != nil {
			o(h)
		}
	}
	if h.err != nil {
		return nil, h.err
	}
	if h.choices != 1 || h.authenticate == nil {
		return nil, errNoAuthChoice
	}
	for _, r := range routes {
		if first, twice := h.routes[r.operation.Path]; twice {
			return nil, fmt.Errorf("api: %s and %s have the same path %q; serve one of them", first.operation, r.operation, r.operation.Path)
		}
		r.handler, r.bodyCredentials = h, h.bodyCredentials
		if auth := r.operation.Auth; auth != nil {
			r.bodyCredentials = slices.Concat(h.bodyCredentials, auth.BodyFields)
		}
		if e := r.operation.Envelope; nowhere.Envelope == nil && e.exists() && !e.Own {
			nowhere.Envelope = e
		}
		h.routes[r.operation.Path] = &r
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

// ServeHTTP serves one request. The path must be spelled as in the catalog, so that a
// proxy that decides by the path sees the same one.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, ok := h.routes[pathOf(r)]
	if !ok {
		route = h.unrouted
	}
	x := newExchange(route, r, requestIDIn(r.Header))
	defer x.end(w)
	if !ok {
		x.respond(w, &Problem{Status: http.StatusNotFound, Detail: "no operation has this exact path"})
		return
	}
	if h.log != nil {
		x.start = time.Now()
	}
	err := h.serve(x, &x.request)
	if err == nil && x.state.Load() != served {
		err = errNotServed
	}
	x.respond(w, err)
}

// pathOf returns the path as it was sent. The path of a request that was not read by a
// server is not escaped.
func pathOf(r *http.Request) string {
	if r.RequestURI == "" && r.URL.RawPath == "" {
		return r.URL.Path
	}
	return r.URL.EscapedPath()
}

// problemFor returns the response to an error of a service or a middleware.
func problemFor(err error) *Problem {
	if p, ok := problemIn(err); ok {
		return p
	}
	return &Problem{Status: http.StatusInternalServerError}
}

// defect is the error of a faulty service. Its text holds no data.
type defect string

func (d defect) Error() string { return string(d) }

// NewServer returns a server for h with limits for its callers: headers within 5 seconds
// and 64 KiB, a request within 30 seconds, a response within 60 seconds after the
// request headers, and 2 minutes between requests. Set Addr, adjust the limits as
// needed, and stop the server with [http.Server.Shutdown], which waits for calls in
// progress.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
	}
}

var (
	jsonType = []string{"application/json"}
	noSniff  = []string{"nosniff"}
)

// checkContent returns a problem if the header declares anything but plain JSON.
func checkContent(h http.Header) error {
	switch {
	case !isJSON(h):
		return &Problem{Status: http.StatusUnsupportedMediaType, Detail: "expected Content-Type: application/json"}
	case slices.ContainsFunc(h["Content-Encoding"], isCoding):
		return &Problem{
			Status: http.StatusUnsupportedMediaType, Detail: "expected no Content-Encoding",
			Header: http.Header{"Accept-Encoding": {"identity"}},
		}
	default:
		return nil
	}
}

// isJSON reports whether Content-Type is that of JSON, or absent.
func isJSON(h http.Header) bool {
	values := h["Content-Type"]
	if len(values) == 0 || slices.Equal(values, jsonType) {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(values[0])
	charset, given := params["charset"]
	return len(values) == 1 && err == nil && mediaType == "application/json" &&
		(!given || strings.EqualFold(charset, "utf-8"))
}

// isCoding reports whether a value of Content-Encoding is that of a coding, such as gzip.
func isCoding(value string) bool {
	value = strings.TrimSpace(value)
	return value != "" && !strings.EqualFold(value, "identity")
}
