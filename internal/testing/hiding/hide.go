// Package hiding tests that generated code shows nothing sensitive. It declares the names of
// package apitest that generated tests of wire vectors use, so they can import it instead. It
// looks for the canaries of the vectors in everything that is printed.
package hiding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Recorder has a client and a handler that log as much as they can, the service, and what was
// observed. Nothing leaves the process.
//
// It tests that nothing sensitive of a request and a response is shown while an operation is
// called and served: by fmt and slog, in the logs of client and handler, in errors, in problems,
// and in the calls that a fake recorded. Only their JSON contains it.
type Recorder struct {
	finder
	handler  http.Handler
	calls    calls
	ctx      context.Context // of the current call
	op       *api.Operation
	send     func(context.Context, ...api.CallOption) (any, error) // sends the request
	service  service                                               // responds to the current call
	requests []secret                                              // for the next TryOutcomes
	request  secret
	response secret
	log      bytes.Buffer
	panics   []error // of the service, as the handler reports them
	received string  // the last response to the client
}

// service responds to a request: behind the handler, or with a text that no handler sends.
type service struct {
	respond func() (any, error)
	text    string // JSON to send without calling the handler, "" for none
	status  int    // of the text
}

// call sends the request to a service. The response is in r.received afterward.
func (r *Recorder) call(ctx context.Context, s service, opts ...api.CallOption) (any, error) {
	r.service = s
	r.received = ""
	return r.send(ctx, opts...)
}

// calls records calls as a generated Fake does.
type calls struct{ recorder wire.FakeRecorder }

// Calls returns the recorded calls.
func (c *calls) Calls() []api.FakeCall { return c.recorder.Calls() }

// Serve serves routes and returns a caller.
func Serve(t testing.TB, r *Recorder, routes []api.Route) *api.Caller {
	t.Helper()
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	asText := slog.NewTextHandler(&r.log, options)
	asJSON := slog.NewJSONHandler(&r.log, options)
	logger := slog.New(slog.NewMultiHandler(asText, asJSON))
	keepContext := func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, req *api.ServerRequest) error {
			r.ctx = ctx
			return next(ctx, req)
		}
	}
	var err error
	r.handler, err = api.NewHandler(routes,
		api.WithServerMiddleware(keepContext),
		api.WithServerAnonymous(),
		api.WithServerLogger(logger),
		api.WithServerErrorHandler(r.keepPanic))
	if err != nil {
		t.Fatal(err)
	}
	offline := api.WithHTTPClient(&http.Client{Transport: r})
	caller, err := api.NewCaller("http://service.invalid", api.WithLogger(logger), offline)
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

// Record responds to a request.
func Record[Res, Req any](r *Recorder, request *Req) (*Res, error) {
	serve := func(context.Context, *Req) (*Res, error) {
		response, err := r.service.respond()
		res, _ := response.(*Res)
		return res, err
	}
	return wire.ServeFake(r.ctx, &r.calls.recorder, r.op, request, serve)
}

// keepPanic records panics. Their errors are from this module and contain no data.
func (r *Recorder) keepPanic(_ context.Context, _ *api.Operation, err error) {
	if p, ok := errors.AsType[*api.PanicError](err); ok {
		r.panics = append(r.panics, p)
	}
}

// RoundTrip passes a request to the handler, or responds itself.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	defer req.Body.Close()
	response := httptest.NewRecorder()
	if r.service.text == "" {
		r.handler.ServeHTTP(response, req)
	} else {
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(r.service.status)
		response.WriteString(r.service.text)
	}
	r.received = response.Body.String()
	return response.Result(), nil
}

// run tests one request with one response: how both are printed, then calls that succeed, fail, and
// are wrong in either direction.
func (r *Recorder) run(ctx context.Context) {
	r.checkCount("the request", encoded(r.request.value), r.request.Canaries)
	r.checkCount("the response", encoded(r.response.value), r.response.Canaries)
	r.checkStruct("the request", r.request.value)
	r.checkStruct("the response", r.response.value)
	r.served(ctx)
	r.failed(ctx)
	r.badResponses(ctx)
	r.badRequests()
}

// checkCount checks that the JSON contains the canaries.
func (r *Recorder) checkCount(name, text string, want int) {
	if got := strings.Count(text, digits); got != want {
		r.fault(name, fmt.Sprintf("%d canaries are encoded in it, %d were planted", got, want))
	}
}

// encoded returns the JSON text of a generated struct, the only text that may contain canaries.
// A response without a shape has none.
func encoded(v any) string {
	if e, ok := v.(interface{ AppendJSON([]byte) []byte }); ok {
		return string(e.AppendJSON(nil))
	}
	return ""
}

// served makes a call. It is served if its request keeps the rules; otherwise, the client or the
// handler refuses it.
func (r *Recorder) served(ctx context.Context) {
	fake := service{respond: func() (any, error) { return r.response.value, nil }}
	invalid := r.request.value.(interface{ Validate() error }).Validate()
	r.checkError("Validate", invalid)
	before := len(r.calls.Calls())
	for way, options := range map[string][]api.CallOption{
		"a call":                       nil,
		"a call that is not validated": {api.WithoutValidation()},
	} {
		res, err := r.call(ctx, fake, options...)
		if err == nil {
			r.checkStruct("the response of "+way, res)
		}
		if err != nil && invalid == nil {
			r.fault(way, fmt.Sprintf("failed with a %T", err))
		}
		if err != nil {
			r.findTrace("the response to "+way, r.received)
		}
		r.checkError(way, err)
		r.checkLog(way)
	}
	calls := r.calls.Calls()[before:]
	if invalid == nil && len(calls) != 2 {
		r.fault("the fake", "did not record the calls")
	}
	for _, c := range calls {
		r.checkPrinting("the call of a fake", c, true)
	}
	r.checkPrinting("the fake", &r.calls, false)
}

// failed makes calls whose service fails with the content of the request.
func (r *Recorder) failed(ctx context.Context) {
	text := encoded(r.request.value) + encoded(r.response.value)
	problem := &api.Problem{
		Status: http.StatusConflict,
		Title:  text,
		Detail: text,
		Errors: []api.Violation{{Field: "/" + text, Rule: text, Message: text}},
	}
	for way, respond := range map[string]func() (any, error){
		"a service that fails":     func() (any, error) { return nil, errors.New(text) },
		"a service that panics":    func() (any, error) { panic(text) },
		"a service with a problem": func() (any, error) { return nil, problem },
	} {
		_, err := r.call(ctx, service{respond: respond}, api.WithoutValidation())
		r.checkPrinting("the error of "+way, err, true)
		if e, ok := errors.AsType[*api.Error](err); !ok || e.Status == http.StatusInternalServerError {
			r.findTrace("the response of "+way, r.received)
		}
		r.checkLog(way)
	}
	for _, err := range r.panics {
		r.checkPrinting("the panic", err, true)
	}
	r.panics = nil
}
