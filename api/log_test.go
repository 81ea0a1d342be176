package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// recordsOf returns the records of one call, which takes three seconds of the
// clock of the test.
func recordsOf(t *testing.T, level slog.Level, f transport, call func(*Caller) error, opts ...ClientOption) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	virtually(t, func(t *testing.T) {
		logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level, AddSource: true}))
		slow := WithMiddleware(func(next RoundTripFunc) RoundTripFunc {
			return func(ctx context.Context, i *Invocation) error {
				time.Sleep(3 * time.Second)
				return next(ctx, i)
			}
		})
		c := through(t, "http://canary-host", f, append([]ClientOption{
			WithLogger(logger), slow, WithRetry(RetryPolicy{BaseDelay: 1}),
			WithBearerToken("CANARY"), WithHeader("X-Key", "CANARY"), WithHeader("X-Request-Id", "mine"),
		}, opts...)...)
		err := call(c)
		require.NotContains(t, out.String(), "CANARY")
		require.NotContains(t, out.String(), "canary")
		if err != nil {
			require.NotContains(t, err.Error(), "CANARY")
		}
	})
	var records []map[string]any
	for d := json.NewDecoder(&out); d.More(); {
		var r map[string]any
		require.NoError(t, d.Decode(&r))
		delete(r, "time")
		delete(r, "source")
		r["duration"] = time.Duration(r["duration"].(float64)).Truncate(time.Second).String()
		records = append(records, r)
	}
	return records
}

// secret is a request all of whose values are canaries.
func secret() *richRequest {
	return &richRequest{Name: "CANARY", Inner: richRecord{ID: "CANARY"}, Note: new("CANARY")}
}

func rawCall(c *Caller) error {
	call, req := Begin(c, opRaw, secret(), nil)
	_, err := DoRaw[rawAnswer](context.Background(), call.Body(req.AppendJSON(call.Buffer()), nil))
	return err
}

func TestACallIsOneRecord(t *testing.T) {
	attempts := 0
	f := func(*http.Request) (*http.Response, error) {
		if attempts++; attempts == 1 {
			return response(503, "CANARY"), nil
		}
		res := response(200, `{"id":"CANARY"}`)
		res.Header = http.Header{"X-Request-Id": {"r-1"}, "Set-Cookie": {"CANARY"}}
		return res, nil
	}
	want := map[string]any{
		"level": "INFO", "msg": "call succeeded", "operation": "things.raw", "status": 200.0, "duration": "3s", "attempts": 2.0,
		"request_id": "r-1",
	}
	require.Equal(t, []map[string]any{want}, recordsOf(t, slog.LevelInfo, f, rawCall))

	attempts = 1
	want["attempts"], want["request_bytes"], want["answer_bytes"] = 1.0, float64(len(secret().AppendJSON(nil))), 15.0
	require.Equal(t, []map[string]any{want}, recordsOf(t, slog.LevelDebug, f, rawCall))
	require.Empty(t, recordsOf(t, slog.LevelWarn, f, rawCall))
}

func TestAFailedCallIsLoggedByItsType(t *testing.T) {
	type of struct {
		err      error
		name     string
		attempts float64
	}
	for _, c := range []of{
		{io.EOF, "io.EOF", 3}, {io.ErrUnexpectedEOF, "io.ErrUnexpectedEOF", 3}, {errors.New("CANARY"), "*errors.errorString", 3},
		{&net.OpError{Op: "dial", Err: errors.New("CANARY")}, "*net.OpError", 3},
		{&net.DNSError{Name: "CANARY"}, "*net.DNSError", 3}, {context.Canceled, "context.Canceled", 3},
		{context.DeadlineExceeded, "context.DeadlineExceeded", 3},
	} {
		f := func(*http.Request) (*http.Response, error) { return nil, c.err }
		records := recordsOf(t, slog.LevelInfo, f, func(caller *Caller) error { rawCall(caller); return nil })
		require.Equal(t, []map[string]any{{
			"level": "WARN", "msg": "call failed", "operation": "things.raw", "duration": "3s", "attempts": c.attempts,
			"request_id": "mine", "error_type": c.name,
		}}, records)
	}
}

func TestAFailureWithAnAnswerIsLoggedByItsStatus(t *testing.T) {
	for status, body := range map[int]string{404: "CANARY", 200: "<html>CANARY"} {
		records := recordsOf(t, slog.LevelWarn, func(*http.Request) (*http.Response, error) { return response(status, body), nil }, rawCall)
		require.Len(t, records, 1)
		require.EqualValues(t, status, records[0]["status"])
		require.Equal(t, "*api.Error", records[0]["error_type"])
	}
	records := recordsOf(t, slog.LevelWarn, nil, func(c *Caller) error {
		_, err := callRich(t.Context(), c, &richRequest{Name: " ", Note: new("CANARY")})
		return err
	})
	require.Len(t, records, 1)
	require.Equal(t, "*api.ValidationError", records[0]["error_type"])
	require.EqualValues(t, 0, records[0]["attempts"])
}

func TestWithoutALoggerNothingIsLogged(t *testing.T) {
	s := &script{outcomes: []any{404}}
	_, err := callOp(t.Context(), s.caller(t, WithLogger(nil)), opRaw)
	require.Error(t, err)
}
