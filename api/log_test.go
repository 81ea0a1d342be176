package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// recordsOf returns the log records of one call, which takes three seconds of the test's
// clock.
func recordsOf(t *testing.T, level slog.Level, f transport, call func(*api.Caller) error, opts ...api.ClientOption) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	virtually(t, func(t *testing.T) {
		logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level, AddSource: true}))
		slow := calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
			time.Sleep(3 * time.Second)
			return next(ctx, i)
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
	return decoded(t, &out)
}

// decoded returns the records in a log, with durations in whole seconds.
func decoded(t *testing.T, log io.Reader) (records []map[string]any) {
	t.Helper()
	for d := json.NewDecoder(log); d.More(); {
		var r map[string]any
		require.NoError(t, d.Decode(&r))
		delete(r, "time")
		delete(r, "source")
		r["duration"] = time.Duration(r["duration"].(float64)).Truncate(time.Second).String()
		records = append(records, r)
	}
	return records
}

// secret is a request with a canary in each value.
func secret() *everykind.Request {
	return &everykind.Request{Name: "CANARY", Inner: everykind.Record{ID: "CANARY"}, Note: new("CANARY")}
}

func rawCall(c *api.Caller) error {
	_, err := wire.DoRaw(context.Background(), wire.Begin(c, opRaw, []api.CallOption{api.WithoutValidation()}), secret())
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
	want["attempts"], want["request_bytes"], want["response_bytes"] = 1.0, float64(len(secret().AppendJSON(nil))), 15.0
	want["request"], want["response"] = `{"...":"[3 further keys]"}`, "[15 bytes]" // of types without a tag
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

func TestAFailureWithAResponseIsLoggedByItsStatus(t *testing.T) {
	for status, body := range map[int]string{404: "CANARY", 200: "<html>CANARY"} {
		records := recordsOf(t, slog.LevelWarn, func(*http.Request) (*http.Response, error) { return response(status, body), nil }, rawCall)
		require.Len(t, records, 1)
		require.EqualValues(t, status, records[0]["status"])
		require.Equal(t, "*api.Error", records[0]["error_type"])
	}
	records := recordsOf(t, slog.LevelWarn, nil, func(c *api.Caller) error {
		_, err := callRich(t.Context(), c, &everykind.Request{Name: " ", Note: new("CANARY")})
		return err
	})
	require.Len(t, records, 1)
	require.Equal(t, "*api.ValidationError", records[0]["error_type"])
	require.EqualValues(t, 0, records[0]["attempts"])
}

// personRequest is a request whose JSON is its name.
type personRequest person

func (r *personRequest) AppendJSON(b []byte) []byte { return append(b, r.Name...) }
func (r *personRequest) Validate() error {
	if r.Untold != nil {
		return &api.ValidationError{}
	}
	return nil
}

// bodies returns the logged bodies of a call that sends a person and receives another.
func bodies(t *testing.T, f transport, opts ...api.ClientOption) (request, received any) {
	t.Helper()
	records := recordsOf(t, slog.LevelDebug, f, func(c *api.Caller) error {
		req := &personRequest{Name: `{"name":"Ada","ssn":"CANARY","CANARY":{}}`}
		_, err := wire.Do(context.Background(), wire.Begin(c, opRaw, nil), req, decodePerson)
		return err
	}, opts...)
	require.Len(t, records, 1)
	return records[0]["request"], records[0]["response"]
}

func TestBodiesAreLoggedRedacted(t *testing.T) {
	const sent, problem = `{"name":"Ada","ssn":"[redacted]","...":"[1 further key]"}`, "application/problem+json"
	wrap := calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		if err := next(ctx, i); err != nil {
			return io.EOF // instead of a response
		}
		return nil
	})
	for _, c := range []struct {
		status     int
		mediaType  string
		body, want string
		opts       []api.ClientOption
	}{
		{200, "", `{"name":"Eve","ssn":4711,"home":{"street":"CANARY","CANARY":"CANARY"}}`,
			`{"name":"Eve","ssn":"[redacted]","home":{"street":"[redacted]","...":"[1 further key]"}}`, nil},
		{200, problem, `{"name":"CANARY","errors":[]}`, `{"status":200}`, nil},
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
		request, received := bodies(t, func(r *http.Request) (*http.Response, error) {
			res := response(c.status, c.body)
			res.Header.Set("Content-Type", c.mediaType)
			return res, nil
		}, append(c.opts, api.WithBodyField("api_key", "CANARY"))...)
		require.Equal(t, sent, request)
		require.Equal(t, c.want, received, c.body)
	}
}

