package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"example.com/opgen/internal/json/cursor"
)

// This file has what a handler and a request remember. A handler does not change once it is made,
// except for its room. Each request is an exchange; middlewares see it as a [ServerRequest], and
// authenticators as [Credentials]. Other files have the functions.

// A HandlerOption configures a handler. Option names start with WithServer.
type HandlerOption func(*handler)

// handler serves routes by path. It is what the options of NewHandler decide, and does not change
// afterwards, except for its room.
type handler struct {
	routes          map[string]*Route
	authenticate    Authenticator
	choices         int // number of options that decide about authentication; must be 1
	bodyCredentials []string
	err             error  // of an invalid option
	limits          Limits // each field set
	room            room   // for the bodies of all requests
	unknown         bool   // accept fields that are not in the catalog
	failed          func(context.Context, *Operation, error)
	serve           ServeFunc // the middlewares, and inside of them the service

	// log writes the record of a finished request, nil for none. WithServerLogger
	// sets it, so that other servers do not link the code that redacts bodies.
	log func(x *exchange, status int, body []byte, err error)

	middlewares []func(ServeFunc) ServeFunc
	unrouted    *Route // of unknown paths, with the envelope of the first catalog that has one
}

// Route is an operation and the function that serves it. The Routes function of a
// generated package returns the routes of a service. [NewHandler] copies routes, so they can be used
// for several handlers.
type Route struct {
	// No reflect.Type here, in Invocation or in types that they point to: every generated
	// package would compile some 50 functions of package reflect again.

	operation *Operation
	request   any // nil pointer to a generated struct
	response  any // likewise, or nil if its shape is not shown
	serve     decodeAndServe
	handler   *handler // that the route is a part of, nil before

	bodyCredentials []string // members of the body that are removed
}

// decodeAndServe reads a request from text, serves it, and appends the response to b. The
// result is nil if the service returned no response, and empty if the response is
// not JSON.
type decodeAndServe = func(
	ctx context.Context, text string, limits cursor.Limits, unknown bool, b []byte,
) ([]byte, error)

// ServeFunc serves a request of an operation: it authenticates the caller, reads the
// body and calls the service. The error decides the response: a [*Problem] is the
// response; any other error becomes a response with status 500 that does not show it. When it
// returns, the ServerRequest has the status. See [WithServerMiddleware].
type ServeFunc func(context.Context, *ServerRequest) error

// exchange is a request that is being served. Its parts have their own lifetimes: the memory
// returns to the pool when the exchange ends, the body is read once and may be kept by the service,
// and so may the context. They share one allocation.
type exchange struct {
	route    *Route
	http     *http.Request
	request  ServerRequest // for the middlewares
	context  servedContext // of the request, for the middlewares and the service
	memory   *[]byte       // from the pool: the body as it is read, then that of the response
	body     receivedBody
	response sentResponse
	progress progress
	start    time.Time // if there is a logger
}

// receivedBody is the body of a request. It takes a share of the handler's room as long as the
// service may need it.
type receivedBody struct {
	share share
	text  string // without removed credentials, "" before it is read
}

// sentResponse is what is known about a response before it is sent.
type sentResponse struct {
	id       [1]string              // X-Request-Id, as in a header
	length   [1]string              // Content-Length
	siblings atomic.Pointer[[]byte] // JSON from SetSiblings, nil for none
}

// exchangeKey is the key of the *exchange in the context of a request that is being served.
type exchangeKey struct{}

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

// describe returns what is printed.
func (r ServerRequest) describe() string { return "api.ServerRequest(" + r.Operation.String() + ")" }

// An Authenticator decides whether a caller may call an operation. It returns the context
// for the service, which may contain the caller's identity. An error refuses the call: a
// [*Problem] is the response, and any other error becomes a response with status 401 that
// does not show it. The body has not been read yet, unless it contains a credential. An
// Authenticator is not called for an operation that anyone may call ([Auth]).
//
// RFC 9110 requires a response with status 401 to have a WWW-Authenticate field, which
// only the authenticator can write. If callers depend on it, return a Problem with status
// 401 and this field in its Header.
//
//	func authenticate(ctx context.Context, c api.Credentials) (context.Context, error) {
//		user, err := users.ByToken(ctx, c.Header().Get("Authorization"))
//		if err != nil {
//			return nil, err
//		}
//		return context.WithValue(ctx, userKey{}, user), nil
//	}
type Authenticator func(context.Context, Credentials) (context.Context, error)

// Credentials is the part of a request that an [Authenticator] sees. The secrets are
// returned by methods, since fmt may print fields by reflection.
type Credentials struct {
	Operation *Operation

	request *http.Request
	body    func() map[string]string // nil for none
}

// Header returns the header of the request. It must not be changed.
func (c Credentials) Header() http.Header {
	if c.request == nil {
		return nil
	}
	return c.request.Header
}

// Body returns the members that were removed from the body, by name: those that the
// catalog or [WithServerBodyCredential] names.
func (c Credentials) Body() map[string]string {
	if c.body == nil {
		return nil
	}
	return c.body()
}

// Format writes only the operation.
func (c Credentials) Format(s fmt.State, _ rune) { io.WriteString(s, c.describe()) }

// LogValue is Format for slog.
func (c Credentials) LogValue() slog.Value { return slog.StringValue(c.describe()) }

// describe returns what is printed.
func (c Credentials) describe() string { return "api.Credentials(" + c.Operation.String() + ")" }

// newRoute returns the route of an operation. The request and the response are nil
// pointers of their types, or nil for a response whose shape is not shown.
func newRoute(op *Operation, request, response any, serve decodeAndServe) Route {
	return Route{operation: op, request: request, response: response, serve: serve}
}
