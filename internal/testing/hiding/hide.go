// Package hiding tests that generated code shows nothing sensitive. It has what generated
// tests of wire vectors use of package apitest, so that they call it if they import it in
// its place. It looks for the canaries of the vectors in everything that is printed.
package hiding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// Watch is a client and a handler that log all they can, the service between
// them, and what was seen of them. Nothing leaves the process.
type Watch struct {
	handler http.Handler
	caller  *api.Caller
	fake    recorder
	log     bytes.Buffer
	panics  []error // of the service, as the handler tells them
	answer  string  // what was answered last
	reply   string  // JSON text that answers in place of the handler, where it is not ""
	status  int     // of that answer
}

// recorder is what a generated Fake is.
type recorder interface{ Calls() []api.FakeCall }

// NewWatch watches the routes of a generated Fake.
func NewWatch(t testing.TB, routes []api.Route, fake recorder, opts ...api.HandlerOption) *Watch {
	t.Helper()
	w := &Watch{fake: fake}
	options := &slog.HandlerOptions{Level: slog.LevelDebug}
	logger := slog.New(slog.NewMultiHandler(slog.NewTextHandler(&w.log, options), slog.NewJSONHandler(&w.log, options)))
	opts = append(opts, api.WithServerAnonymous(), api.WithServerLogger(logger), api.WithServerErrorHandler(w.keepPanic))
	var wrong error
	if w.handler, wrong = api.NewHandler(routes, opts...); wrong != nil {
		t.Fatal(wrong)
	}
	if w.caller, wrong = api.NewCaller("http://service.invalid", api.WithLogger(logger), api.WithHTTPClient(&http.Client{Transport: w})); wrong != nil {
		t.Fatal(wrong)
	}
	return w
}

// Caller returns the caller that is watched.
func (w *Watch) Caller() *api.Caller { return w.caller }

// keepPanic keeps what is an error of this module, whose text holds no data.
func (w *Watch) keepPanic(_ context.Context, _ *api.Operation, err error) {
	if p, ok := errors.AsType[*api.PanicError](err); ok {
		w.panics = append(w.panics, p)
	}
}

// RoundTrip hands a request to the handler, or responds itself.
func (w *Watch) RoundTrip(r *http.Request) (*http.Response, error) {
	defer r.Body.Close()
	answer := httptest.NewRecorder()
	if w.reply == "" {
		w.handler.ServeHTTP(answer, r)
	} else {
		answer.Header().Set("Content-Type", "application/json")
		answer.WriteHeader(w.status)
		answer.WriteString(w.reply)
	}
	w.answer = answer.Body.String()
	return answer.Result(), nil
}

// Secret is a request or a response with canaries in what is sensitive.
type Secret[T any] struct {
	value    *T
	canaries int
	places   []string
}

// Planted says where a value has canaries as it travels: a JSON pointer for each
// of them, of an array to the first item.
func Planted[T any](value *T, places ...string) Secret[T] {
	return Secret[T]{value, len(places), slices.Compact(slices.Sorted(slices.Values(places)))}
}

// Beside adds places where something sensitive may stand, without a canary.
func (s Secret[T]) Beside(places ...string) Secret[T] {
	s.places = append(s.places, places...)
	return s
}

// Hide tests that of a request and a response nothing sensitive is shown, while an
// operation is called and served in every way that may show it: by fmt and slog,
// in the logs of client and handler, in errors, in problems and in the calls that
// a fake recorded. Their JSON alone holds it.
func Hide[Req, Res any](
	t *testing.T, w *Watch, op *api.Operation,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error),
	serve *func(context.Context, *Req) (*Res, error),
	request Secret[Req], answer Secret[Res],
) {
	t.Helper()
	t.Run(op.Name, func(t *testing.T) {
		t.Helper()
		h := &hiding[Req, Res]{watch: w, op: op, call: call, serve: serve, request: request, answer: answer}
		h.run(t.Context())
		for _, fault := range h.faults {
			t.Error(strings.ToValidUTF8(fault, "?"))
		}
	})
}

// hiding is a test of one operation.
type hiding[Req, Res any] struct {
	finder
	watch   *Watch
	op      *api.Operation
	call    func(context.Context, *Req, ...api.CallOption) (*Res, error)
	serve   *func(context.Context, *Req) (*Res, error)
	request Secret[Req]
	answer  Secret[Res]
}

func (h *hiding[Req, Res]) run(ctx context.Context) {
	defer func(before func(context.Context, *Req) (*Res, error)) { *h.serve = before }(*h.serve)
	h.count("the request", encoded(h.request.value), h.request.canaries)
	h.count("the answer", encoded(h.answer.value), h.answer.canaries)
	h.printed("the request", h.request.value)
	h.printed("the answer", h.answer.value)
	h.served(ctx)
	h.failed(ctx)
	h.answered(ctx)
	h.posted()
}

// count compares the number of canaries that travel with what is expected, so
// that none is found because none is there.
func (h *hiding[Req, Res]) count(what, text string, want int) {
	if got := strings.Count(text, digits); got != want {
		h.fault(what, fmt.Sprintf("%d canaries are encoded in it, %d were planted", got, want))
	}
}

// encoded is the JSON text of a generated struct, the one place where a canary
// belongs. A response without a shape has none.
func encoded(v any) string {
	if e, ok := v.(interface{ AppendJSON([]byte) []byte }); ok {
		return string(e.AppendJSON(nil))
	}
	return ""
}

// served makes a call that is served where its request keeps the rules, and one
// that is refused by the client or by the handler otherwise.
func (h *hiding[Req, Res]) served(ctx context.Context) {
	*h.serve = func(context.Context, *Req) (*Res, error) { return h.answer.value, nil }
	invalid := any(h.request.value).(interface{ Validate() error }).Validate()
	h.error("Validate", invalid)
	before := len(h.watch.fake.Calls())
	for way, options := range map[string][]api.CallOption{"a call": nil, "a call that is not validated": {api.WithoutValidation()}} {
		h.watch.answer = ""
		res, err := h.call(ctx, h.request.value, options...)
		if err == nil {
			h.printed("the answer of "+way, res)
		}
		if err != nil && invalid == nil {
			h.fault(way, fmt.Sprintf("failed with a %T", err))
		}
		if err != nil {
			h.look("the answer to "+way, h.watch.answer)
		}
		h.error(way, err)
		h.logged(way)
	}
	calls := h.watch.fake.Calls()[before:]
	if invalid == nil && len(calls) != 2 {
		h.fault("the fake", "did not record the calls")
	}
	for _, c := range calls {
		h.everywhere("the call of a fake", c, true)
	}
	h.everywhere("the fake", h.watch.fake, false)
}

// failed makes calls whose service fails with what it was asked.
func (h *hiding[Req, Res]) failed(ctx context.Context) {
	text := encoded(h.request.value) + encoded(h.answer.value)
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
			h.look("the answer of "+way, h.watch.answer)
		}
		h.logged(way)
	}
	for _, err := range h.watch.panics {
		h.everywhere("the panic", err, true)
	}
	h.watch.panics = nil
}
