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
type Recorder struct {
	handler  http.Handler
	calls    calls
	ctx      context.Context // of the current call
	op       *api.Operation
	serve    any // a func(context.Context, *Req) (*Res, error), which responds to the next call
	requests any // a []secret[Req] for the next TryOutcomes
	log      bytes.Buffer
	panics   []error // of the service, as the handler reports them
	response string  // the last response
	reply    string  // JSON text to respond with instead of calling the handler, "" for none
	status   int     // of that response
}

// calls records calls as a generated Fake does.
type calls struct{ recorder wire.FakeRecorder }

func (c *calls) Calls() []api.FakeCall { return c.recorder.Calls() }

// Serve serves routes and returns a caller.
func Serve(t testing.TB, r *Recorder, routes []api.Route) *api.Caller {
	t.Helper()
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	logger := slog.New(slog.NewMultiHandler(slog.NewTextHandler(&r.log, options), slog.NewJSONHandler(&r.log, options)))
	keepContext := func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, req *api.ServerRequest) error {
			r.ctx = ctx
			return next(ctx, req)
		}
	}
	var err error
	r.handler, err = api.NewHandler(routes, api.WithServerMiddleware(keepContext), api.WithServerAnonymous(), api.WithServerLogger(logger),
		api.WithServerErrorHandler(r.keepPanic))
	if err != nil {
		t.Fatal(err)
	}
	caller, err := api.NewCaller("http://service.invalid", api.WithLogger(logger), api.WithHTTPClient(&http.Client{Transport: r}))
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

// Record responds to a request.
func Record[Res, Req any](r *Recorder, request *Req) (*Res, error) {
	return wire.ServeFake(r.ctx, &r.calls.recorder, r.op, request, *r.serve.(*func(context.Context, *Req) (*Res, error)))
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
	if r.reply == "" {
		r.handler.ServeHTTP(response, req)
	} else {
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(r.status)
		response.WriteString(r.reply)
	}
	r.response = response.Body.String()
	return response.Result(), nil
}

// hiding tests that nothing sensitive of a request and a response is shown while an
// operation is called and served: by fmt and slog, in the logs of client and handler, in
// errors, in problems, and in the calls that a fake recorded. Only their JSON contains it.
type hiding[Req, Res any] struct {
	finder
	watch    *Recorder
	op       *api.Operation
	call     func(context.Context, *Req, ...api.CallOption) (*Res, error)
	serve    *func(context.Context, *Req) (*Res, error)
	request  secret[Req]
	response secret[Res]
}

func (h *hiding[Req, Res]) run(ctx context.Context) {
	defer func(before func(context.Context, *Req) (*Res, error)) { *h.serve = before }(*h.serve)
	h.count("the request", encoded(h.request.value), h.request.Canaries)
	h.count("the response", encoded(h.response.value), h.response.Canaries)
	h.printed("the request", h.request.value)
	h.printed("the response", h.response.value)
	h.served(ctx)
	h.failed(ctx)
	h.badResponses(ctx)
	h.badRequests()
}

// count checks that the JSON contains the canaries.
func (h *hiding[Req, Res]) count(what, text string, want int) {
	if got := strings.Count(text, digits); got != want {
		h.fault(what, fmt.Sprintf("%d canaries are encoded in it, %d were planted", got, want))
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
func (h *hiding[Req, Res]) served(ctx context.Context) {
	*h.serve = func(context.Context, *Req) (*Res, error) { return h.response.value, nil }
	invalid := any(h.request.value).(interface{ Validate() error }).Validate()
	h.error("Validate", invalid)
	before := len(h.watch.calls.Calls())
	for way, options := range map[string][]api.CallOption{"a call": nil, "a call that is not validated": {api.WithoutValidation()}} {
		h.watch.response = ""
		res, err := h.call(ctx, h.request.value, options...)
		if err == nil {
			h.printed("the response of "+way, res)
		}
		if err != nil && invalid == nil {
			h.fault(way, fmt.Sprintf("failed with a %T", err))
		}
		if err != nil {
			h.look("the response to "+way, h.watch.response)
		}
		h.error(way, err)
		h.logged(way)
	}
	calls := h.watch.calls.Calls()[before:]
	if invalid == nil && len(calls) != 2 {
		h.fault("the fake", "did not record the calls")
	}
	for _, c := range calls {
		h.everywhere("the call of a fake", c, true)
	}
	h.everywhere("the fake", &h.watch.calls, false)
}

// failed makes calls whose service fails with the content of the request.
func (h *hiding[Req, Res]) failed(ctx context.Context) {
	text := encoded(h.request.value) + encoded(h.response.value)
	for way, serve := range map[string]func() error{
		"a service that fails":  func() error { return errors.New(text) },
		"a service that panics": func() error { panic(text) },
		"a service with a problem": func() error {
			return &api.Problem{Status: http.StatusConflict, Title: text, Detail: text, Errors: []api.Violation{{Field: "/" + text, Rule: text, Message: text}}}
		},
	} {
		*h.serve = func(context.Context, *Req) (*Res, error) { return nil, serve() }
		_, err := h.call(ctx, h.request.value, api.WithoutValidation())
		h.everywhere("the error of "+way, err, true)
		if e, ok := errors.AsType[*api.Error](err); !ok || e.Status == http.StatusInternalServerError {
			h.look("the response of "+way, h.watch.response)
		}
		h.logged(way)
	}
	for _, err := range h.watch.panics {
		h.everywhere("the panic", err, true)
	}
	h.watch.panics = nil
}