// The last response is logged, and none if the last attempt had none.
func TestOnlyTheLastResponseIsLogged(t *testing.T) {
	attempts := 0
	request, received := bodies(t, func(*http.Request) (*http.Response, error) {
		if attempts++; attempts == 1 {
			return response(503, `{"name":"CANARY"}`), nil
		}
		return nil, io.EOF
	}, api.WithRetry(api.RetryPolicy{MaxAttempts: 2, BaseDelay: 1}))
	require.NotNil(t, request)
	require.Nil(t, received)
	require.Equal(t, 2, attempts)

	twice := calling(func(ctx context.Context, i *api.Invocation, next api.RoundTripFunc) error {
		next(ctx, i)
		i.Header().Set("X-Again", "1")
		return next(ctx, i)
	})
	_, received = bodies(t, func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("X-Again") != "" {
			return nil, io.EOF
		}
		return response(200, `{"name":"CANARY"}`), nil
	}, twice, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	require.Nil(t, received)
}

func TestARequestThatBreaksARuleIsLoggedRedacted(t *testing.T) {
	records := recordsOf(t, slog.LevelDebug, nil, func(c *api.Caller) error {
		req := &personRequest{Name: `{"name":4711,"ssn":"CANARY"}`, Untold: new("breaks a rule")}
		_, err := wire.DoRaw(context.Background(), wire.Begin(c, opRaw, nil), req)
		return err
	})
	require.Equal(t, `{"name":"[number]","ssn":"[redacted]"}`, records[0]["request"])
	require.NotContains(t, records[0], "response")
	require.NotContains(t, records[0], "response_bytes")
}

// serverRecords returns the log records of one request, which takes three seconds of the
// test's clock.
func serverRecords(t *testing.T, level slog.Level, service richService, body string, change func(*http.Request), opts ...api.HandlerOption) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	virtually(t, func(t *testing.T) {
		logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: level}))
		h := handlerOf(t, service, nil, append(opts, api.WithServerLogger(logger), api.WithServerBodyCredential("api_key"),
			around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
				time.Sleep(3 * time.Second)
				return next(ctx, r)
			}))...)
		defer func() {
			if recovered := recover(); recovered != nil {
				require.Equal(t, http.ErrAbortHandler, recovered)
			}
		}()
		defaults := logged(t, func() {
			post(h, everykind.Op.Path+"?CANARY", body, withHeader("X-Key", "CANARY"), withHeader("X-Request-Id", "r-1"), change)
		})
		require.Empty(t, defaults)
	})
	require.NotContains(t, out.String(), "CANARY")
	records := decoded(t, &out)
	for _, r := range records {
		if r["stack"] != nil {
			require.Contains(t, r["stack"], "log_test.go")
			r["stack"] = "stack"
		}
	}
	return records
}

