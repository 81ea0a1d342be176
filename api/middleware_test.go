package api_test

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

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// seeing is a middleware that records the last call.
func seeing(kept *api.Invocation, err *error) api.ClientOption {
	return calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		*err = next(ctx, i)
		*kept = *i
		return *err
	})
}

func TestAMiddlewareSeesACallAsItsCallerDoes(t *testing.T) {
	var saw api.Invocation
	var sawErr error
	s := &script{}
	c := s.caller(t, atOnce, seeing(&saw, &sawErr))
	for _, test := range []struct {
		op       *api.Operation
		outcomes []any
		status   int
		attempts int
	}{
		{opRaw, []any{200}, 200, 1}, {opIdempotent, []any{503, io.EOF, 200}, 200, 3}, {opRaw, []any{503}, 503, 3},
		{opWrite, []any{503}, 503, 1}, {opWrite, []any{io.EOF}, 0, 1}, {opRaw, []any{503, io.EOF}, 0, 3},
	} {
		s.outcomes, s.bodies, s.header = test.outcomes, nil, nil
		_, err := callOp(t.Context(), c, test.op)
		require.Equal(t, err, sawErr)
		require.Same(t, test.op, saw.Operation)
		require.Equal(t, test.status, saw.Status)
		require.Equal(t, test.attempts, saw.Attempts)
		require.Equal(t, saw.Header().Get("X-Request-Id"), saw.RequestID)
		require.Regexp(t, "^[0-9a-f]{32}$", saw.RequestID)
	}

	s.outcomes, s.header = []any{404}, http.Header{"X-Request-Id": {"r-1"}}
	_, err := callOp(t.Context(), c, opRaw)
	require.Error(t, err)
	require.Equal(t, "r-1", saw.RequestID)

	_, err = callRich(t.Context(), c, &everykind.Request{Name: " "})
	require.Equal(t, err, sawErr)
	require.Zero(t, saw.Attempts, "nothing was sent")
	_, invalid := errors.AsType[*api.ValidationError](sawErr)
	require.True(t, invalid)

	s.outcomes = []any{200}
	_, err = wire.Do(t.Context(), wire.Begin(c, everykind.Op, nil), validRich(), func(*wire.Decoder) *everykind.Response { return nil })
	require.ErrorContains(t, err, "cannot read the response")
	require.Equal(t, err, sawErr)
	require.Equal(t, 200, saw.Status)
}

func TestMiddlewaresWrapTheOnesBehindThem(t *testing.T) {
	var order []string
	named := func(name string) api.ClientOption {
		return calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
			order = append(order, name+" "+i.String())
			defer func() { order = append(order, name) }()
			return next(ctx, i)
		})
	}
	s := &script{outcomes: []any{503, 200}}
	_, err := callOp(t.Context(), s.caller(t, named("a"), named("b"), atOnce), opRaw)
	require.NoError(t, err)
	require.Equal(t, []string{"a api.Invocation(things.raw)", "b api.Invocation(things.raw)", "b", "a"}, order)
}

func TestNothingIsSentForAMiddlewareThatHasReturned(t *testing.T) {
	var again func() error
	s := &script{outcomes: []any{200}}
	c := s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		again = func() error { return next(ctx, i) }
		return next(ctx, i)
	}))
	_, err := callOp(t.Context(), c, opWrite)
	require.NoError(t, err)
	require.ErrorIs(t, again(), api.ErrNoInvocation)
	require.Len(t, s.bodies, 1)
}

func TestAMiddlewareCannotMakeASuccess(t *testing.T) {
	for name, f := range map[string]func(context.Context, *api.Invocation, api.RoundTripFunc) error{
		"nothing sent": func(context.Context, *api.Invocation, api.RoundTripFunc) error { return nil },
		"hidden":       func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error { next(ctx, i); return nil },
		"another": func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
			return next(ctx, &api.Invocation{Operation: i.Operation})
		},
		"none": func(ctx context.Context, _ *api.Invocation, next api.RoundTripFunc) error { return next(ctx, nil) },
	} {
		c := (&script{outcomes: []any{404}}).caller(t, calling(f))
		res, err := callOp(t.Context(), c, opRaw)
		require.Error(t, err, name)
		require.Nil(t, res, name)
		require.ErrorContains(t, err, "a middleware", name)
		rich, err := callRich(t.Context(), c, validRich())
		require.Error(t, err, name)
		require.Nil(t, rich, name)
	}
}

func TestAMiddlewareMayRefuseOrRepeat(t *testing.T) {
	s := &script{outcomes: []any{404, 200}}
	_, err := callOp(t.Context(), s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		if err := next(ctx, i); err == nil {
			return errors.New("once was enough")
		}
		return next(ctx, i)
	})), opWrite)
	require.NoError(t, err)
	require.Equal(t, []string{validRichBody, validRichBody}, s.bodies)

	refusal := errors.New("not today")
	_, err = callOp(t.Context(), s.caller(t, calling(func(context.Context, *api.Invocation, api.RoundTripFunc) error { return refusal })), opRaw)
	require.ErrorIs(t, err, refusal)
	require.Len(t, s.bodies, 2)
}

