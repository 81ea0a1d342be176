package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/failurestatus"
)

// Fakes run the codec, the validators and the handler of a service in the process of a test. Only the
// network is missing: inProcess is the transport that passes requests to the handler.

// FakeCall is a call that a generated Fake recorded. fmt, slog and encoding/json print the
// request without sensitive values, even inside a slice, a map or an exported field of a
// struct.
type FakeCall struct {
	Operation *Operation
	Request   any // pointer to the request, after its rules and defaults were applied
}

// String returns the operation and the request without sensitive values.
func (c FakeCall) String() string {
	return c.Operation.String() + "(" + genstruct.Value(c.Request) + ")"
}

// Format writes c.String() for every verb, since other formats would print the fields.
func (c FakeCall) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }

// MarshalText returns c.String(), so that encoding/json and slog do not write the fields.
func (c FakeCall) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// noFuncField is a field of the response of a Fake that has no func for an operation. From it,
// the client knows that its error has to name the func.
const noFuncField = "X-Fake-Without-Func"

// noFunc returns the error of a Fake that has no func for the call.
func (c FakeCall) noFunc() error {
	return &Problem{
		Status: http.StatusNotImplemented,
		Header: http.Header{noFuncField: {"true"}},
		Detail: "the fake has no func for " + c.Operation.String() + "; set " + funcFor(c.Request),
	}
}

// funcFor names the func of a Fake that serves requests of a type, by the names of generated code:
// a *contacts.NewContactRequest is served by NewContactFunc of contacts.Fake.
func funcFor(request any) string {
	t := reflect.TypeOf(request)
	if t == nil || t.Kind() != reflect.Pointer {
		return "it"
	}
	pkg, name, _ := strings.Cut(t.Elem().String(), ".")
	method := strings.TrimSuffix(name, "Request")
	return method + "Func of " + pkg + ".Fake"
}

// RequestsOf returns the requests of one type among the calls, in order:
//
//	sent := api.RequestsOf[contacts.NewContactRequest](fake.Calls())
//
// The requests are those that the service got, with defaults filled in.
func RequestsOf[Req any](calls []FakeCall) []*Req {
	var requests []*Req
	for _, c := range calls {
		if req, ok := c.Request.(*Req); ok {
			requests = append(requests, req)
		}
	}
	return requests
}

// inProcessOption serves calls by a handler of the routes in this process.
func inProcessOption(h http.Handler, routes []Route) ClientOption {
	return clientOption(func(c *Caller) {
		c.http.Transport = inProcess{h}
		for i, f := range c.faults {
			if err := f.checkOperation(routes); err != nil {
				c.call.fail(fmt.Errorf("api.WithFaults: fault %d: %w", i+1, err))
			}
		}
	})
}

// inProcess is a transport that hands requests to a handler.
type inProcess struct{ handler http.Handler }

// RoundTrip returns as soon as the context ends, even if the handler is still running, as
// over a network. The handler's context is then canceled. It has no values of the caller's.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if r.Context().Err() != nil {
		return nil, context.Cause(r.Context())
	}
	if err != nil {
		return nil, err
	}
	select {
	case res := <-t.start(r, body):
		if res == nil {
			return nil, errConnectionReset()
		}
		res.Request = r
		return res, nil
	case <-r.Context().Done():
		return nil, context.Cause(r.Context())
	}
}

// start lets the handler serve a copy of a request, and returns a channel that gets the response. It
// has a place for it, since nobody may wait for the response any more.
func (t inProcess) start(r *http.Request, body []byte) <-chan *http.Response {
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(r.Context(), cancel)
	request := r.Clone(ctx)
	request.Body = io.NopCloser(bytes.NewReader(body))
	responses := make(chan *http.Response, 1)
	serve := func() {
		defer cancel()
		defer stop()
		t.serve(request, responses)
	}
	go serve()
	return responses
}

// serve sends the handler's response, or nil if the handler aborted or ended its
// goroutine, which a failed assertion in a test does.
func (t inProcess) serve(r *http.Request, responses chan<- *http.Response) {
	var res *http.Response
	respond := func() {
		if recovered := recover(); recovered != nil && recovered != http.ErrAbortHandler {
			panic(recovered)
		}
		responses <- res
	}
	defer respond()
	w := &responseWriter{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(w, r)
	res = responseOf(w.status, w.header, w.body.Bytes())
}

// responseWriter keeps the response of a handler. The handler of this package writes
// the header once, and before the body.
type responseWriter struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *responseWriter) Header() http.Header         { return w.header }
func (w *responseWriter) WriteHeader(status int)      { w.status = status }
func (w *responseWriter) Write(p []byte) (int, error) { return w.body.Write(p) }

// responseOf returns a response with a body in memory. It has a length, as almost all responses over a
// network have, so that a client does not take it for one that was cut off.
func responseOf(status int, header http.Header, body []byte) *http.Response {
	header.Set("Content-Length", strconv.Itoa(len(body)))
	return &http.Response{
		Status:        strconv.Itoa(status) + " " + failurestatus.Title(status),
		StatusCode:    status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        header,
		ContentLength: int64(len(body)),
		Body:          io.NopCloser(bytes.NewReader(body)),
	}
}
