package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

var opKeyed = &api.Operation{Area: "things", Name: "pay", Path: "/api/things/pay", Effect: api.Write, IdempotencyKey: "idempotency-key"}

// keys are the values of the header field that a script was given.
type keys struct {
	script
	got []string
}

func (k *keys) RoundTrip(r *http.Request) (*http.Response, error) {
	k.got = append(k.got, strings.Join(r.Header["Idempotency-Key"], ","))
	return k.script.RoundTrip(r)
}

// A client makes a key for each call and keeps it while it retries, so that a write is
// retried as a read is.
func TestIdempotencyKeys(t *testing.T) {
	for name, c := range map[string]struct {
		op       *api.Operation
		outcomes []any
		header   http.Header
		opts     []api.CallOption
		attempts int
		status   int // of the error, 0 for a success
	}{
		"a failing network":         {op: opKeyed, outcomes: []any{errors.New("reset"), 200}, attempts: 2},
		"a busy service":            {op: opKeyed, outcomes: []any{503, 429, 200}, attempts: 3},
		"a failure":                 {op: opKeyed, outcomes: []any{500, 200}, attempts: 1, status: 500},
		"still in progress":         {op: opKeyed, outcomes: []any{errors.New("reset"), 409, 200}, attempts: 3},
		"in progress for long":      {op: opKeyed, outcomes: []any{errors.New("reset"), 409}, attempts: 3, status: 409},
		"a conflict":                {op: opKeyed, outcomes: []any{409, 200}, attempts: 1, status: 409},
		"in progress, it says":      {op: opKeyed, outcomes: []any{409, 200}, header: http.Header{"Retry-After": {"0"}}, attempts: 2},
		"a key of the caller":       {op: opKeyed, outcomes: []any{409, 200}, opts: []api.CallOption{api.WithIdempotencyKey("k1")}, attempts: 2},
		"a key in a header":         {op: opKeyed, outcomes: []any{409, 200}, opts: []api.CallOption{api.WithHeader("Idempotency-Key", "k1")}, attempts: 2},
		"a key with another body":   {op: opKeyed, outcomes: []any{errors.New("reset"), 422, 200}, attempts: 2, status: 422},
		"retries that are off":      {op: opKeyed, outcomes: []any{503, 200}, opts: []api.CallOption{api.WithRetry(api.RetryPolicy{MaxAttempts: 1})}, attempts: 1, status: 503},
		"a write without a key":     {op: opWrite, outcomes: []any{503, 200}, attempts: 1, status: 503},
		"a conflict without a key":  {op: opIdempotent, outcomes: []any{503, 409, 200}, attempts: 2, status: 409},
		"a conflict that is a read": {op: opUnknown, outcomes: []any{409, 200}, header: http.Header{"Retry-After": {"0"}}, attempts: 1, status: 409},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T) {
				s := &keys{script: script{outcomes: c.outcomes, header: c.header}}
				caller := through(t, "http://host", s.RoundTrip)
				_, err := callOp(t.Context(), caller, c.op, c.opts...)
				if failed, ok := errors.AsType[*api.Error](err); ok {
					require.Equal(t, c.status, failed.Status)
				} else {
					require.NoError(t, err)
					require.Zero(t, c.status)
				}
				require.Len(t, s.got, c.attempts)
				for _, key := range s.got {
					require.Equal(t, s.got[0], key, "the attempts of a call have one key")
				}
				switch {
				case c.op != opKeyed:
					require.Empty(t, s.got[0])
				case c.opts == nil:
					require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, s.got[0])
				}
				callOp(t.Context(), caller, c.op, c.opts...)
				if own := s.got[len(s.got)-1]; c.op == opKeyed && s.got[0] != "k1" {
					require.NotEqual(t, s.got[0], own, "each call has its own")
				}
			})
		})
	}
}

// A key that cannot be obeyed is an error, which does not show it.
func TestIdempotencyKeysAreChecked(t *testing.T) {
	s := &script{outcomes: []any{200}}
	for _, key := range []string{"", "secret key", "secret\n", "secrét", "secret\x7f", strings.Repeat("secret", 43)} {
		_, err := callOp(t.Context(), s.caller(t), opKeyed, api.WithIdempotencyKey(key))
		require.EqualError(t, err, "things.pay: api.WithIdempotencyKey: expected 1 to 255 visible ASCII characters", key)
	}
	_, err := callOp(t.Context(), s.caller(t), opWrite, api.WithIdempotencyKey("secret"))
	require.EqualError(t, err, "things.add: api.WithIdempotencyKey: the operation takes no key")
	_, err = api.NewCaller("http://host", api.WithIdempotencyKey("secret"))
	require.EqualError(t, err, "api.WithIdempotencyKey: a key stands for one call; give it to that")
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%d"} {
		require.Equal(t, "api.WithIdempotencyKey", fmt.Sprintf(verb, api.WithIdempotencyKey("secret")))
	}
	require.Empty(t, s.bodies)
}

// A middleware that takes the key away makes the call a write again.
func TestIdempotencyKeyOfAMiddleware(t *testing.T) {
	for _, key := range []string{"", "other"} {
		virtually(t, func(t *testing.T) {
			s := &keys{script: script{outcomes: []any{503, 200}}}
			caller := through(t, "http://host", s.RoundTrip, calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
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
				require.Equal(t, []string{""}, s.got)
			} else {
				require.NoError(t, err)
				require.Equal(t, []string{"other", "other"}, s.got)
			}
		})
	}
}

// A service reads the key, and never meets a request with one that is none.
func TestIdempotencyKeyAtTheService(t *testing.T) {
	for header, want := range map[string]string{"": "", "abc": "abc", `"a b"`: "400", `"abc"`: "abc", `"`: `"`, "a b": "400", "é": "400", "a,b": "a,b"} {
		for _, op := range []*api.Operation{opKeyed, opWrite} {
			got := "not called"
			h, err := api.NewHandler([]api.Route{wire.HandleRaw(op, func(d *wire.Decoder) *struct{} { d.Begin(nil); d.Next(); return new(struct{}) },
				func(ctx context.Context, _ *struct{}) (*api.RawResponse, error) {
					got = api.RequestFromContext(ctx).IdempotencyKey()
					return &api.RawResponse{Raw: json.RawMessage(`{}`)}, nil
				})}, api.WithServerAnonymous())
			require.NoError(t, err)
			r := httptest.NewRequest("POST", op.Path, strings.NewReader("{}"))
			if header != "" {
				r.Header.Set("Idempotency-Key", header)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			body, _ := io.ReadAll(w.Body)
			switch {
			case op == opWrite:
				require.Equal(t, 200, w.Code)
				require.Empty(t, got)
			case want == "400":
				require.Equal(t, 400, w.Code, header)
				require.Contains(t, string(body), "header idempotency-key: one key, expected 1 to 255 visible ASCII characters")
				require.NotContains(t, string(body), header)
				require.Equal(t, "not called", got)
			default:
				require.Equal(t, 200, w.Code, header)
				require.Equal(t, want, got)
			}
		}
	}
	require.Empty(t, api.RequestFromContext(t.Context()).IdempotencyKey())
}
