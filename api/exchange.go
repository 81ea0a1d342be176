package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/redact"
)

// An exchange serves one request to the path of an operation: it authenticates the caller, reads the
// body, calls the service through the route, and keeps the response in its memory, in this order. reply.go
// then sends the response. Errors of the steps are responses too.

// newExchange returns the exchange for a request. It must be ended by release.
func newExchange(route *Route, r *http.Request, id string) *exchange {
	x := &exchange{route: route, http: r, memory: buffers.Get().(*[]byte)}
	x.context = servedContext{r.Context(), x}
	x.body.share = share{room: &route.handler.room, unknown: len(route.bodyCredentials) > 0}
	x.response.id[0] = id
	x.request = ServerRequest{Operation: route.operation, RequestID: id, exchange: x}
	return x
}

// release ends the exchange. If a middleware did not wait for next, the service is
// still running and keeps the memory.
func (x *exchange) release() {
	if x.progress.finish() {
		return
	}
	x.body.share.release()
	if cap(*x.memory) <= maxPooled {
		buffers.Put(x.memory)
	}
}

// servedContext is the context of a request that is being served: that of the HTTP request, with
// the exchange and its operation as values.
type servedContext struct {
	context.Context
	exchange *exchange
}

// Value implements [context.Context].
func (c *servedContext) Value(key any) any {
	switch key.(type) {
	case operationKey:
		return c.exchange.route.operation
	case exchangeKey:
		return c.exchange
	default:
		return c.Context.Value(key)
	}
}

// Format writes only the operation, because printing a context prints its values.
func (c *servedContext) Format(s fmt.State, _ rune) {
	io.WriteString(s, "api.served("+c.exchange.route.operation.String()+")")
}

// String is Format for contexts derived from this one: package context prints their parents by it.
func (c *servedContext) String() string { return fmt.Sprint(c) }

// serve authenticates, reads and calls the service. It returns the response. The body is read after
// the authentication, unless it has the credential.
func (x *exchange) serve(ctx context.Context) ([]byte, error) {
	if x.http.Method != http.MethodPost {
		return nil, &Problem{
			Status: http.StatusMethodNotAllowed,
			Detail: "every operation is a POST",
			Header: http.Header{"Allow": {http.MethodPost}},
		}
	}
	credentials := Credentials{Operation: x.route.operation, request: x.http}
	hasCredential := x.body.share.unknown
	if hasCredential {
		taken, err := x.readCredentials()
		if err != nil {
			return nil, err
		}
		credentials.body = func() map[string]string { return taken }
	}
	ctx, err := x.authenticate(ctx, credentials)
	if err != nil {
		return nil, err
	}
	if _, err := x.idempotencyKey(); err != nil {
		return nil, err
	}
	if !hasCredential {
		if err := x.readBody(); err != nil {
			return nil, err
		}
	}
	x.body.share.becomeKnown()
	x.progress.set(flagKnown)
	return x.call(ctx)
}

// readCredentials reads the body and removes the credentials from it. The service and the log see the
// rest alone.
func (x *exchange) readCredentials() (map[string]string, error) {
	if err := x.readBody(); err != nil {
		return nil, err
	}
	limits := x.route.handler.limits.cursor()
	taken, rest := takeCredentials(x.body.text, x.route.bodyCredentials, limits)
	x.body.text = rest
	return taken, nil
}

// authenticate returns the context for the service, or the refusal of the caller. A problem of the
// authenticator is the response; any other error is hidden behind status 401.
func (x *exchange) authenticate(
	ctx context.Context, credentials Credentials,
) (context.Context, error) {
	if x.route.operation.Auth.anonymous() {
		return ctx, nil
	}
	ctx, err := x.route.handler.authenticate(ctx, credentials)
	_, isProblem := problemIn(err)
	switch {
	case isProblem:
		return nil, err
	case err != nil:
		return nil, &refused{&Problem{Status: http.StatusUnauthorized}, err}
	case ctx == nil:
		return nil, defect("the authenticator returned neither a context nor an error")
	default:
		return ctx, nil
	}
}

// call decodes the request, calls the service, and returns the body of the response in the memory of
// the exchange. The beginning of the envelope is written before the response, so that this is not
// copied.
func (x *exchange) call(ctx context.Context) ([]byte, error) {
	h := x.route.handler
	op := x.route.operation
	data := "" // the member of the envelope that holds the response
	if op.Envelope != nil && !op.Nothing {
		data = op.Envelope.Data
	}
	b := op.Envelope.begin((*x.memory)[:0], data)
	start := len(b)
	body, err := x.route.serve(ctx, x.body.text, h.limits.cursor(), h.unknown, b)
	switch {
	case err != nil:
		return nil, err
	case body == nil:
		return nil, defect("the service returned neither a response nor an error")
	case op.Nothing && !op.Envelope.exists():
		return body[:0], nil
	case encode.IsMarked(body):
		return nil, x.cannotRespond(body[start:])
	case len(body) == start:
		return nil, defect("the service's response is not JSON")
	}
	return op.Envelope.end(body, start, data, x.sentSiblings())
}

// cannotRespond returns the error of a response with a marked value, which JSON cannot hold. It names
// the place, without keys that may be personal.
func (x *exchange) cannotRespond(response []byte) error {
	v := markedViolations(response)[0]
	shape := reflect.TypeOf(x.route.response)
	place := genstruct.Pointer(v.Field, redact.Keys{Unknown: true}, shape)
	return defect("the service's response cannot be sent: " + place + " " + v.Message)
}

// callerLeft reports whether a request failed because the caller disconnected, which is
// not a failure of the service.
func (x *exchange) callerLeft(err error) bool {
	_, isPanic := errors.AsType[*PanicError](err)
	isFailure := isPanic || reachesCaller(err)
	return x.context.Err() != nil && !isFailure
}