// copying is a middleware that gives next a copy of its Invocation.
func copying(kept *api.Invocation) api.ClientOption {
	return calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		*kept = *i
		return next(ctx, kept)
	})
}

func TestAMiddlewareMayPassOnACopy(t *testing.T) {
	for _, test := range []struct {
		op       *api.Operation
		outcomes []any
		status   int
		attempts int
	}{
		{opRaw, []any{200}, 200, 1}, {opRaw, []any{503}, 503, 3}, {opIdempotent, []any{io.EOF, 200}, 200, 2},
		{opKeyed, []any{io.EOF, 409, 200}, 200, 3}, {opKeyed, []any{409, 200}, 409, 1},
	} {
		var outside, copied api.Invocation
		var sawErr error
		var log strings.Builder
		s := &script{outcomes: test.outcomes}
		logger := slog.New(slog.NewJSONHandler(&log, nil))
		c := s.caller(t, atOnce, api.WithLogger(logger), seeing(&outside, &sawErr), copying(&copied))
		_, err := callOp(t.Context(), c, test.op)
		require.Equal(t, test.status != 200, err != nil, err)
		require.Len(t, s.bodies, test.attempts, "%v", test.outcomes)
		require.Contains(t, log.String(), fmt.Sprintf(`"status":%d,`, test.status))
		require.Contains(t, log.String(), fmt.Sprintf(`"attempts":%d}`, test.attempts))
		for _, saw := range []api.Invocation{outside, copied} {
			require.Equal(t, test.status, saw.Status)
			require.Equal(t, test.attempts, saw.Attempts)
		}
	}
}

func TestNothingIsSentForACopyThatHasOutlivedItsCall(t *testing.T) {
	var again func() error
	s := &script{outcomes: []any{200}}
	c := s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		kept := *i
		again = func() error { return next(ctx, &kept) }
		return next(ctx, i)
	}))
	_, err := callOp(t.Context(), c, opWrite)
	require.NoError(t, err)
	require.ErrorIs(t, again(), api.ErrNoInvocation)
	require.Len(t, s.bodies, 1)
}

// around makes a middleware of a function.
func around(f func(context.Context, *api.ServerRequest, api.ServeFunc) error) api.HandlerOption {
	return api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, r *api.ServerRequest) error { return f(ctx, r, next) }
	})
}

func TestAServerMiddlewareSeesHowRequestsEnd(t *testing.T) {
	var saw api.ServerRequest
	var sawErr error
	silent := api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {})
	outcome := error(nil)
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		if r.Name == "panic" {
			panic("x")
		}
		require.Equal(t, "r-1", api.RequestIDFromContext(ctx))
		return &everykind.Response{}, outcome
	}, nil, api.WithServerAuthenticator(keyed), silent, around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
		op, _ := api.OperationFromContext(ctx)
		require.Same(t, everykind.Op, op)
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
		{validRichBody, withHeader("X-Key", "x"), &api.Problem{Status: 409}, 409, new(*api.Problem)},
		{`{"name":"panic","inner":{"id":"1"}}`, withHeader("X-Key", "x"), nil, 500, new(*api.PanicError)},
		{validRichBody, withHeader("X", "x"), nil, 401, new(*api.Problem)},
		{`{}`, withHeader("X-Key", "x"), nil, 422, new(*api.Problem)},
		{`{}`, withHeader("X-Key", "x"), nil, 422, new(*api.ValidationError)},
		{`{`, withHeader("X-Key", "x"), nil, 400, new(*api.Problem)},
		{`{}`, func(r *http.Request) { r.Method = "GET" }, nil, 405, new(*api.Problem)},
	} {
		outcome = c.err
		w := post(h, everykind.Op.Path, c.body, withHeader("X-Request-Id", "r-1"), c.change)
		require.Equal(t, c.status, w.Code)
		require.Equal(t, c.status, saw.Status)
		require.Same(t, everykind.Op, saw.Operation)
		require.Equal(t, "r-1", saw.RequestID)
		require.Equal(t, "r-1", saw.Header().Get("X-Request-Id"))
		if c.is == nil {
			require.NoError(t, sawErr)
		} else {
			require.ErrorAs(t, sawErr, c.is)
		}
	}
	saw = api.ServerRequest{}
	problemOf(t, post(h, "/elsewhere", "{}"), 404)
	require.Zero(t, saw)
}

func TestServerMiddlewaresWrapTheOnesBehindThem(t *testing.T) {
	var order []string
	named := func(name string, err error) api.HandlerOption {
		return around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			order = append(order, name)
			inner := next(context.WithValue(ctx, key{}, name), r)
			order = append(order, fmt.Sprint(name, " ", r.Status))
			if err != nil {
				return err
			}
			return inner
		})
	}
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		order = append(order, "service in "+ctx.Value(key{}).(string))
		return nil, errors.New("x")
	}, nil, api.WithServerAnonymous(), api.WithServerMiddleware(nil), api.WithServerMiddleware(func(api.ServeFunc) api.ServeFunc { return nil }),
		named("a", nil), named("b", fmt.Errorf("wrapped: %w", &api.Problem{Status: 404, Detail: "none"})))
	require.Equal(t, "none", problemOf(t, post(h, everykind.Op.Path, validRichBody), 404).Detail)
	require.Equal(t, []string{"a", "b", "service in b", "b 500", "a 404"}, order)
}

