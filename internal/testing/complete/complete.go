// Package complete gives bodies to the generated code of a catalog with every feature of the
// format, and to the interpreter of the same catalog. Tests that feed bodies of any kind to
// client and server use it, so a new feature reaches them once it is in the catalog.
package complete

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/opgen/api"
	source "example.com/opgen/generator/testdata/complete"
	generated "example.com/opgen/generator/testdata/complete/gen"
	"example.com/opgen/generator/testdata/complete/gen/constraints"
	"example.com/opgen/generator/testdata/complete/gen/pages"
	"example.com/opgen/generator/testdata/complete/gen/things"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/samples"
)

// Text is the text of the catalog.
var Text = source.Catalog

// Catalog returns the catalog.
var Catalog = sync.OnceValue(func() *catalog.Catalog {
	c, problems := catalog.Parse("catalog.yaml", Text)
	if problems != nil {
		panic(problems)
	}
	return c
})

// Operations returns all operations.
var Operations = sync.OnceValue(func() []*catalog.Operation {
	return slices.Collect(Catalog().Operations())
})

// sizes are the sizes of samples that bodies are made of.
var sizes = []sample.Size{sample.Full, sample.Light, sample.Minimal}

// Requests returns valid bodies of an operation: of each size, with the members of each object
// in both orders, since a tag may come before or after other members.
func Requests(op *catalog.Operation) (bodies []string) {
	for _, size := range sizes {
		if r, ok := sample.Request(op, size); ok {
			bodies = addOrders(bodies, r.JSON())
		}
	}
	return bodies
}

// addOrders adds a body with its members in both orders, unless it is there.
func addOrders(bodies []string, body string) []string {
	for _, b := range []string{body, Reversed(body)} {
		if !slices.Contains(bodies, b) {
			bodies = append(bodies, b)
		}
	}
	return bodies
}

// Response is a response of a service.
type Response struct {
	Status      int
	ContentType string // application/json if it is empty
	Body        string
}

// Responses returns responses that a service may send, successes and failures, with the members
// of each object in both orders.
func Responses(op *catalog.Operation) (responses []Response) {
	add := func(status int, body string) {
		for _, b := range addOrders(nil, body) {
			if r := (Response{Status: status, Body: b}); !slices.Contains(responses, r) {
				responses = append(responses, r)
			}
		}
	}
	for _, o := range samples.Outcomes(op) {
		add(o.Status, o.Body)
	}
	if op.Envelope != nil {
		return responses
	}
	if !op.Response.Shown {
		add(http.StatusOK, samples.FreeResponse(op))
		return responses
	}
	for _, size := range sizes {
		if r, ok := sample.Response(op, size); ok {
			add(http.StatusOK, r.JSON())
		}
	}
	if whole := op.Response.Whole; whole != nil && whole.Type.Kind == catalog.Union {
		for _, v := range sample.Variants(whole.Type.Union, sample.Full) {
			add(http.StatusOK, v.JSON())
		}
	}
	return responses
}

// Reversed returns a JSON text with the members of each object in reverse order: {"a":1,"b":[2,3]}
// becomes {"b":[2,3],"a":1}.
func Reversed(text string) string { return reversed(cursor.New(text, cursor.Unlimited)) }

