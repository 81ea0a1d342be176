package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// rude is an error with a method that panics.
type rude struct{ method string }

func (r *rude) in(method string) {
	if r.method == method {
		panic("SECRET")
	}
}

func (r *rude) Error() string              { r.in("Error"); return "SECRET" }
func (r *rude) Unwrap() error              { r.in("Unwrap"); return nil }
func (r *rude) Is(error) bool              { r.in("Is"); return false }
func (r *rude) As(any) bool                { r.in("As"); return false }
func (r *rude) Format(s fmt.State, _ rune) { r.in("Format"); io.WriteString(s, "SECRET") }

var rudeErrors = map[string]error{
	"Error": &rude{"Error"}, "Unwrap": &rude{"Unwrap"}, "Is": &rude{"Is"}, "As": &rude{"As"}, "Format": &rude{"Format"},
	"nil": (*rude)(nil), "wrapped": fmt.Errorf("x: %w", &rude{"As"}), "joined": errors.Join(io.EOF, &rude{"Unwrap"}),
}

// panicking is a response that cannot be encoded.
type panicking struct{ everykind.Response }

func (*panicking) AppendJSON([]byte) []byte { panic("SECRET") }

// breaking is a handler of a logger that panics.
type breaking struct{ enabled bool }

func (b breaking) Enabled(context.Context, slog.Level) bool {
	if !b.enabled {
		panic("SECRET")
	}
	return true
}
func (breaking) Handle(context.Context, slog.Record) error { panic("SECRET") }
func (b breaking) WithAttrs([]slog.Attr) slog.Handler      { return b }
func (b breaking) WithGroup(string) slog.Handler           { return b }

// contains checks that a handler of everykind.Op contains a panic, and reports it.
func contains(t *testing.T, name string, h http.Handler) {
	t.Helper()
	var w *httptest.ResponseRecorder
	logs := logged(t, func() {
		require.NotPanics(t, func() { w = post(h, everykind.Op.Path, validRichBody) }, name)
	})
	require.Equal(t, &api.Problem{Title: "Internal Server Error", Status: 500}, problemOf(t, w, 500), name)
	require.Contains(t, logs, "operation=things.rich", name)
	require.Contains(t, logs, "_type=", name)
	require.NotContains(t, logs, "SECRET", name)
}

func TestPanicsOfMethodsOfErrorsAreContained(t *testing.T) {
	for name, err := range rudeErrors {
		fail := func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, err }
		contains(t, "service: "+name, handlerOf(t, fail, nil))
		contains(t, "panic: "+name, handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) { panic(err) }, nil))
		contains(t, "middleware: "+name, handlerOf(t, echo, nil, api.WithServerAnonymous(),
			around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error { return next(ctx, r) }),
			around(func(context.Context, *api.ServerRequest, api.ServeFunc) error { return err })))
		deny := func(context.Context, api.Credentials) (context.Context, error) { return nil, err }
		w := post(handlerOf(t, echo, nil, api.WithServerAuthenticator(deny)), everykind.Op.Path, validRichBody)
		require.Contains(t, []int{401, 500}, w.Code, name)
		require.NotContains(t, w.Body.String(), "SECRET", name)

		var b strings.Builder
		for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
			logger := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: level}))
			require.NotPanics(t, func() {
				w = post(handlerOf(t, fail, nil, api.WithServerAnonymous(), api.WithServerLogger(logger)), everykind.Op.Path, validRichBody)
			}, name)
			require.Equal(t, 500, w.Code, name)
		}
		require.Contains(t, b.String(), "operation=things.rich", name)
		require.Contains(t, b.String(), "error_type=", name)
		require.NotContains(t, b.String(), "SECRET", name)
	}
}

func TestPanicsOfOptionsAreContained(t *testing.T) {
	failing := func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, io.EOF }
	for name, opts := range map[string][]api.HandlerOption{
		"error handler": {api.WithServerAnonymous(), api.WithServerErrorHandler(func(context.Context, *api.Operation, error) { panic("SECRET") })},
		"its nil":       {api.WithServerAnonymous(), api.WithServerErrorHandler(func(context.Context, *api.Operation, error) { panic(nil) })},
		"its error":     {api.WithServerAnonymous(), api.WithServerErrorHandler(func(context.Context, *api.Operation, error) { panic(rudeErrors["Unwrap"]) })},
		"logger":        {api.WithServerAnonymous(), api.WithServerLogger(slog.New(breaking{enabled: true}))},
		"its level":     {api.WithServerAnonymous(), api.WithServerLogger(slog.New(breaking{}))},
		"authenticator": {api.WithServerAuthenticator(func(context.Context, api.Credentials) (context.Context, error) { panic("SECRET") })},
		"middleware":    {api.WithServerAnonymous(), around(func(context.Context, *api.ServerRequest, api.ServeFunc) error { panic("SECRET") })},
		"middleware behind next": {api.WithServerAnonymous(), around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			next(ctx, r)
			panic("SECRET")
		})},
	} {
		contains(t, name, handlerOf(t, failing, nil, opts...))
	}

	// A response that was sent does not change.
	w := post(handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLogger(slog.New(breaking{}))), everykind.Op.Path, validRichBody)
	require.Equal(t, 200, w.Code)
	// Neither does one if even the default logger panics.
	defer logByDefault(breaking{enabled: true})()
	require.Equal(t, 500, post(handlerOf(t, failing, nil), everykind.Op.Path, validRichBody).Code)
}