func TestAServerMiddlewareCannotMakeASuccess(t *testing.T) {
	for name, f := range map[string]func(context.Context, *api.ServerRequest, api.ServeFunc) error{
		"not served": func(context.Context, *api.ServerRequest, api.ServeFunc) error { return nil },
		"hidden":     func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error { next(ctx, r); return nil },
		"another": func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			return next(ctx, &api.ServerRequest{})
		},
		"none":         func(ctx context.Context, _ *api.ServerRequest, next api.ServeFunc) error { return next(ctx, nil) },
		"none, hidden": func(ctx context.Context, _ *api.ServerRequest, next api.ServeFunc) error { next(ctx, nil); return nil },
		"again": func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			next(ctx, r)
			return next(ctx, r)
		},
	} {
		var failures []error
		h := handlerOf(t, func(_ context.Context, r *everykind.Request) (*everykind.Response, error) {
			if name == "hidden" {
				return nil, &api.Problem{Status: 404}
			}
			return &everykind.Response{}, nil
		}, nil, api.WithServerAnonymous(), around(f), api.WithServerErrorHandler(func(_ context.Context, _ *api.Operation, err error) { failures = append(failures, err) }))
		require.Equal(t, &api.Problem{Title: "Internal Server Error", Status: 500}, problemOf(t, post(h, everykind.Op.Path, validRichBody), 500), name)
		require.Len(t, failures, 1)
		require.ErrorContains(t, failures[0], "a middleware", name)
	}
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
		if err := next(ctx, r); err != nil {
			return err
		}
		return &api.Problem{Status: 503}
	}))
	problemOf(t, post(h, everykind.Op.Path, validRichBody), 503)
}

// A middleware that returns before next does gets no memory of other requests.
func TestAMiddlewareThatDoesNotWaitKeepsItsMemory(t *testing.T) {
	entered, leave, left := make(chan struct{}), make(chan struct{}), make(chan error)
	h := handlerOf(t, func(_ context.Context, r *everykind.Request) (*everykind.Response, error) {
		close(entered)
		<-leave
		return echo(t.Context(), r)
	}, nil, api.WithServerAnonymous(), api.WithServerLogger(slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelDebug}))))
	var inner api.ServeFunc
	var late *api.ServerRequest
	var buffer *[]byte
	api.WrapServe(h, func(next api.ServeFunc) api.ServeFunc {
		inner = next
		return func(ctx context.Context, r *api.ServerRequest) error {
			late, buffer = r, api.BufferOf(r)
			go func() { left <- inner(ctx, r) }()
			<-entered
			return &api.Problem{Status: 504}
		}
	})
	problemOf(t, post(h, everykind.Op.Path, validRichBody), 504)
	for range 100 {
		require.NotSame(t, buffer, api.PooledBuffer())
	}
	close(leave)
	require.NoError(t, <-left)
	require.ErrorIs(t, inner(t.Context(), late), api.ErrNextAgain)
}

func TestRequestIDs(t *testing.T) {
	var inService string
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
		inService = api.RequestIDFromContext(ctx)
		return echo(ctx, r)
	}, nil)
	long := strings.Repeat("~", 128)
	for given, kept := range map[string]bool{
		"r-1": true, "!": true, long: true, long + "~": false, "": false, "a b": false, "a\n": false, "é": false, "\x7f": false, "a\x00": false,
	} {
		for path, body := range map[string]string{everykind.Op.Path: validRichBody, opRaw.Path: "[]", "/elsewhere": ""} {
			id := post(h, path, body, withHeader("X-Request-Id", given)).Header()["X-Request-Id"]
			require.Len(t, id, 1)
			require.Equal(t, kept, id[0] == given, "%q", given)
			require.True(t, kept || isMade(id[0]), "%q", id)
			if path == everykind.Op.Path {
				require.Equal(t, id[0], inService)
			}
		}
	}
	two := post(h, opRaw.Path, "", func(r *http.Request) { r.Header["X-Request-Id"] = []string{"a", "b"} })
	require.True(t, isMade(two.Header().Get("X-Request-Id")))
	get := post(h, opRaw.Path, "", withHeader("X-Request-Id", "r-1"), func(r *http.Request) { r.Method = "GET" })
	require.Equal(t, "r-1", get.Header().Get("X-Request-Id"))
	require.Empty(t, api.RequestIDFromContext(t.Context()))
}

func isMade(id string) bool {
	return len(id) == 32 && !slices.ContainsFunc([]byte(id), func(c byte) bool { return !strings.ContainsRune("0123456789abcdef", rune(c)) })
}
