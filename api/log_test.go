package api_test

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

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// recordsOf returns the records of one call, which takes three seconds of the
// clock of the test.
func recordsOf(t *testing.T, level slog.Level, f transport, call func(*api.Caller) error, opts ...api.ClientOption) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	virtually(t, func(t *testing.T) {
		logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level, AddSource: true}))
		slow := api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
			return func(ctx context.Context, i *api.Invocation) error {
				time.Sleep(3 * time.Second)
				return next(ctx, i)
			}
		})
		c := through(t, "http://canary-host", f, append([]api.ClientOption{
			api.WithLogger(logger), slow, api.WithRetry(api.RetryPolicy{BaseDelay: 1}),
			api.WithBearerToken("CANARY"), api.WithHeader("X-Key", "CANARY"), api.WithHeader("X-Request-Id", "mine"),
		}, opts...)...)
		err := call(c)
		require.NotContains(t, out.String(), "CANARY")
		require.NotContains(t, out.String(), "canary-host")
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
func secret() *rich.Request {
	return &rich.Request{Name: "CANARY", Inner: rich.Record{ID: "CANARY"}, Note: new("CANARY")}
}

func rawCall(c *api.Caller) error {
	_, err := wire.DoRaw[rich.RawAnswer](context.Background(), wire.Begin(c, opRaw, []api.CallOption{api.WithoutValidation()}), secret())
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
	want["request"], want["answer"] = `{"...":"[3 further keys]"}`, "[15 bytes]" // of types without a tag
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
		records := recordsOf(t, slog.LevelInfo, f, func(caller *api.Caller) error { rawCall(caller); return nil })
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
	records := recordsOf(t, slog.LevelWarn, nil, func(c *api.Caller) error {
		_, err := callRich(t.Context(), c, &rich.Request{Name: " ", Note: new("CANARY")})
		return err
	})
	require.Len(t, records, 1)
	require.Equal(t, "*api.ValidationError", records[0]["error_type"])
	require.EqualValues(t, 0, records[0]["attempts"])
}

func TestWithoutALoggerNothingIsLogged(t *testing.T) {
	s := &script{outcomes: []any{404}}
	_, err := callOp(t.Context(), s.caller(t, api.WithLogger(nil)), opRaw)
	require.Error(t, err)
}

// personRequest is a request that is sent as the text of its name.
type personRequest person

func (r *personRequest) AppendJSON(b []byte) []byte { return append(b, r.Name...) }
func (r *personRequest) Validate() error {
	if r.Untold != nil {
		return &api.ValidationError{}
	}
	return nil
}

// bodies returns what is logged of the bodies of a call with a person that is
// answered with another.
func bodies(t *testing.T, f transport, opts ...api.ClientOption) (request, answer any) {
	t.Helper()
	records := recordsOf(t, slog.LevelDebug, f, func(c *api.Caller) error {
		req := &personRequest{Name: `{"name":"Ada","ssn":"CANARY","CANARY":{}}`}
		_, err := wire.Do(context.Background(), wire.Begin(c, opRaw, nil), req, decodePerson)
		return err
	}, opts...)
	require.Len(t, records, 1)
	return records[0]["request"], records[0]["answer"]
}

