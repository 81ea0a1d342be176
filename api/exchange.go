package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/printing"
	"example.com/opgen/internal/json/redact"
)

// exchange is a request that is being served and, to save an allocation, its context.
type exchange struct {
	context.Context // of the HTTP request

	route   *Route
	http    *http.Request
	request ServerRequest // for the middlewares
	fields  [2]string     // Content-Length and X-Request-Id of the response
	buffer  *[]byte       // from the pool: the body of the request, then of the response
	text    string        // the body of the request, without removed credentials
	state   atomic.Int32
	flags   atomic.Uint32
	held    int // bytes of the body that count towards Limits.InFlight

	siblings atomic.Pointer[[]byte] // JSON from SetSiblings, nil for none
	start    time.Time              // if there is a logger
}

// The states of an exchange. It is served once, and never after its memory returned to
// the pool.
const (
	ready = iota
	running
	served
	finished
)

// The flags of an exchange.
const (
	known   = 1 << iota // who calls; the text is complete
	aborted             // by a panic with http.ErrAbortHandler
	ended               // there is a response, or none can be sent
	begun               // some of the response may have been sent
)

func (x *exchange) has(flag uint32) bool { return x.flags.Load()&flag != 0 }
func (x *exchange) set(flag uint32)      { x.flags.Or(flag) }

var buffers = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

func newExchange(route *Route, r *http.Request, id string) *exchange {
	x := &exchange{Context: r.Context(), route: route, http: r, buffer: buffers.Get().(*[]byte)}
	x.fields[1] = id
	x.request = ServerRequest{Operation: route.operation, RequestID: id, exchange: x}
	return x
}

// release ends the exchange. If a middleware did not wait for next, the service is
// still running and keeps the memory.
func (x *exchange) release() {
	if x.state.Swap(finished) == running {
		return
	}
	x.stopCounting()
	if cap(*x.buffer) <= maxPooled {
		buffers.Put(x.buffer)
	}
}

func (x *exchange) id() string { return x.fields[1] }

// header returns the header of the request, nil if there is no exchange.
func (x *exchange) header() http.Header {
	if x == nil {
		return nil
	}
	return x.http.Header
}

type exchangeKey struct{}

// Value implements [context.Context].
func (x *exchange) Value(key any) any {
	switch key.(type) {
	case operationKey:
		return x.route.operation
	case exchangeKey:
		return x
	default:
		return x.Context.Value(key)
	}
}

// Format writes only the operation, because printing a context prints its values.
func (x *exchange) Format(s fmt.State, _ rune) {
	io.WriteString(s, "api.served("+x.route.operation.String()+")")
}

// String is Format for contexts derived from this one.
func (x *exchange) String() string { return fmt.Sprint(x) }

// serve authenticates, reads and calls the service. It returns the response.
func (x *exchange) serve(ctx context.Context) ([]byte, error) {
	if x.http.Method != http.MethodPost {
		return nil, &Problem{
			Status: http.StatusMethodNotAllowed, Detail: "every operation is a POST",
			Header: http.Header{"Allow": {http.MethodPost}},
		}
	}
	credentials := Credentials{Operation: x.route.operation, exchange: x}
	early := len(x.route.bodyCredentials) > 0
	if early {
		err := x.read()
		clear(*x.buffer) // so that no credential stays in the pool
		if err != nil {
			return nil, err
		}
		var taken map[string]string
		taken, x.text = takeCredentials(x.text, x.route.bodyCredentials, x.route.handler.limits.cursor())
		credentials.body = func() map[string]string { return taken }
	}
	if !x.route.operation.Auth.anonymous() {
		var err error
		ctx, err = x.route.handler.authenticate(ctx, credentials)
		switch _, isProblem := problemIn(err); {
		case isProblem:
			return nil, err
		case err != nil:
			return nil, &refused{&Problem{Status: http.StatusUnauthorized}, err}
		case ctx == nil:
			return nil, defect("the authenticator returned neither a context nor an error")
		}
	}
	if _, err := x.idempotencyKey(); err != nil {
		return nil, err
	}
	if !early {
		if err := x.read(); err != nil {
			return nil, err
		}
	}
	x.setKnown()
	return x.call(ctx)
}

// call decodes the request and calls the service.
func (x *exchange) call(ctx context.Context) ([]byte, error) {
	h, form := x.route.handler, x.route.operation.Envelope
	data := "" // the member of the envelope that holds the response
	if form != nil && !x.route.operation.Nothing {
		data = form.Data
	}
	b := form.begin((*x.buffer)[:0], data)
	before := len(b)
	body, err := x.route.serve(ctx, x.text, h.limits.cursor(), h.unknown, b)
	switch {
	case err != nil:
		return nil, err
	case body == nil:
		return nil, defect("the service returned neither a response nor an error")
	case x.route.operation.Nothing && !form.exists():
		return body[:0], nil
	case encode.IsMarked(body):
		v := markedViolations(body[before:])[0]
		place := printing.Pointer(v.Field, redact.Keys{Unknown: true}, reflect.TypeOf(x.route.response))
		return nil, defect("the service's response cannot be sent: " + place + " " + v.Message)
	case len(body) == before:
		return nil, defect("the service's response is not JSON")
	}
	return form.end(body, before, data, x.sentSiblings())
}

