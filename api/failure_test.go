package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// A service fails with a value of the catalog, and its caller gets the same value.
func TestAFailureHasItsType(t *testing.T) {
	const secret = "CANARY"
	// What stands beside responses is also the member with the messages of failures.
	told := &api.Envelope{Success: "ok", Messages: []string{"warnings"}, List: true, Siblings: []string{"warnings"}, FailureStatus: 200}
	for _, c := range []struct {
		envelope *api.Envelope
		failure  *api.Failure
		value    *lookup
		status   int
		body     string
		messages []string
	}{
		{nil, wire.FailureOf(409, "", decodeLookup), &lookup{Error: secret}, 409, `{"error":"CANARY"}`, nil},
		{nil, wire.FailureOf(409, "why", decodeLookup), &lookup{Error: secret}, 409, `{"why":{"error":"CANARY"}}`, nil},
		{wrapped, wire.FailureOf(200, "errors", decodeLookup), &lookup{Error: secret}, 200, `{"success":false,"message":"m; n","errors":{"error":"CANARY"},"warnings":["w"]}`, []string{"m; n"}},
		{wrapped, wire.FailureOf(422, "data", decodeLookup), &lookup{Error: secret}, 422, `{"success":false,"message":"m; n","data":{"error":"CANARY"},"warnings":["w"]}`, []string{"m; n"}},
		{flat, wire.FailureOf(200, "", decodeLookup), &lookup{Error: secret}, 200, `{"ok":false,"error":"CANARY","warnings":["w"]}`, []string{secret}},
		{told, wire.FailureOf(200, "", decodeLookup), &lookup{Error: secret}, 200, `{"ok":false,"warnings":["m","n"],"error":"CANARY"}`, []string{"m", "n"}},
		{coded, wire.FailureOf(200, "", decodeLookup), &lookup{Error: secret, Errno: new(40001)}, 200, `{"errmsg":["m","n"],"error":"CANARY","errcode":40001}`, []string{"m", "n"}},
		{coded, wire.FailureOf(200, "", decodeLookup), &lookup{Error: secret}, 200, `{"errcode":500,"errmsg":["m","n"],"error":"CANARY"}`, []string{"m", "n"}},
	} {
		service := func(ctx context.Context, _ *everykind.Request) (*everykind.Answer, error) {
			_ = api.SetSiblings(ctx, &warnings{[]string{"w"}})
			return nil, fmt.Errorf("wrapped: %w", api.Fail(c.value, "m", "n"))
		}
		middleware := func(next api.ServeFunc) api.ServeFunc {
			return func(ctx context.Context, r *api.ServerRequest) error {
				err := next(ctx, r)
				f, ok := api.FailureOf[lookup](err)
				require.True(t, ok)
				require.Same(t, c.value, f)
				require.Equal(t, c.status, r.Status)
				return err
			}
		}
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		h, client := declaring(t, c.envelope, c.failure, service, `{}`, api.WithServerMiddleware(middleware), api.WithServerLogger(logger))
		w := post(h, "/shown", validRichBody)
		require.Equal(t, c.body, w.Body.String())
		require.Equal(t, c.status, w.Code)
		typed, _ := client(api.WithLogger(logger))
		_, err := typed()
		f, ok := api.FailureOf[lookup](err)
		require.True(t, ok, err)
		require.Equal(t, c.value.Error, f.Error)
		_, ok = api.FailureOf[warnings](err)
		require.False(t, ok)
		e, _ := errors.AsType[*api.Error](err)
		require.Equal(t, c.messages, e.Messages)
		if strings.Contains(c.body, `"warnings":["w"]`) {
			var beside warnings
			require.NoError(t, e.Siblings(&beside))
			require.Equal(t, []string{"w"}, beside.Warnings)
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			require.NotContains(t, fmt.Sprintf(verb, err), secret)
			require.NotContains(t, fmt.Sprintf(verb, api.Fail(c.value, secret)), secret)
		}
		text, _ := json.Marshal([]any{err, api.Fail(c.value)})
		require.NotContains(t, string(text)+log.String(), secret)
	}
	_, ok := api.FailureOf[lookup](errors.New("x"))
	require.False(t, ok)
	_, ok = api.FailureOf[lookup](api.Fail[lookup](nil))
	require.False(t, ok)
}

