package api

import (
	"context"

	"example.com/opgen/internal/json/cursor"
)

// A HandlerOption configures a handler. Option names start with WithServer.
type HandlerOption func(*handler)

// handler serves routes by path. It is what the options of NewHandler decide, and does not change
// afterwards, except for its room.
type handler struct {
	routes          map[string]*Route
	authenticate    Authenticator
	choices         int // number of options that decide about authentication; must be 1
	bodyCredentials []string
	err             error // of an invalid option
	limits          Limits
	room            room
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