func TestARequestIsOneRecord(t *testing.T) {
	const body = `{"api_key":"CANARY","name":"CANARY","inner":{"id":"1"}}`
	fail := func(err error) richService {
		return func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, err }
	}
	panics := func(value any) richService {
		return func(context.Context, *everykind.Request) (*everykind.Response, error) { panic(value) }
	}
	same := func(*http.Request) {}
	leave := func(r *http.Request) {
		ctx, cancel := context.WithCancel(r.Context())
		cancel()
		*r = *r.WithContext(ctx)
	}
	type attrs map[string]any
	for name, c := range map[string]struct {
		service richService
		body    string
		change  func(*http.Request)
		want    attrs
	}{
		"success":    {echo, body, same, attrs{"level": "INFO", "msg": "request served", "status": 200.0}},
		"violations": {echo, `{"name":"CANARY","CANARY":1}`, same, attrs{"level": "WARN", "msg": "request refused", "status": 422.0, "error_type": "*api.ValidationError", "violations": "/[redacted] unknown-field; /[redacted] required"}},
		"no JSON":    {echo, `{`, same, attrs{"level": "WARN", "msg": "request refused", "status": 400.0, "error_type": "*api.ValidationError", "violations": "json"}},
		"key":        {echo, body, func(r *http.Request) { r.Header.Del("X-Key") }, attrs{"level": "INFO", "msg": "request served", "status": 200.0}},
		"no key":     {echo, `{}`, func(r *http.Request) { r.Header.Del("X-Key") }, attrs{"level": "WARN", "msg": "request refused", "status": 401.0, "error_type": "*errors.errorString"}},
		"method":     {echo, body, func(r *http.Request) { r.Method = "GET" }, attrs{"level": "WARN", "msg": "request refused", "status": 405.0, "error_type": "*api.Problem"}},
		"problem":    {fail(fmt.Errorf("CANARY: %w", &api.Problem{Status: 409, Detail: "CANARY"})), body, same, attrs{"level": "WARN", "msg": "request refused", "status": 409.0, "error_type": "*api.Problem"}},
		"busy":       {fail(&api.Problem{Status: 503}), body, same, attrs{"level": "ERROR", "msg": "service failed", "status": 503.0, "error_type": "*api.Problem"}},
		"no failure": {fail(fmt.Errorf("CANARY: %w", &api.Problem{Status: 200, Title: "CANARY"})), body, same, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*api.Problem",
			"error": "the service returned a problem with status 200, which must be from 400 to 599",
		}},
		"failure": {fail(errors.New("CANARY")), body, same, attrs{"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*errors.errorString"}},
		"defect": {fail(nil), body, same, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "api.defect", "error": "the service returned neither a response nor an error",
		}},
		"panic": {panics("CANARY"), body, same, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*api.PanicError", "panic_type": "string", "stack": "stack",
		}},
		"panic when the caller has left": {panics(1), body, leave, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*api.PanicError", "panic_type": "int", "stack": "stack",
		}},
		"abort": {panics(http.ErrAbortHandler), body, same, attrs{"level": "WARN", "msg": "request aborted", "error_type": "*api.PanicError"}},
		"left":  {fail(context.Canceled), body, leave, attrs{"level": "WARN", "msg": "caller left", "status": 500.0, "error_type": "context.Canceled"}},
	} {
		t.Run(name, func(t *testing.T) {
			want := map[string]any{"operation": "things.rich", "duration": "3s", "request_id": "r-1"}
			for k, v := range c.want {
				want[k] = v
			}
			records := serverRecords(t, slog.LevelInfo, c.service, c.body, c.change, api.WithServerAuthenticator(keyed))
			require.Equal(t, []map[string]any{want}, records)
		})
	}

	records := serverRecords(t, slog.LevelDebug, echo, body, same, api.WithServerAnonymous())
	require.Len(t, records, 1)
	require.EqualValues(t, len(body)-len(`"api_key":"CANARY",`), records[0]["request_bytes"])
	require.EqualValues(t, len(`{"id":"CANARY"}`), records[0]["response_bytes"])
	records = serverRecords(t, slog.LevelDebug, echo, `{}`, same, api.WithServerAnonymous())
	require.EqualValues(t, 2, records[0]["request_bytes"])
	require.Greater(t, records[0]["response_bytes"], 100.0)
	require.Empty(t, serverRecords(t, slog.LevelWarn, echo, body, same, api.WithServerAnonymous()))
	require.Len(t, serverRecords(t, slog.LevelError, fail(errors.New("CANARY")), body, same, api.WithServerAnonymous()), 1)
}

func TestAnErrorHandlerIsToldBesidesTheRecord(t *testing.T) {
	var told []string
	handler := api.WithServerErrorHandler(func(ctx context.Context, op *api.Operation, err error) {
		told = append(told, api.RequestIDFromContext(ctx)+" "+op.String()+" "+err.Error())
	})
	fail := func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, errors.New("x") }
	records := serverRecords(t, slog.LevelInfo, fail, validRichBody, func(*http.Request) {}, api.WithServerAnonymous(), handler)
	require.Len(t, records, 1)
	require.Equal(t, []string{"r-1 things.rich x"}, told)

	for _, opts := range [][]api.HandlerOption{{api.WithServerAnonymous(), api.WithServerLogger(nil)}, {api.WithServerAnonymous(), api.WithServerErrorHandler(nil)}} {
		logs := logged(t, func() { problemOf(t, post(handlerOf(t, fail, nil, opts...), everykind.Op.Path, validRichBody), 500) })
		require.Contains(t, logs, "service failed")
	}
}

