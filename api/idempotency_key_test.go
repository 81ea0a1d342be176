package api_test

import (
	"context"
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