func TestBodiesAreLoggedRedacted(t *testing.T) {
	const sent, problem = `{"name":"Ada","ssn":"[redacted]","...":"[1 further key]"}`, "application/problem+json"
	wrap := api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			if err := next(ctx, i); err != nil {
				return io.EOF // in place of the answer
			}
			return nil
		}
	})
	for _, c := range []struct {
		status     int
		mediaType  string
		body, want string
		opts       []api.ClientOption
	}{
		{200, "", `{"name":"Eve","ssn":4711,"home":{"street":"CANARY","CANARY":"CANARY"}}`,
			`{"name":"Eve","ssn":"[redacted]","home":{"street":"[redacted]","...":"[1 further key]"}}`, nil},
		{200, problem, `{"name":"Eve","errors":[]}`, `{"name":"Eve","...":"[1 further key]"}`, nil},
		{200, "", `{"name":4711,"ssn":"CANARY"`, "[27 bytes]", nil},
		{200, "", `["CANARY"]`, "[10 bytes]", nil},
		{200, "", ``, "[0 bytes]", nil},
		{404, "", `{"name":"CANARY"}`, "[17 bytes]", nil},
		{404, "", "<title>CANARY", "[13 bytes]", nil},
		{422, problem, `{"status":4711,"title":"CANARY","CANARY":1,"errors":[{"field":"/home/CANARY","rule":"type","message":"CANARY"}]}`,
			`{"status":422,"errors":[{"field":"/home/[redacted]","rule":"type"}]}`, nil},
		{422, problem, `{"errors":["CANARY"]}`, `{"status":422}`, nil},
		{422, problem, `{"errors":[{"field":"/name","rule":"CANARY"}]}`, `{"status":422,"errors":[{"field":"/name","rule":"[redacted]"}]}`, []api.ClientOption{wrap}},

		{200, "", `{"success":true,"data":{"name":"Eve","ssn":"CANARY"}}`, `{"name":"Eve","ssn":"[redacted]"}`, []api.ClientOption{api.WithEnvelope()}},
		{200, "", `{"success":true,"message":"CANARY","data":null}`, "[4 bytes]", []api.ClientOption{api.WithEnvelope()}},
		{200, "", `{"success":true}`, "[0 bytes]", []api.ClientOption{api.WithEnvelope()}},
		{200, "", `{"success":false,"message":"CANARY","name":"CANARY"}`, "[52 bytes]", []api.ClientOption{api.WithEnvelope()}},
		{200, "", `{"name":"CANARY"}`, "[17 bytes]", []api.ClientOption{api.WithEnvelope()}},
		{400, "", `{"success":false,"data":{"name":"CANARY"}}`, "[42 bytes]", []api.ClientOption{api.WithEnvelope()}},
	} {
		request, answer := bodies(t, func(r *http.Request) (*http.Response, error) {
			res := response(c.status, c.body)
			res.Header.Set("Content-Type", c.mediaType)
			return res, nil
		}, append(c.opts, api.WithBodyField("api_key", "CANARY"))...)
		require.Equal(t, sent, request)
		require.Equal(t, c.want, answer, c.body)
	}
}

// What is logged is the last answer: none where the last attempt had none.
func TestOnlyTheLastAnswerIsLogged(t *testing.T) {
	attempts := 0
	request, answer := bodies(t, func(*http.Request) (*http.Response, error) {
		if attempts++; attempts == 1 {
			return response(503, `{"name":"CANARY"}`), nil
		}
		return nil, io.EOF
	}, api.WithRetry(api.RetryPolicy{MaxAttempts: 2, BaseDelay: 1}))
	require.NotNil(t, request)
	require.Nil(t, answer)
	require.Equal(t, 2, attempts)

	twice := api.WithMiddleware(func(next api.RoundTripFunc) api.RoundTripFunc {
		return func(ctx context.Context, i *api.Invocation) error {
			next(ctx, i)
			i.Header.Set("X-Again", "1")
			return next(ctx, i)
		}
	})
	_, answer = bodies(t, func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("X-Again") != "" {
			return nil, io.EOF
		}
		return response(200, `{"name":"CANARY"}`), nil
	}, twice, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	require.Nil(t, answer)
}

func TestARequestThatBreaksARuleIsLoggedRedacted(t *testing.T) {
	records := recordsOf(t, slog.LevelDebug, nil, func(c *api.Caller) error {
		req := &personRequest{Name: `{"name":4711,"ssn":"CANARY"}`, Untold: new("breaks a rule")}
		_, err := wire.DoRaw[rich.RawAnswer](context.Background(), wire.Begin(c, opRaw, nil), req)
		return err
	})
	require.Equal(t, `{"name":"[number]","ssn":"[redacted]"}`, records[0]["request"])
	require.NotContains(t, records[0], "answer")
	require.NotContains(t, records[0], "answer_bytes")
}
