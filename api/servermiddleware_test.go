package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// around is a middleware that is one function.
func around(f func(context.Context, *ServerRequest, ServeFunc) error) HandlerOption {
	return WithServerMiddleware(func(next ServeFunc) ServeFunc {
		return func(ctx context.Context, r *ServerRequest) error { return f(ctx, r, next) }
	})
}

func TestAServerMiddlewareSeesHowRequestsEnd(t *testing.T) {
	var saw ServerRequest
	var sawErr error
	silent := WithErrorHandler(func(context.Context, *Operation, error) {})
	outcome := error(nil)
	h := handlerOf(t, func(ctx context.Context, r *richRequest) (*richAnswer, error) {
		if r.Name == "panic" {
			panic("x")
		}
		require.Equal(t, "r-1", RequestIDFromContext(ctx))
		return &richAnswer{}, outcome
	}, nil, WithAuthenticator(keyed), silent, around(func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
		op, _ := OperationFromContext(ctx)
		require.Same(t, opRich, op)
		require.Zero(t, r.Status)
		sawErr = next(ctx, r)
		saw = *r
		return sawErr
	}))
	failure := errors.New("failure")
	for _, c := range []struct {
		body   string
		change func(*http.Request)
		err    error // of the service
		status int
		is     any
	}{
		{validRichBody, withHeader("X-Key", "x"), nil, 200, nil},
		{validRichBody, withHeader("X-Key", "x"), failure, 500, &failure},
		{validRichBody, withHeader("X-Key", "x"), &Problem{Status: 409}, 409, new(*Problem)},
		{`{"name":"panic","inner":{"id":"1"}}`, withHeader("X-Key", "x"), nil, 500, new(*PanicError)},
		{validRichBody, withHeader("X", "x"), nil, 401, new(*Problem)},
		{`{}`, withHeader("X-Key", "x"), nil, 422, new(*Problem)},
		{`{}`, withHeader("X-Key", "x"), nil, 422, new(*ValidationError)},
		{`{`, withHeader("X-Key", "x"), nil, 400, new(*Problem)},
		{`{}`, func(r *http.Request) { r.Method = "GET" }, nil, 405, new(*Problem)},
	} {
		outcome = c.err
		w := post(h, opRich.Path, c.body, withHeader("X-Request-Id", "r-1"), c.change)
		require.Equal(t, c.status, w.Code)
		require.Equal(t, c.status, saw.Status)
		require.Same(t, opRich, saw.Operation)
		require.Equal(t, "r-1", saw.RequestID)
		require.Equal(t, "r-1", saw.Header.Get("X-Request-Id"))
		if c.is == nil {
			require.NoError(t, sawErr)
		} else {
			require.ErrorAs(t, sawErr, c.is)
		}
	}
	saw = ServerRequest{}
	problemOf(t, post(h, "/elsewhere", "{}"), 404)
	require.Zero(t, saw)
}

func TestServerMiddlewaresWrapTheOnesBehindThem(t *testing.T) {
	var order []string
	named := func(name string, err error) HandlerOption {
		return around(func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
			order = append(order, name)
			inner := next(context.WithValue(ctx, key{}, name), r)
			order = append(order, fmt.Sprint(name, " ", r.Status))
			if err != nil {
				return err
			}
			return inner
		})
	}
	h := handlerOf(t, func(ctx context.Context, r *richRequest) (*richAnswer, error) {
		order = append(order, "service in "+ctx.Value(key{}).(string))
		return nil, errors.New("x")
	}, nil, AllowAnonymous(), WithServerMiddleware(nil), WithServerMiddleware(func(ServeFunc) ServeFunc { return nil }),
		named("a", nil), named("b", fmt.Errorf("wrapped: %w", &Problem{Status: 404, Detail: "none"})))
	require.Equal(t, "none", problemOf(t, post(h, opRich.Path, validRichBody), 404).Detail)
	require.Equal(t, []string{"a", "b", "service in b", "b 500", "a 404"}, order)
}

func TestAServerMiddlewareCannotMakeASuccess(t *testing.T) {
	for name, f := range map[string]func(context.Context, *ServerRequest, ServeFunc) error{
		"not served":   func(context.Context, *ServerRequest, ServeFunc) error { return nil },
		"hidden":       func(ctx context.Context, r *ServerRequest, next ServeFunc) error { next(ctx, r); return nil },
		"another":      func(ctx context.Context, r *ServerRequest, next ServeFunc) error { return next(ctx, &ServerRequest{}) },
		"none":         func(ctx context.Context, _ *ServerRequest, next ServeFunc) error { return next(ctx, nil) },
		"none, hidden": func(ctx context.Context, _ *ServerRequest, next ServeFunc) error { next(ctx, nil); return nil },
		"again": func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
			next(ctx, r)
			return next(ctx, r)
		},
	} {
		var failures []error
		h := handlerOf(t, func(_ context.Context, r *richRequest) (*richAnswer, error) {
			if name == "hidden" {
				return nil, &Problem{Status: 404}
			}
			return &richAnswer{}, nil
		}, nil, AllowAnonymous(), around(f), WithErrorHandler(func(_ context.Context, _ *Operation, err error) { failures = append(failures, err) }))
		require.Equal(t, &Problem{Title: "Internal Server Error", Status: 500}, problemOf(t, post(h, opRich.Path, validRichBody), 500), name)
		require.Len(t, failures, 1)
		require.ErrorContains(t, failures[0], "a middleware", name)
	}
	h := handlerOf(t, echo, nil, AllowAnonymous(), around(func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
		if err := next(ctx, r); err != nil {
			return err
		}
		return &Problem{Status: 503}
	}))
	problemOf(t, post(h, opRich.Path, validRichBody), 503)
}

