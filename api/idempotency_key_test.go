package api_test

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// If a middleware removes the key, the call is a write again.
func TestIdempotencyKeyOfAMiddleware(t *testing.T) {
	for _, key := range []string{"", "other"} {
		virtually(t, func(t *testing.T) {
			s := &script{outcomes: []any{503, 200}}
			caller := s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
				require.Len(t, i.Header().Get("Idempotency-Key"), 36)
				i.Header().Del("Idempotency-Key")
				if key != "" {
					i.Header().Set("Idempotency-Key", key)
				}
				return next(ctx, i)
			}))
			_, err := callOp(t.Context(), caller, opKeyed)
			if key == "" {
				require.Error(t, err)
				require.Equal(t, []string{""}, s.keys())
			} else {
				require.NoError(t, err)
				require.Equal(t, []string{"other", "other"}, s.keys())
			}
		})
	}
}

// A service reads the key, and never gets a request with an invalid one.
func TestIdempotencyKeyAtTheService(t *testing.T) {
	for header, want := range map[string]string{"": "", "abc": "abc", `"a b"`: "400", `"abc"`: "abc", `"`: `"`, `""abc`: `""abc`, `"abc`: `"abc`, "a b": "400", "é": "400", "a,b": "a,b"} {
		for _, op := range []*api.Operation{opKeyed, opWrite} {
			got := "not called"
			h := routed(t, []api.Route{wire.HandleRaw(op, wire.NoFields[struct{}], func(ctx context.Context, _ *struct{}) (*api.RawResponse, error) {
				got = api.RequestFromContext(ctx).IdempotencyKey()
				return new(api.RawResponse), nil
			})}, api.WithServerAnonymous())
			w := post(h, op.Path, "{}", func(r *http.Request) {
				if header != "" {
					r.Header.Set("Idempotency-Key", header)
				}
			})
			switch {
			case op == opWrite:
				require.Equal(t, 200, w.Code)
				require.Empty(t, got)
			case want == "400":
				require.Equal(t, 400, w.Code, header)
				require.Contains(t, w.Body.String(), "header idempotency-key: one key, expected 1 to 255 visible ASCII characters")
				require.NotContains(t, w.Body.String(), header)
				require.Equal(t, "not called", got)
			default:
				require.Equal(t, 200, w.Code, header)
				require.Equal(t, want, got)
			}
		}
	}
	require.Empty(t, api.RequestFromContext(t.Context()).IdempotencyKey())
}

// A service that has decided about a call does not decide otherwise when the call is made again.
func TestAConflictThatIsAnOutcomeIsFinal(t *testing.T) {
	failing := *opKeyed
	failing.Failure = wire.FailureOf(409, "", decodeLookup)
	problem := http.Header{"Content-Type": {api.ProblemType}}
	const violations = `{"errors":[{"field":"/name","rule":"unique","message":"is taken"}]}`
	for name, c := range map[string]struct {
		op       *api.Operation
		header   http.Header
		body     string
		first    int // status of an attempt before, 0 for none
		attempts int // with the caller's key
	}{
		"a failure of the catalog":        {op: &failing, body: `{"error":"taken"}`, attempts: 1},
		"violations":                      {op: opKeyed, header: problem, body: violations, attempts: 1},
		"a failure of another type":       {op: &failing, body: `{"busy":true}`, attempts: 3},
		"a problem":                       {op: opKeyed, header: problem, body: `{"title":"busy"}`, attempts: 3},
		"a failure, to be made again":     {op: &failing, header: http.Header{"Retry-After": {"0"}}, body: `{"error":"busy"}`, attempts: 3},
		"a failure after a lost response": {op: &failing, first: 503, body: `{"error":"busy"}`, attempts: 3},
	} {
		virtually(t, func(t *testing.T) {
			sent := 0
			caller := through(t, "http://host", func(*http.Request) (*http.Response, error) {
				sent++
				if sent == 1 && c.first != 0 {
					return response(c.first, ""), nil
				}
				res := response(409, c.body)
				if c.header != nil {
					res.Header = c.header
				}
				return res, nil
			})
			_, err := callOp(t.Context(), caller, c.op, api.WithIdempotencyKey("k1"))
			require.ErrorContains(t, err, "409 Conflict", name)
			require.Equal(t, c.attempts, sent, name)
		})
	}
}

// A middleware that makes a call again makes it with the same key, so the service may be busy with
// the attempts before.
func TestAMiddlewareRepeatsACallWithItsKey(t *testing.T) {
	virtually(t, func(t *testing.T) {
		s := &script{outcomes: []any{errors.New("reset"), errors.New("reset"), 409, 200}}
		caller := s.caller(t, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
			if err := next(ctx, i); err == nil {
				return nil
			}
			return next(ctx, i)
		}), api.WithRetry(api.RetryPolicy{MaxAttempts: 2}))
		_, err := callOp(t.Context(), caller, opKeyed)
		require.NoError(t, err)
		require.Len(t, s.bodies, 4)
	})
}