// read copies the body into the exchange. An empty body is read as {}, and so is null if
// the operation has no fields and its clients send either of them.
func (x *exchange) read() error {
	if err := checkContent(x.http.Header); err != nil {
		return err
	}
	if x.http.Body == nil { // a request that no server has read
		x.text = "{}"
		return nil
	}
	limit := min(x.route.handler.limits.Body, x.route.handler.limits.InFlight)
	body, err := readAll((*x.buffer)[:0], x.http.Body, x.http.ContentLength, limit, x.countReceived)
	*x.buffer = body
	tooLarge, limited := errors.AsType[*http.MaxBytesError](err) // by an outer handler
	if limited {
		limit = int(tooLarge.Limit)
	}
	switch {
	case limited, errors.Is(err, errTooLong):
		detail := fmt.Sprintf("the body may have at most %d bytes", limit)
		return &Problem{Status: http.StatusRequestEntityTooLarge, Detail: detail}
	case errors.Is(err, errBusy):
		return &Problem{
			Status: http.StatusServiceUnavailable, Detail: "the requests under way take up all the memory for bodies; try again later",
			Header: http.Header{"Retry-After": {"1"}},
		}
	case err != nil:
		return &Problem{Status: http.StatusBadRequest, Detail: "the body could not be read to its end"}
	}
	if x.text = "{}"; !encode.IsBlank(body) {
		x.text = string(body)
	}
	if x.route.operation.Empty != "" && strings.Trim(x.text, " \t\r\n") == EmptyNull.Body() {
		x.text = "{}"
	}
	if cap(body) > maxPooled { // text holds the body while the service runs
		*x.buffer = nil
	}
	return nil
}

// success returns the status of a success.
func (o *Operation) success() int {
	if o.Nothing && !o.Envelope.exists() {
		return http.StatusNoContent
	}
	return http.StatusOK
}

// write sends the response.
func (x *exchange) write(w http.ResponseWriter, r *reply) {
	header := w.Header()
	for name, values := range r.header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	header[requestIDField] = x.fields[1:2:2]
	x.set(begun)
	if r.status == http.StatusNoContent {
		w.WriteHeader(r.status)
		return
	}
	x.fields[0] = strconv.Itoa(len(r.body))
	header["Content-Type"] = r.contentType
	header["Content-Length"] = x.fields[0:1:1]
	header["X-Content-Type-Options"] = noSniff
	if r.status != http.StatusOK {
		w.WriteHeader(r.status)
	}
	w.Write(r.body) // an error means that the caller disconnected
}

// body returns the body of the request, or "" if it has not been read or the caller is
// unknown.
func (x *exchange) body() string {
	if !x.has(known) {
		return ""
	}
	return x.text
}

// callerLeft reports whether a request failed because the caller disconnected, which is
// not a failure of the service.
func (x *exchange) callerLeft(err error) bool {
	_, panicked := errors.AsType[*PanicError](err)
	return x.Err() != nil && !panicked && !reachesCaller(err)
}

// ReceivedRequest holds the body and the header of a request as the handler received
// them. It is the counterpart of [Received] in a service. With it, a service can read
// unknown fields at any depth, if [WithServerUnknownFields] accepts them, and can
// distinguish null from an absent field. It is neither encoded nor printed. A service
// may keep it after the request ends.
type ReceivedRequest struct {
	served func() *exchange // nil for none; fmt would print the target of a pointer
}

// RequestFromContext returns the request that is being served with ctx, as it was
// received. It returns the zero value for any other context.
func RequestFromContext(ctx context.Context) ReceivedRequest {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return ReceivedRequest{}
	}
	return ReceivedRequest{func() *exchange { return x }}
}

// Raw returns a copy of the body as it was received, without the members that
// [WithServerBodyCredential] removes and the space around them. It returns {} for an
// empty body, and for null in an operation without fields whose [Empty] is set. It returns nil until the body has been
// read and the caller is known, for example in a middleware before it calls next.
func (r ReceivedRequest) Raw() json.RawMessage {
	if r.served == nil || r.served().body() == "" {
		return nil
	}
	return json.RawMessage(r.served().body())
}

// Decode stores the body in the value that v points to, like encoding/json. However,
// a number that is stored in an any stays exact, as a [json.Number].
func (r ReceivedRequest) Decode(v any) error { return encode.Unmarshal(r.Raw(), v) }

// Header returns the header, including credentials. It must not be changed.
func (r ReceivedRequest) Header() http.Header {
	if r.served == nil {
		return nil
	}
	return r.served().http.Header
}

// Format does not print r, because it may contain personal data.
func (r ReceivedRequest) Format(s fmt.State, _ rune) { fmt.Fprint(s, "{}") }