func TestAPanicOfAMiddlewareIsContained(t *testing.T) {
	var saw []error
	see := around(func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
		err := next(ctx, r)
		saw = append(saw, err)
		return err
	})
	panics := func(value any) HandlerOption {
		return around(func(context.Context, *ServerRequest, ServeFunc) error { panic(value) })
	}
	h := handlerOf(t, echo, nil, AllowAnonymous(), see, panics("SECRET"))
	logs := logged(t, func() { problemOf(t, post(h, opRich.Path, validRichBody), 500) })
	require.Contains(t, logs, "panic_type=string")
	require.NotContains(t, logs, "SECRET")
	require.ErrorAs(t, saw[0], new(*PanicError))

	// Nobody can answer what is to be aborted.
	for _, inner := range []HandlerOption{panics(http.ErrAbortHandler), nil} {
		h := handlerOf(t, func(context.Context, *richRequest) (*richAnswer, error) { panic(http.ErrAbortHandler) }, nil,
			AllowAnonymous(), around(func(ctx context.Context, r *ServerRequest, next ServeFunc) error {
				next(ctx, r)
				return &Problem{Status: 404}
			}), see, inner)
		require.PanicsWithValue(t, http.ErrAbortHandler, func() { post(h, opRich.Path, validRichBody) })
	}
	require.Len(t, saw, 3)
}

// A middleware that answers before next has returned gets no memory of others.
func TestAMiddlewareThatDoesNotWaitKeepsItsMemory(t *testing.T) {
	entered, leave, left := make(chan struct{}), make(chan struct{}), make(chan error)
	h := handlerOf(t, func(_ context.Context, r *richRequest) (*richAnswer, error) {
		close(entered)
		<-leave
		return echo(t.Context(), r)
	}, nil, AllowAnonymous(), WithServerLogger(slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	inner := h.(*handler).serve
	var late *ServerRequest
	var buffer *[]byte
	h.(*handler).serve = func(ctx context.Context, r *ServerRequest) error {
		late, buffer = r, r.exchange.buffer
		go func() { left <- inner(ctx, r) }()
		<-entered
		return &Problem{Status: 504}
	}
	problemOf(t, post(h, opRich.Path, validRichBody), 504)
	for range 100 {
		require.NotSame(t, buffer, buffers.Get().(*[]byte))
	}
	close(leave)
	require.NoError(t, <-left)
	require.ErrorIs(t, inner(t.Context(), late), errNextAgain)
}

func TestRequestIDs(t *testing.T) {
	var inService string
	h := handlerOf(t, func(ctx context.Context, r *richRequest) (*richAnswer, error) {
		inService = RequestIDFromContext(ctx)
		return echo(ctx, r)
	}, nil)
	long := strings.Repeat("~", 128)
	for given, kept := range map[string]bool{
		"r-1": true, "!": true, long: true, long + "~": false, "": false, "a b": false, "a\n": false, "é": false, "\x7f": false, "a\x00": false,
	} {
		for path, body := range map[string]string{opRich.Path: validRichBody, opRaw.Path: "[]", "/elsewhere": ""} {
			id := post(h, path, body, withHeader("X-Request-Id", given)).Header()["X-Request-Id"]
			require.Len(t, id, 1)
			require.Equal(t, kept, id[0] == given, "%q", given)
			require.True(t, kept || isMade(id[0]), "%q", id)
			if path == opRich.Path {
				require.Equal(t, id[0], inService)
			}
		}
	}
	two := post(h, opRaw.Path, "", func(r *http.Request) { r.Header["X-Request-Id"] = []string{"a", "b"} })
	require.True(t, isMade(two.Header().Get("X-Request-Id")))
	get := post(h, opRaw.Path, "", withHeader("X-Request-Id", "r-1"), func(r *http.Request) { r.Method = "GET" })
	require.Equal(t, "r-1", get.Header().Get("X-Request-Id"))
	require.Empty(t, RequestIDFromContext(t.Context()))
}

func isMade(id string) bool {
	return len(id) == 32 && !slices.ContainsFunc([]byte(id), func(c byte) bool { return !strings.ContainsRune("0123456789abcdef", rune(c)) })
}