func TestBodiesOfServedRequestsAreLoggedRedacted(t *testing.T) {
	const body, shown = `{"api_key":"CANARY","name":"Ada","ssn":"CANARY"}`, `{"name":"Ada","ssn":"[redacted]"}`
	serving := func(f func() (*person, error)) api.Route {
		return wire.Handle(everykind.Op, decodePerson, func(context.Context, *person) (*person, error) { return f() })
	}
	raw := wire.HandleRaw(everykind.Op, decodePerson, func(context.Context, *person) (*api.RawResponse, error) {
		return &api.RawResponse{Raw: json.RawMessage(`{"name":"CANARY"}`)}, nil
	})
	for name, c := range map[string]struct {
		route             api.Route
		body              string
		request, response any
	}{
		"success": {serving(func() (*person, error) {
			return &person{Raw: json.RawMessage(`{"name":"Eve","ssn":"CANARY","home":{"street":"CANARY","CANARY":1},"age":"CANARY"}`)}, nil
		}), body, shown, `{"name":"Eve","ssn":"[redacted]","home":{"street":"[redacted]","...":"[1 further key]"},"age":"[string]"}`},
		"no shape": {raw, body, shown, "[17 bytes]"},
		"violations": {raw, `{"api_key":"CANARY","ssn":4711,"CANARY":"CANARY"}`, `{"ssn":"[redacted]","...":"[1 further key]"}`,
			`{"status":422,"errors":[{"field":"/ssn","rule":"type"},{"field":"/[redacted]","rule":"unknown-field"},{"field":"/name","rule":"required"}]}`},
		"credentials that are none": {raw, `{"api_key":"CANARY","api_key":["CANARY"],"name":"Ada"}`, `{"name":"Ada","...":"[2 further keys]"}`,
			`{"status":422,"errors":[{"field":"/[redacted]","rule":"unknown-field"}]}`},
		"no JSON": {raw, `{"name":"CANARY"`, "[16 bytes]", `{"status":400,"errors":[{"field":"","rule":"json"}]}`},
		"nothing": {raw, ``, `{}`, `{"status":422,"errors":[{"field":"/name","rule":"required"}]}`},
		"problem": {serving(func() (*person, error) {
			return nil, &api.Problem{Status: 409, Type: "CANARY", Title: "CANARY", Detail: "CANARY", Instance: "CANARY",
				Errors: []api.Violation{{Field: "/places/0/CANARY", Rule: "CANARY", Message: "CANARY"}}}
		}), body, shown, `{"status":409,"errors":[{"field":"/places/0/[redacted]","rule":"[redacted]"}]}`},
		"failure":  {serving(func() (*person, error) { return nil, errors.New("CANARY") }), body, shown, `{"status":500}`},
		"abort":    {serving(func() (*person, error) { panic(http.ErrAbortHandler) }), body, shown, nil},
		"not read": {raw, strings.Repeat(" ", 2000), nil, `{"status":413}`},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			logger := slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
			h := routed(t, []api.Route{c.route}, api.WithServerAnonymous(), api.WithServerBodyCredential("api_key"), api.WithServerLimits(api.Limits{Body: 1000}), api.WithServerLogger(logger))
			func() {
				defer func() { recover() }() // from an abort
				post(h, everykind.Op.Path, c.body)
			}()
			var record map[string]any
			require.NoError(t, json.Unmarshal(out.Bytes(), &record))
			for _, name := range []string{"time", "duration", "request_id"} { // they may hold these digits by chance
				delete(record, name)
			}
			require.NotContains(t, fmt.Sprint(record), "CANARY")
			require.NotContains(t, fmt.Sprint(record), "4711")
			require.Equal(t, c.request, record["request"])
			require.Equal(t, c.response, record["response"])
			require.Equal(t, c.request != nil, record["request_bytes"] != nil)
			require.Equal(t, c.response != nil, record["response_bytes"] != nil)
		})
	}
}

// Bodies are redacted only for authenticated callers, since that takes time.
func TestOfRefusedCallersOnlySizesAreLogged(t *testing.T) {
	for _, err := range []error{errors.New("no"), nil} {
		ask := func(ctx context.Context, _ api.Credentials) (context.Context, error) { return ctx, err }
		body := `{"api_key":"k","name":"Ada","inner":{"id":"1"}}`
		record := serverRecords(t, slog.LevelDebug, echo, body, func(*http.Request) {}, api.WithServerAuthenticator(ask))[0]
		require.EqualValues(t, len(body)-len(`"api_key":"k",`), record["request_bytes"])
		if err == nil {
			require.Equal(t, 200.0, record["status"])
			require.Contains(t, record, "request")
		} else {
			require.Equal(t, 401.0, record["status"])
			require.NotContains(t, record, "request")
		}
	}
}

// If a middleware does not wait for next, logging causes no data race.
func TestARecordIsWrittenBesideALateService(t *testing.T) {
	logger := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelDebug}))
	var late sync.WaitGroup
	h := handlerOf(t, echo, nil, api.WithServerAnonymous(), api.WithServerLogger(logger), around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
		copied := *r
		late.Go(func() { next(ctx, &copied) })
		return errors.New("impatient")
	}))
	for range 200 {
		problemOf(t, post(h, everykind.Op.Path, validRichBody), 500)
	}
	late.Wait()
}
