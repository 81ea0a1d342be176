package api_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// seeing is a middleware that keeps what it saw of the last call.
func seeing(kept *api.Invocation, err *error) api.ClientOption {
	return api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			*err = next(ctx, i)
			*kept = *i
			return *err
		}
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
		require.Equal(t, saw.Header.Get("X-Request-Id"), saw.RequestID)
		require.Regexp(t, "^[0-9a-f]{32}$", saw.RequestID)
	}

	s.outcomes, s.header = []any{404}, http.Header{"X-Request-Id": {"r-1"}}
	_, err := callOp(t.Context(), c, opRaw)
	require.Error(t, err)
	require.Equal(t, "r-1", saw.RequestID)

	_, err = callRich(t.Context(), c, &rich.Request{Name: " "})
	require.Equal(t, err, sawErr)
	require.Zero(t, saw.Attempts, "nothing was sent")
	_, invalid := errors.AsType[*api.ValidationError](sawErr)
	require.True(t, invalid)

	s.outcomes = []any{200}
	_, err = wire.Do(t.Context(), wire.Begin(c, rich.Op, nil), validRich(), func(*wire.Decoder) *rich.Answer { return nil })
	require.ErrorContains(t, err, "cannot read the answer")
	require.Equal(t, err, sawErr)
	require.Equal(t, 200, saw.Status)
}

func TestMiddlewaresWrapTheOnesBehindThem(t *testing.T) {
	var order []string
	named := func(name string) api.ClientOption {
		return api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
			return func(ctx context.Context, i *api.Invocation) error {
				order = append(order, name+" "+i.Operation.Area+" "+i.Operation.Name+" "+string(i.Operation.Effect))
				defer func() { order = append(order, name) }()
				return next(ctx, i)
			}
		})
	}
	s := &script{outcomes: []any{503, 200}}
	_, err := callOp(t.Context(), s.caller(t, named("a"), named("b"), atOnce), opRaw)
	require.NoError(t, err)
	require.Equal(t, []string{"a things raw read", "b things raw read", "b", "a"}, order)
}

func TestAMiddlewareThatIsNilIsNone(t *testing.T) {
	s := &script{outcomes: []any{200}}
	c := s.caller(t, api.WithMiddleware(nil), api.WithMiddleware(func(api.RoundTripFunc) api.RoundTripFunc { return nil }))
	_, err := callOp(t.Context(), c, opRaw)
	require.NoError(t, err)
}

func TestAMiddlewareChangesTheHeaderOfItsCallAlone(t *testing.T) {
	type key struct{}
	var sent []http.Header
	first := true
	c := through(t, "http://host", func(r *http.Request) (*http.Response, error) {
		sent = append(sent, r.Header)
		require.Equal(t, "value", r.Context().Value(key{}))
		return response(503, ""), nil
	}, atOnce, api.WithHeader("X-Tenant", "one"), api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			if first {
				i.Header.Set("X-Tenant", "two")
				i.Header.Set("X-Request-Id", "mine")
			}
			first = false
			return next(context.WithValue(ctx, key{}, "value"), i)
		}
	}))
	for range 2 {
		_, err := callOp(t.Context(), c, opRaw)
		require.Error(t, err)
	}
	require.Len(t, sent, 6)
	for n, h := range sent {
		require.Equal(t, n < 3, h.Get("X-Tenant") == "two")
		require.Equal(t, n < 3, h.Get("X-Request-Id") == "mine")
	}
}

func TestNothingIsSentForAMiddlewareThatHasReturned(t *testing.T) {
	var again func() error
	s := &script{outcomes: []any{200}}
	c := s.caller(t, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			again = func() error { return next(ctx, i) }
			return next(ctx, i)
		}
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
		c := (&script{outcomes: []any{404}}).caller(t, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
			return func(ctx context.Context, i *api.Invocation) error { return f(ctx, i, next) }
		}))
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
	_, err := callOp(t.Context(), s.caller(t, api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			if err := next(ctx, i); err == nil {
				return errors.New("once was enough")
			}
			return next(ctx, i)
		}
	})), opWrite)
	require.NoError(t, err)
	require.Equal(t, []string{validRichBody, validRichBody}, s.bodies)

	refusal := errors.New("not today")
	_, err = callOp(t.Context(), s.caller(t, api.WithMiddleware(func(api.RoundTripFunc) api.RoundTripFunc {
		return func(context.Context, *api.Invocation) error { return refusal }
	})), opRaw)
	require.ErrorIs(t, err, refusal)
	require.Len(t, s.bodies, 2)
}

func TestAnInvocationPrintsNoHeader(t *testing.T) {
	i := api.Invocation{Operation: opRaw, Header: http.Header{"Authorization": {"SECRET"}}}
	for _, v := range []any{i, &i, []api.Invocation{i}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.NotContains(t, fmt.Sprintf(verb, v), "SECRET")
			require.NotContains(t, fmt.Sprintf(verb, v), "534543524554")
		}
	}
	require.Equal(t, "api.Invocation(things.raw)", i.String())
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "one", i, "pointer", &i, "many", []api.Invocation{i})
	require.NotContains(t, out.String(), "SECRET")
	require.Contains(t, out.String(), `"one":"api.Invocation(things.raw)","pointer":"api.Invocation(things.raw)"`)
}
