package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
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
// the type of the error is logged by [slog.Default], not its text, which may
// hold personal data.
func WithErrorHandler(f func(context.Context, *Operation, error)) HandlerOption {
	return func(h *handler) { h.failed = f }
}

// PanicError is a panic of a service.
type PanicError struct {
	Value any    // what the service panicked with; it may hold personal data
	Stack []byte // where, as of [debug.Stack]
}

// GoString keeps %#v from printing the value.
func (e *PanicError) GoString() string { return fmt.Sprintf("&api.PanicError{%q}", e.Error()) }

// Error names the type of the value, not the value.
func (e *PanicError) Error() string { return fmt.Sprintf("the service panicked with a %T", e.Value) }

// handler serves routes by path.
type handler struct {
	routes       map[string]Route
	authenticate Authenticator
	choices      int // about authentication, must be one
	limits       Limits
	unknown      bool
	failed       func(context.Context, *Operation, error)
}

// NewHandler returns a handler of the routes. The error says that the options
// do not make exactly one choice about authentication.
func NewHandler(routes []Route, opts ...HandlerOption) (http.Handler, error) {
	h := &handler{routes: make(map[string]Route, len(routes)), limits: requestLimits, failed: logFailure}
	for _, r := range routes {
		h.routes[r.operation.Path] = r
	}
	for _, o := range opts {
		if o != nil {
			o(h)
		}
	}
	if h.choices != 1 || h.authenticate == nil {
		return nil, errNoAuthChoice
	}
	return h, nil
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, ok := h.routes[r.URL.Path]
	if !ok {
		(&Problem{Status: http.StatusNotFound, Detail: "no operation has this path"}).write(w)
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		(&Problem{Status: http.StatusMethodNotAllowed, Detail: "every operation is a POST"}).write(w)
		return
	}
	buffer := buffers.Get().(*[]byte)
	defer func() {
		if recovered := recover(); recovered != nil {
			h.contain(w, r, route.operation, recovered)
		}
		if cap(*buffer) <= maxPooled {
			buffers.Put(buffer)
		}
	}()
	if err := h.serve(route, r, buffer); err != nil {
		h.problem(r, route.operation, err).write(w)
		return
	}
	body := *buffer
	header := w.Header()
	header["Content-Type"] = jsonType
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	header["X-Content-Type-Options"] = noSniff
	w.Write(body) // a caller who is gone cannot be told
}

var (
	buffers  = sync.Pool{New: func() any { return new([]byte) }}
	jsonType = []string{"application/json"}
	noSniff  = []string{"nosniff"}
)

// serve authenticates, reads and serves, and leaves the answer in the buffer.
func (h *handler) serve(route Route, r *http.Request, buffer *[]byte) error {
	ctx, err := h.authenticate(contextWithOperation(r.Context(), route.operation), Credentials{Operation: route.operation, Header: r.Header})
	switch {
	case err != nil:
		return unauthorized(err)
	case ctx == nil:
		return defect("the authenticator returned neither a context nor an error")
	}
	if !isJSON(r.Header) {
		return &Problem{Status: http.StatusUnsupportedMediaType, Detail: "expected Content-Type: application/json"}
	}
	text, err := h.read(r, buffer)
	if err != nil {
		return err
	}
	d := decoders.Get().(*Decoder)
	d.reset(text, h.limits)
	d.unknown = h.unknown
	defer func() {
		*d = Decoder{}
		decoders.Put(d)
	}()
	body, err := route.serve(ctx, d, (*buffer)[:0])
	if err == nil {
		*buffer = body
	}
	return err
}

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// read returns a copy of the body, of which nothing is {}.
func (h *handler) read(r *http.Request, buffer *[]byte) (string, error) {
	if r.Body == nil {
		return "{}", nil // a request that no server has read
	}
	body, err := readAll((*buffer)[:0], r.Body, r.ContentLength, h.limits.Body)
	*buffer = body
	tooLarge, limited := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errTooLong):
		return "", bodyTooLarge(int64(h.limits.Body))
	case limited: // by a handler around this one
		return "", bodyTooLarge(tooLarge.Limit)
	case err != nil:
		return "", &Problem{Status: http.StatusBadRequest, Detail: "the body could not be read to its end"}
	}
	if isBlank(body) {
		return "{}", nil
	}
	return string(body), nil
}

func bodyTooLarge(limit int64) *Problem {
	return &Problem{
		Status: http.StatusRequestEntityTooLarge,
		Detail: fmt.Sprintf("the body may have at most %d bytes", limit),
	}
}

// isJSON reports whether the content is said to be JSON, or nothing is said.
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

// problem turns what a service returned into an answer.
func (h *handler) problem(r *http.Request, op *Operation, err error) *Problem {
	if refusal, ok := errors.AsType[*refused](err); ok {
		return refusal.problem()
	}
	if p, ok := problemIn(err); ok {
		return p
	}
	if r.Context().Err() == nil {
		h.failed(r.Context(), op, err)
	}
	return &Problem{Status: http.StatusInternalServerError}
}

// contain answers a panic of a service.
func (h *handler) contain(w http.ResponseWriter, r *http.Request, op *Operation, recovered any) {
	if recovered == http.ErrAbortHandler {
		panic(recovered)
	}
	h.failed(context.WithoutCancel(r.Context()), op, &PanicError{recovered, debug.Stack()})
	(&Problem{Status: http.StatusInternalServerError}).write(w)
}

// defect is an error of this package about a service, which holds no data.
type defect string

func (d defect) Error() string { return string(d) }

// logFailure logs an error by its type, and by its text where that is known to
// hold no data.
func logFailure(ctx context.Context, op *Operation, err error) {
	attrs := []slog.Attr{slog.String("operation", op.String()), slog.String("error_type", fmt.Sprintf("%T", err))}
	switch err := err.(type) {
	case defect:
		attrs = append(attrs, slog.String("error", err.Error()))
	case *PanicError:
		attrs = append(attrs, slog.String("panic_type", fmt.Sprintf("%T", err.Value)), slog.String("stack", string(err.Stack)))
	}
	slog.LogAttrs(ctx, slog.LevelError, "service failed", attrs...)
}