func TestPanicsOfServicesAreContained(t *testing.T) {
	for name, value := range map[string]any{"nil": nil, "error": rudeErrors["Error"], "func": func() {}} {
		contains(t, name, handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) { panic(value) }, nil))
	}
	route := wire.Handle(everykind.Op, everykind.Decode, func(context.Context, *everykind.Request) (*panicking, error) { return new(panicking), nil })
	contains(t, "AppendJSON", routed(t, []api.Route{route}, api.WithServerAnonymous()))
}

// If a service ends its goroutine, as a failed assertion does, the caller still gets a
// response.
func TestAServiceMayEndItsGoroutine(t *testing.T) {
	h := handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) {
		runtime.Goexit()
		return nil, nil
	}, nil)
	server := httptest.NewServer(h)
	defer server.Close()
	logs := logged(t, func() {
		res, err := http.Post(server.URL+everykind.Op.Path, "application/json", strings.NewReader(validRichBody))
		require.NoError(t, err)
		defer res.Body.Close()
		require.Equal(t, 500, res.StatusCode)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NotEmpty(t, api.ParseProblem(res.Header, body))
		require.True(t, res.Close, "nobody sends another request over a connection that ends")
	})
	require.Contains(t, logs, "operation=things.rich")
	require.Contains(t, logs, "TestAServiceMayEndItsGoroutine")
}

// failingWriter is a response writer whose methods panic.
type failingWriter struct {
	*httptest.ResponseRecorder
	in    []string
	value any
}

func (w failingWriter) fail(method string) {
	if slices.Contains(w.in, method) {
		panic(w.value)
	}
}

func (w failingWriter) Header() http.Header { w.fail("Header"); return w.ResponseRecorder.Header() }
func (w failingWriter) WriteHeader(n int)   { w.fail("WriteHeader"); w.ResponseRecorder.WriteHeader(n) }
func (w failingWriter) Write(p []byte) (int, error) {
	w.fail("Write")
	return w.ResponseRecorder.Write(p)
}

// A response that cannot be written is aborted, since net/http would send an empty
// response with status 200.
func TestPanicsOfTheResponseWriterAbort(t *testing.T) {
	for _, path := range []string{everykind.Op.Path, "/nowhere", "/things"} {
		for _, method := range []string{"Header", "WriteHeader", "Write"} {
			if path == everykind.Op.Path && method == "WriteHeader" {
				continue // is not called for a success
			}
			h := handlerOf(t, echo, nil)
			r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(validRichBody))
			w := failingWriter{httptest.NewRecorder(), []string{method}, "SECRET"}
			logs := logged(t, func() {
				require.PanicsWithValue(t, http.ErrAbortHandler, func() { h.ServeHTTP(w, r) }, method)
			})
			require.Contains(t, logs, "panic_type=string", method)
			require.NotContains(t, logs, "SECRET")
			require.Empty(t, w.Body.String())
		}
	}
}

// http.ErrAbortHandler makes net/http abort the response, whatever panics with it.
func TestEveryoneMayAbort(t *testing.T) {
	abort := func() { panic(http.ErrAbortHandler) }
	failing := func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, io.EOF }
	for name, h := range map[string]http.Handler{
		"service": handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) { abort(); return nil, nil }, nil),
		"swallowed": handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Response, error) { abort(); return nil, nil }, nil,
			api.WithServerAnonymous(), around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error { next(ctx, r); return nil })),
		"error handler": handlerOf(t, failing, nil, api.WithServerAnonymous(),
			api.WithServerErrorHandler(func(context.Context, *api.Operation, error) { abort() })),
		"authenticator": handlerOf(t, echo, nil, api.WithServerAuthenticator(func(context.Context, api.Credentials) (context.Context, error) {
			abort()
			return nil, nil
		})),
	} {
		logs := logged(t, func() {
			require.PanicsWithValue(t, http.ErrAbortHandler, func() { post(h, everykind.Op.Path, validRichBody) }, name)
		})
		require.Empty(t, logs, name)
	}
	w := failingWriter{httptest.NewRecorder(), []string{"Write"}, http.ErrAbortHandler}
	r := httptest.NewRequest(http.MethodPost, everykind.Op.Path, strings.NewReader(validRichBody))
	require.PanicsWithValue(t, http.ErrAbortHandler, func() { handlerOf(t, echo, nil).ServeHTTP(w, r) })
}
