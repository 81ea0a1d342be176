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
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/rich"
)

// serverRecords returns the records of one request, which takes three seconds of
// the clock of the test.
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
			post(h, rich.Op.Path+"?CANARY", body, withHeader("X-Key", "CANARY"), withHeader("X-Request-Id", "r-1"), change)
		})
		require.Empty(t, defaults)
	})
	require.NotContains(t, out.String(), "CANARY")
	var records []map[string]any
	for d := json.NewDecoder(&out); d.More(); {
		var r map[string]any
		require.NoError(t, d.Decode(&r))
		delete(r, "time")
		r["duration"] = time.Duration(r["duration"].(float64)).String()
		if r["stack"] != nil {
			require.Contains(t, r["stack"], "serverlog_test.go")
			r["stack"] = "stack"
		}
		records = append(records, r)
	}
	return records
}

func TestARequestIsOneRecord(t *testing.T) {
	const body = `{"api_key":"CANARY","name":"CANARY","inner":{"id":"1"}}`
	fail := func(err error) richService {
		return func(context.Context, *rich.Request) (*rich.Answer, error) { return nil, err }
	}
	panics := func(value any) richService {
		return func(context.Context, *rich.Request) (*rich.Answer, error) { panic(value) }
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
		"violations": {echo, `{"name":"CANARY","CANARY":1}`, same, attrs{"level": "WARN", "msg": "request refused", "status": 422.0, "error_type": "*api.ValidationError"}},
		"no JSON":    {echo, `{`, same, attrs{"level": "WARN", "msg": "request refused", "status": 400.0, "error_type": "*api.ValidationError"}},
		"key":        {echo, body, func(r *http.Request) { r.Header.Del("X-Key") }, attrs{"level": "INFO", "msg": "request served", "status": 200.0}},
		"no key":     {echo, `{}`, func(r *http.Request) { r.Header.Del("X-Key") }, attrs{"level": "WARN", "msg": "request refused", "status": 401.0, "error_type": "*errors.errorString"}},
		"method":     {echo, body, func(r *http.Request) { r.Method = "GET" }, attrs{"level": "WARN", "msg": "request refused", "status": 405.0, "error_type": "*api.Problem"}},
		"problem":    {fail(fmt.Errorf("CANARY: %w", &api.Problem{Status: 409, Detail: "CANARY"})), body, same, attrs{"level": "WARN", "msg": "request refused", "status": 409.0, "error_type": "*api.Problem"}},
		"busy":       {fail(&api.Problem{Status: 503}), body, same, attrs{"level": "ERROR", "msg": "service failed", "status": 503.0, "error_type": "*api.Problem"}},
		"no failure": {fail(fmt.Errorf("CANARY: %w", &api.Problem{Status: 200, Title: "CANARY"})), body, same, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*api.Problem",
			"error": "the status of the problem is not from 400 to 599",
		}},
		"failure": {fail(errors.New("CANARY")), body, same, attrs{"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "*errors.errorString"}},
		"defect": {fail(nil), body, same, attrs{
			"level": "ERROR", "msg": "service failed", "status": 500.0, "error_type": "api.defect", "error": "the service returned neither an answer nor an error",
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
	require.EqualValues(t, len(`{"id":"CANARY"}`), records[0]["answer_bytes"])
	records = serverRecords(t, slog.LevelDebug, echo, `{}`, same, api.WithServerAnonymous())
	require.EqualValues(t, 2, records[0]["request_bytes"])
	require.Greater(t, records[0]["answer_bytes"], 100.0)
	require.Empty(t, serverRecords(t, slog.LevelWarn, echo, body, same, api.WithServerAnonymous()))
	require.Len(t, serverRecords(t, slog.LevelError, fail(errors.New("CANARY")), body, same, api.WithServerAnonymous()), 1)
}

func TestAnErrorHandlerIsToldBesidesTheRecord(t *testing.T) {
	var told []string
	handler := api.WithServerErrorHandler(func(ctx context.Context, op *api.Operation, err error) {
		told = append(told, api.RequestIDFromContext(ctx)+" "+op.String()+" "+err.Error())
	})
	fail := func(context.Context, *rich.Request) (*rich.Answer, error) { return nil, errors.New("x") }
	records := serverRecords(t, slog.LevelInfo, fail, validRichBody, func(*http.Request) {}, api.WithServerAnonymous(), handler)
	require.Len(t, records, 1)
	require.Equal(t, []string{"r-1 things.rich x"}, told)

	for _, opts := range [][]api.HandlerOption{{api.WithServerAnonymous(), api.WithServerLogger(nil)}, {api.WithServerAnonymous(), api.WithServerErrorHandler(nil)}} {
		logs := logged(t, func() { problemOf(t, post(handlerOf(t, fail, nil, opts...), rich.Op.Path, validRichBody), 500) })
		require.Contains(t, logs, "service failed")
	}
}

func TestBodiesOfServedRequestsAreLoggedRedacted(t *testing.T) {
	const body, shown = `{"api_key":"CANARY","name":"Ada","ssn":"CANARY"}`, `{"name":"Ada","ssn":"[redacted]"}`
	serving := func(f func() (*person, error)) api.Route {
		return wire.Handle(rich.Op, decodePerson, func(context.Context, *person) (*person, error) { return f() })
	}
	raw := wire.HandleRaw(rich.Op, decodePerson, func(context.Context, *person) (*rich.RawAnswer, error) {
		return &rich.RawAnswer{Raw: json.RawMessage(`{"name":"CANARY"}`)}, nil
	})
	for name, c := range map[string]struct {
		route           api.Route
		body            string
		request, answer any
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
			h, err := api.NewHandler([]api.Route{c.route}, api.WithServerAnonymous(), api.WithServerBodyCredential("api_key"), api.WithServerLimits(api.Limits{Body: 1000}), api.WithServerLogger(logger))
			require.NoError(t, err)
			func() {
				defer func() { recover() }() // from an abort
				post(h, rich.Op.Path, c.body)
			}()
			var record map[string]any
			require.NoError(t, json.Unmarshal(out.Bytes(), &record))
			delete(record, "time") // which may hold these digits too, as may an id made at random
			delete(record, "request_id")
			require.NotContains(t, fmt.Sprint(record), "CANARY")
			require.NotContains(t, fmt.Sprint(record), "4711")
			require.Equal(t, c.request, record["request"])
			require.Equal(t, c.answer, record["answer"])
			require.Equal(t, c.request != nil, record["request_bytes"] != nil)
			require.Equal(t, c.answer != nil, record["answer_bytes"] != nil)
		})
	}
}