// A failure to which the catalog gives no status has the one that the service gives it,
// and its caller reads it from any.
func TestAFailureMayHaveAnyStatus(t *testing.T) {
	anyStatus := wire.FailureOf(0, "", decodeLookup)
	for _, c := range []struct {
		envelope *api.Envelope
		failure  *api.Failure
		err      error
		status   int // 500 if the service cannot fail so
	}{
		{nil, anyStatus, api.Fail(&lookup{Error: "x"}), 400},
		{nil, anyStatus, api.FailWith(404, &lookup{Error: "x"}), 404},
		{nil, anyStatus, api.FailWith(503, &lookup{Error: "x"}), 503},
		{flat, anyStatus, api.FailWith(404, &lookup{Error: "x"}), 404},
		{flat, anyStatus, api.FailWith(200, &lookup{Error: "x"}), 200},
		{nil, wire.FailureOf(409, "", decodeLookup), api.FailWith(409, &lookup{Error: "x"}), 409},
		{nil, anyStatus, api.FailWith(200, &lookup{Error: "x"}), 500},
		{nil, anyStatus, api.FailWith(302, &lookup{Error: "x"}), 500},
		{flat, anyStatus, api.FailWith(600, &lookup{Error: "x"}), 500},
		{nil, wire.FailureOf(409, "", decodeLookup), api.FailWith(404, &lookup{Error: "x"}), 500},
	} {
		h, client := declaring(t, c.envelope, c.failure, func(context.Context, *everykind.Request) (*everykind.Answer, error) { return nil, c.err }, `{}`)
		require.Equal(t, c.status, post(h, "/shown", validRichBody).Code)
		typed, _ := client(api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		_, err := typed()
		f, ok := api.FailureOf[lookup](err)
		require.Equal(t, c.status != 500, ok && f.Error == "x", "%d: %v", c.status, err)
	}
}

// What is no failure of the catalog is an error like any other.
func TestAnotherFailureHasNoType(t *testing.T) {
	for text, status := range map[string]int{
		`{"why":{"error":"x"}}`: 400, `{"why":{"error":1}}`: 409, `{"why":{}}`: 409, `{"error":"x"}`: 409, `{`: 409, ``: 409, `[]`: 409,
		`{"title":"x","why":{"error":"x"}}`: 0,
	} {
		op := &api.Operation{Area: "a", Name: "b", Path: "/b", Failure: wire.FailureOf(409, "why", decodeLookup)}
		c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
			res := response(max(status, 400), text)
			if status == 0 {
				res = response(409, text)
				res.Header.Set("Content-Type", api.ProblemType)
			}
			return res, nil
		})
		_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), validRich())
		_, ok := errors.AsType[*api.Error](err)
		require.True(t, ok)
		_, ok = api.FailureOf[lookup](err)
		require.False(t, ok, text)
	}
}

// A service that fails with something else than the catalog says has a defect. The error
// of a call of its own is none of its failures.
func TestAFailureOfAnotherOperationIsADefect(t *testing.T) {
	_, client := declaring(t, nil, wire.FailureOf(409, "", decodeLookup), func(context.Context, *everykind.Request) (*everykind.Answer, error) {
		return nil, api.Fail(&lookup{Error: "x"})
	}, `{}`)
	typed, _ := client()
	_, foreign := typed()
	for want, c := range map[string]struct {
		failure *api.Failure
		err     error
	}{
		"describes none of this operation":      {nil, api.Fail(&lookup{})},
		"of another type than":                  {wire.FailureOf(409, "", decodeLookup), api.Fail(&warnings{})},
		"another type":                          {wire.FailureOf(409, "", decodeLookup), api.Fail[lookup](nil)},
		"that JSON cannot hold":                 {wire.FailureOf(409, "", decodeLookup), api.Fail(&lookup{Error: "\xff"})},
		"the service's failure says that it is": {wire.FailureOf(200, "", decodeLookup), api.Fail(&lookup{Error: "x", Errno: new(0)})},
		"":                                      {wire.FailureOf(409, "", decodeLookup), foreign},
	} {
		var told error
		h, _ := declaring(t, map[bool]*api.Envelope{true: coded}[strings.HasPrefix(want, "the service's")], c.failure,
			func(context.Context, *everykind.Request) (*everykind.Answer, error) { return nil, c.err }, `{}`,
			api.WithServerErrorHandler(func(_ context.Context, _ *api.Operation, err error) { told = err }))
		require.Equal(t, 500, post(h, "/shown", validRichBody).Code, want)
		require.ErrorContains(t, told, want)
	}
}