// reversed reverses the next value of a cursor.
func reversed(c *cursor.Cursor) string {
	var parts []string
	start := c.I
	switch c.Peek() {
	case '{':
		c.Open()
		for c.Next() {
			key, _ := json.Marshal(c.Key) // a string
			parts = append(parts, string(key)+":"+reversed(c))
		}
		slices.Reverse(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			parts = append(parts, reversed(c))
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	c.Skip()
	return c.Text[start:c.I]
}

// Served is what a handler made of a body.
type Served struct {
	Status     int             // 599 if the service was called
	Settled    string          // the request of the service, as its client would send it
	Violations []api.Violation // if the body was refused without an envelope
	Body       string          // of the response, if the service was not called
}

// ServedStatus is the status of a response of the service.
const ServedStatus = 599

// errServed is the error of every service here. It keeps what a service got apart from what a handler
// refused, whatever the response of the operation is.
var errServed = &api.Problem{Status: ServedStatus}

// Handler serves an operation.
type Handler struct {
	op          *catalog.Operation
	interpreted *interpreter.Operation
	handler     http.Handler
	settled     string // the last request of the service
}

// NewHandler returns the generated handler of an operation. Any caller may call it. The operation is
// known only at run time, so its function in the generated fake is set by reflection.
func NewHandler(op *catalog.Operation, opts ...api.HandlerOption) *Handler {
	h := &Handler{op: op, interpreted: interpreter.New(op)}
	fakes := generated.Services{
		Constraints: new(constraints.Fake),
		Pages:       new(pages.Fake),
		Things:      new(things.Fake),
	}
	fake := reflect.ValueOf(fakes).FieldByName(op.Area.GoName).Elem().Elem()
	serve := fake.FieldByName(op.GoName + "Func")
	serve.Set(reflect.MakeFunc(serve.Type(), func(args []reflect.Value) []reflect.Value {
		request := args[1].Interface().(interface{ AppendJSON([]byte) []byte })
		h.settled = string(request.AppendJSON(nil))
		err := reflect.ValueOf(errServed).Convert(reflect.TypeFor[error]())
		return []reflect.Value{reflect.Zero(serve.Type().Out(0)), err}
	}))
	var err error
	opts = append(slices.Clone(opts), api.WithServerAnonymous())
	h.handler, err = generated.NewHandler(fakes, opts...)
	if err != nil {
		panic(err)
	}
	return h
}

// NewInterpreted returns a handler of an operation that the interpreter serves.
func NewInterpreted(op *catalog.Operation, opts ...api.HandlerOption) *Handler {
	h := &Handler{op: op, interpreted: interpreter.New(op)}
	serve := func(_ context.Context, request string) (json.RawMessage, error) {
		h.settled = request
		return nil, errServed
	}
	var err error
	opts = append(slices.Clone(opts), api.WithServerAnonymous())
	h.handler, err = api.NewHandler([]api.Route{h.interpreted.Route(serve)}, opts...)
	if err != nil {
		panic(err)
	}
	return h
}

// Serve returns what the handler makes of a body.
func (h *Handler) Serve(body string) Served {
	h.settled = ""
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, httptest.NewRequest(http.MethodPost, h.op.Path, strings.NewReader(body)))
	if w.Code == ServedStatus {
		return Served{Status: w.Code, Settled: h.settled}
	}
	s := Served{Status: w.Code, Body: w.Body.String()}
	if w.Header().Get("Content-Type") != "application/problem+json" {
		return s
	}
	var p api.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		panic(fmt.Sprintf("%s: %v", h.op, err))
	}
	s.Violations = h.interpreted.Hidden(body, p.Errors)
	return s
}

// Client reads responses of an operation with generated code and with the interpreter.
type Client struct {
	op          *catalog.Operation
	response    Response // of the service, to every request
	caller      *api.Caller
	call        reflect.Value // a method of the generated client
	interpreted *interpreter.Operation
	minimal     string // the shortest request
}

// NewClient returns a client of an operation.
func NewClient(op *catalog.Operation, opts ...api.ClientOption) *Client {
	c := &Client{op: op, interpreted: interpreter.New(op)}
	r, ok := sample.Request(op, sample.Minimal)
	if !ok {
		panic(fmt.Sprintf("%s has no valid request", op))
	}
	c.minimal = r.JSON()
	var err error
	offline := api.WithHTTPClient(&http.Client{Transport: c})
	once := api.WithRetry(api.RetryPolicy{MaxAttempts: 1})
	c.caller, err = api.NewCaller("http://host", append([]api.ClientOption{offline, once}, opts...)...)
	if err != nil {
		panic(err)
	}
	area := reflect.ValueOf(generated.NewClientWithCaller(c.caller)).Elem().FieldByName(op.Area.GoName)
	c.call = area.MethodByName(op.GoName)
	return c
}

// RoundTrip returns the response of the service.
func (c *Client) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: c.response.Status,
		Header:     http.Header{"Content-Type": {cmp.Or(c.response.ContentType, "application/json")}},
		Body:       io.NopCloser(strings.NewReader(c.response.Body)),
	}, nil
}

// Read returns what the generated client reads, a pointer to the generated struct, or its error.
func (c *Client) Read(r Response) (any, error) {
	c.response = r
	request := reflect.New(c.call.Type().In(1).Elem())
	if err := json.Unmarshal([]byte(c.minimal), request.Interface()); err != nil {
		panic(fmt.Sprintf("%s: %v", c.op, err))
	}
	results := c.call.Call([]reflect.Value{reflect.ValueOf(context.Background()), request})
	if err, ok := results[1].Interface().(error); ok {
		return nil, err
	}
	return results[0].Interface(), nil
}

// ReadInterpreted returns the error of the interpreter for a response.
func (c *Client) ReadInterpreted(r Response) error {
	c.response = r
	_, err := c.interpreted.Call(context.Background(), c.caller, c.minimal)
	return err
}
