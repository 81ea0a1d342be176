package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// A handler finds the operation of a request by its path and lets an exchange serve it. The middlewares
// are around the exchange, so that they see each request that an operation gets; a request to another
// path has no operation, and they do not see it.

// WithServerUnknownFields accepts fields that are not in the catalog. A service can
// read them with [RequestFromContext]. Without this option, such a field is a violation.
func WithServerUnknownFields() HandlerOption {
	return func(h *handler) { h.unknown = true }
}

// WithServerLimits bounds the requests that a handler reads. A body that is too long gets status 413,
// one that is nested too deep or has too many items 400, and one that finds no memory 503.
func WithServerLimits(limits Limits) HandlerOption {
	return func(h *handler) { h.limits = limits.orDefaults(requestLimits) }
}

// WithServerErrorHandler calls f with each error that the caller does not see: the response
// has status 500 instead. A [*Problem] and a failure of the catalog are shown, even with status
// 500, so f is not called. Nor is it called if the caller disconnected. A panic becomes a
// [*PanicError], and so does an error whose methods panic. Without this option, or with a nil
// f, the type of the error is logged, by [slog.Default] or in the record of
// [WithServerLogger]; its text is logged only if the runtime made the error, because others
// may contain personal data. If f panics, slog.Default logs that.
func WithServerErrorHandler(f func(context.Context, *Operation, error)) HandlerOption {
	return func(h *handler) { h.failed = f }
}

// NewHandler returns a handler of the routes of one or more services. No two routes
// may have the same path. It returns an error if an option is invalid or not exactly one
// of [WithServerAuthenticator] and [WithServerAnonymous] is given. A nil option is ignored.
//
//	routes := slices.Concat(contacts.Routes(contactService), claims.Routes(claimService))
//	handler, err := api.NewHandler(routes, api.WithServerAuthenticator(authenticate))
//
// Requests to other paths get status 404, in the envelope of the catalog if it has one. The handler is
// safe for concurrent use and holds no resources that need closing.
func NewHandler(routes []Route, opts ...HandlerOption) (http.Handler, error) {
	h := &handler{
		routes:   make(map[string]*Route, len(routes)),
		limits:   requestLimits,
		unrouted: &Route{operation: &Operation{Area: "unknown", Name: "path"}},
	}
	h.unrouted.handler = new(handler) // which logs nothing
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
		if err := h.add(r); err != nil {
			return nil, err
		}
	}
	if h.failed == nil && h.log == nil {
		h.failed = logFailure
	}
	h.room.setLimits(h.limits)
	h.wrap()
	return h, nil
}

// add adds a copy of a route. It returns an error if another one has its path.
func (h *handler) add(r Route) error {
	op := r.operation
	if first, isTaken := h.routes[op.Path]; isTaken {
		return fmt.Errorf("api: %s and %s have the same path %q; serve one of them",
			first.operation, op, op.Path)
	}
	r.handler = h
	r.bodyCredentials = h.bodyCredentials
	if op.Auth != nil {
		r.bodyCredentials = slices.Concat(h.bodyCredentials, op.Auth.BodyFields)
	}
	nowhere := h.unrouted.operation
	isOfCatalog := op.Envelope.exists() && !op.Envelope.Own
	if nowhere.Envelope == nil && isOfCatalog {
		nowhere.Envelope = op.Envelope
	}
	h.routes[op.Path] = &r
	return nil
}

// wrap sets the function that serves requests: the middlewares around the service, the first one
// outermost. The panics of each are contained, so that the next one outside sees an error.
func (h *handler) wrap() {
	h.serve = contained(serveOnce)
	for _, m := range slices.Backward(h.middlewares) {
		if wrapped := m(h.serve); wrapped != nil {
			h.serve = contained(wrapped)
		}
	}
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
	err := h.serve(&x.context, &x.request)
	if err == nil && !x.progress.isServed() {
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

// NewServer returns a server for h with limits for its callers: headers within 5 seconds
// and 64 KiB, a request within 30 seconds, a response within 60 seconds after the
// request headers, and 2 minutes between requests. Set Addr, adjust the limits as
// needed, and stop the server with [http.Server.Shutdown], which waits for calls in
// progress:
//
//	server := api.NewServer(handler)
//	server.Addr = ":8080"
//	err := server.ListenAndServe()
//
// A service that takes longer than WriteTimeout cannot respond.
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
