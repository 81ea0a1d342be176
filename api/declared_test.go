package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// The envelopes of the tests: with data, without, with a code, and a failure without any.
var (
	wrapped = &api.Envelope{
		Success: "success", Messages: []string{"message", "messages"}, Data: "data",
		Violations: "violations", Siblings: []string{"warnings"}, FailureStatus: 200,
	}
	flat  = &api.Envelope{Success: "ok", Messages: []string{"error"}, Siblings: []string{"warnings"}, FailureStatus: 200}
	coded = &api.Envelope{Success: "errcode", Value: "0", Messages: []string{"errmsg"}, List: true, FailureStatus: 200}
)

// lookup is a failure of the tests, and warnings are siblings of a response.
type lookup struct {
	Error  string
	Errno  *int
	Answer *string
}

func (l *lookup) AppendJSON(b []byte) []byte {
	b = wire.AppendString(append(b, '{'), `"error":`, l.Error)
	b = wire.AppendOptInt(b, `"errcode":`, l.Errno)
	return wire.CloseObject(b)
}

func decodeLookup(d *wire.Decoder, l *lookup) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "error":
			l.Error = d.String(0)
		case "errcode":
			l.Errno = d.OptInt(1)
		}
	}
	d.Require(0, "error")
}

type warnings struct {
	Warnings []string `json:"warnings"`
}

func (w *warnings) AppendJSON(b []byte) []byte {
	return wire.CloseObject(wire.AppendStrings(append(b, '{'), `"warnings":`, w.Warnings))
}

// declaring returns a handler of an operation with a shape and of one without, and a
// client of it that shares the process.
func declaring(t *testing.T, e *api.Envelope, f *api.Failure, serve richService, raw string, opts ...api.HandlerOption) (http.Handler, func(opts ...api.ClientOption) (typed, untyped func() (api.Received, error))) {
	t.Helper()
	shown := &api.Operation{Area: "things", Name: "shown", Path: "/shown", Effect: api.Read, Envelope: e, Failure: f}
	unshown := &api.Operation{Area: "things", Name: "unshown", Path: "/unshown", Effect: api.Read, Envelope: e, Failure: f}
	h := routed(t, []api.Route{
		wire.Handle(shown, everykind.Decode, serve),
		wire.HandleRaw(unshown, everykind.Decode, func(ctx context.Context, r *everykind.Request) (*api.RawResponse, error) {
			if _, err := serve(ctx, r); err != nil {
				return nil, err
			}
			return &api.RawResponse{Raw: json.RawMessage(raw)}, nil
		}),
	}, append(opts, api.WithServerAnonymous())...)
	return h, func(opts ...api.ClientOption) (typed, untyped func() (api.Received, error)) {
		c := through(t, "http://host", api.NewInProcess(h).RoundTrip, append(opts, atOnce)...)
		return func() (api.Received, error) {
				res, err := wire.Do(t.Context(), wire.Begin(c, shown, nil), validRich(), everykind.DecodeResponse)
				if err != nil {
					return api.Received{}, err
				}
				require.Equal(t, "n", res.ID)
				return res.Received, nil
			}, func() (api.Received, error) {
				res, err := wire.DoRaw(t.Context(), wire.Begin(c, unshown, nil), validRich())
				if err != nil {
					return api.Received{}, err
				}
				return res.Received, nil
			}
	}
}

// A client reads what a handler writes, even if an option repeats the envelope of the
// catalog.
func TestADeclaredEnvelopeIsWrittenAndRead(t *testing.T) {
	for _, c := range []struct {
		envelope                       *api.Envelope
		raw, body, rawBody, read, back string
	}{
		{wrapped, `[1, 2]`, `{"success":true,"data":{"id":"n"},"warnings":["w"]}`, `{"success":true,"data":[1, 2],"warnings":["w"]}`, `{"id":"n"}`, `[1, 2]`},
		{flat, ` { "a" : 1 } `, `{"ok":true,"id":"n","warnings":["w"]}`, `{"ok":true,"a" : 1,"warnings":["w"]}`, `{"id":"n"}`, `{"a" : 1}`},
		{flat, `{"ok":false,"\u006fk":1,"a":{"ok":1},"warnings":[]}`, `{"ok":true,"id":"n","warnings":["w"]}`, `{"ok":true,"a":{"ok":1},"warnings":["w"]}`, `{"id":"n"}`, `{"a":{"ok":1}}`},
		{flat, `{ }`, `{"ok":true,"id":"n","warnings":["w"]}`, `{"ok":true,"warnings":["w"]}`, `{"id":"n"}`, `{}`},
		{coded, `{}`, `{"errcode":0,"id":"n"}`, `{"errcode":0}`, `{"id":"n"}`, `{}`},
		{new(api.Envelope), `{}`, `{"id":"n"}`, `{}`, `{"id":"n"}`, `{}`},
	} {
		service := func(ctx context.Context, r *everykind.Request) (*everykind.Response, error) {
			err := api.SetSiblings(ctx, &warnings{[]string{"w"}})
			require.Equal(t, len(c.envelope.Siblings) > 0, err == nil)
			return &everykind.Response{ID: r.Name}, nil
		}
		h, client := declaring(t, c.envelope, nil, service, c.raw)
		w := post(h, "/shown", validRichBody)
		require.Equal(t, c.body, w.Body.String())
		require.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
		require.Equal(t, c.rawBody, post(h, "/unshown", validRichBody).Body.String())
		for _, opts := range [][]api.ClientOption{nil, {api.WithEnvelope()}} {
			typed, untyped := client(opts...)
			received, err := typed()
			require.NoError(t, err)
			require.Equal(t, c.read, string(received.Raw()))
			var beside warnings
			if len(c.envelope.Siblings) > 0 {
				require.NoError(t, received.Siblings(&beside))
				require.Equal(t, []string{"w"}, beside.Warnings)
			}
			if c.envelope.Success == "" {
				require.Nil(t, received.Envelope())
				require.Error(t, received.Siblings(&beside))
			}
			received, err = untyped()
			require.NoError(t, err)
			require.Equal(t, c.back, string(received.Raw()))
		}
	}
	h, _ := declaring(t, flat, nil, echo, `[]`)
	w := post(h, "/unshown", validRichBody)
	require.Equal(t, 500, w.Code, "an array has no place beside ok")
	require.Equal(t, `{"ok":false,"error":"Internal Server Error"}`, w.Body.String())
	require.ErrorContains(t, api.SetSiblings(t.Context(), &warnings{}), "does not belong to a request")
}

// Failures keep a status that clients or proxies depend on. Others have the status of the
// envelope. A caller reads the same in both cases.
func TestADeclaredEnvelopeHoldsFailures(t *testing.T) {
	violation := api.Violation{Field: "/name", Rule: api.RuleNonBlank, Message: "must not be blank"}
	for _, c := range []struct {
		envelope *api.Envelope
		err      error
		status   int
		body     string
		messages []string
	}{
		{wrapped, &api.Problem{Status: 409, Detail: "d"}, 200, `{"success":false,"message":"d"}`, []string{"d"}},
		{wrapped, &api.Problem{Status: 422, Title: "t", Errors: []api.Violation{violation}}, 200, `{"success":false,"message":"t","violations":[{"field":"/name","rule":"non-blank","message":"must not be blank"}]}`, []string{"t"}},
		{flat, &api.Problem{Status: 422, Detail: "d", Errors: []api.Violation{violation}}, 200, `{"ok":false,"error":"d: /name must not be blank"}`, []string{"d: /name must not be blank"}},
		{coded, &api.Problem{Status: 422, Detail: "d"}, 200, `{"errcode":422,"errmsg":["d"]}`, []string{"d"}},
		{wrapped, errors.New("CANARY"), 500, `{"success":false,"message":"Internal Server Error"}`, []string{"Internal Server Error"}},
		{flat, &api.Problem{Status: 429, Header: http.Header{"Retry-After": {"0"}}}, 429, `{"ok":false,"error":"Too Many Requests"}`, []string{"Too Many Requests"}},
		{flat, &api.Problem{Status: 401}, 401, `{"ok":false,"error":"Unauthorized"}`, []string{"Unauthorized"}},
		{&api.Envelope{Success: "status", Value: `"ok"`, Messages: []string{"m"}}, &api.Problem{Status: 409}, 409, `{"status":"error","m":"Conflict"}`, []string{"Conflict"}},
		{&api.Envelope{Success: "status", Value: `"error"`}, &api.Problem{Status: 409}, 409, `{"status":"failure"}`, nil},
		{&api.Envelope{Success: "failed", Value: `false`}, &api.Problem{Status: 409}, 409, `{"failed":true}`, nil},
	} {
		attempts := 0
		service := func(context.Context, *everykind.Request) (*everykind.Response, error) { attempts++; return nil, c.err }
		var seen int
		see := around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			err := next(ctx, r)
			seen = r.Status
			return err
		})
		h, client := declaring(t, c.envelope, nil, service, `{}`, see, api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
		w := post(h, "/shown", validRichBody)
		require.Equal(t, c.body, w.Body.String())
		require.Equal(t, c.status, w.Code)
		require.Equal(t, c.status, seen)
		require.Equal(t, []string{"application/json"}, w.Header()["Content-Type"])
		if p, ok := errors.AsType[*api.Problem](c.err); ok {
			require.Equal(t, p.Header["Retry-After"], w.Header()["Retry-After"])
		}
		typed, untyped := client()
		for _, call := range []func() (api.Received, error){typed, untyped} {
			attempts = 0
			_, err := call()
			require.Equal(t, c.status == 429, attempts > 1, "a failure at status 200 is not repeated")
			e := errorOf(t, err)
			require.Equal(t, c.status, e.Status)
			require.Equal(t, c.messages, e.Messages)
			require.Equal(t, strings.Join(c.messages, ""), e.Problem.Detail)
			require.NotContains(t, err.Error(), "CANARY")
			invalid, ok := errors.AsType[*api.ValidationError](err)
			require.Equal(t, strings.Contains(c.body, "violations"), ok)
			if ok {
				require.Equal(t, []api.Violation{violation}, invalid.Violations)
			}
		}
	}
}

// Refusals of the handler itself have the envelope.
func TestADeclaredEnvelopeHoldsRefusals(t *testing.T) {
	h, client := declaring(t, wrapped, nil, func(context.Context, *everykind.Request) (*everykind.Response, error) { panic("CANARY") }, `{}`,
		api.WithServerLimits(api.Limits{Body: 1000}), api.WithServerErrorHandler(func(context.Context, *api.Operation, error) {}))
	for name, c := range map[string]struct {
		path, body, expect string
		status             int
	}{
		"another path": {"/other", `{}`, `{"success":false,"message":"no operation has this exact path"}`, 404},
		"a panic":      {"/shown", validRichBody, `{"success":false,"message":"Internal Server Error"}`, 500},
		"too large":    {"/shown", `"` + strings.Repeat("x", 1000), `{"success":false,"message":"the body may have at most 1000 bytes"}`, 413},
		"not JSON":     {"/shown", `{`, `{"success":false,"message":"the request body is not valid JSON at byte 1: expected a key in quotation marks","violations":[{"field":"","rule":"json","message":"is not valid JSON at byte 1: expected a key in quotation marks"}]}`, 200},
		"broken rules": {"/unshown", `{"name":"n"}`, `{"success":false,"message":"the request body breaks rules of the operation","violations":[{"field":"/inner","rule":"required","message":"is required"}]}`, 200},
	} {
		w := post(h, c.path, c.body)
		require.Equal(t, c.status, w.Code, name)
		require.Equal(t, c.expect, w.Body.String(), name)
		require.Equal(t, fmt.Sprint(w.Body.Len()), w.Header().Get("Content-Length"))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/shown", nil))
	require.Equal(t, 405, w.Code)
	require.Equal(t, "POST", w.Header().Get("Allow"))
	require.Equal(t, `{"success":false,"message":"every operation is a POST"}`, w.Body.String())
	typed, _ := client()
	_, err := typed()
	require.EqualError(t, errorWithoutID(err), "things.shown: 500 Internal Server Error")

	unlisted := *wrapped
	unlisted.Violations = ""
	h, _ = declaring(t, &unlisted, nil, nil, `{}`)
	require.Equal(t, `{"success":false,"message":"the request body breaks rules of the operation: /inner is required"}`, post(h, "/unshown", `{"name":"n"}`).Body.String())
}

// errorWithoutID cuts off the request id.
func errorWithoutID(err error) error {
	text, _, _ := strings.Cut(err.Error(), " (request ")
	return errors.New(text)
}

// The response for an unknown path has the envelope of the first catalog, not of an operation.
func TestTheEnvelopeOfUnknownPathsIsThatOfTheCatalog(t *testing.T) {
	route := func(name string, e *api.Envelope) api.Route {
		op := &api.Operation{Area: "a", Name: name, Path: "/" + name, Envelope: e}
		return wire.HandleRaw(op, wire.NoFields[struct{}], func(context.Context, *struct{}) (*api.RawResponse, error) { return nil, nil })
	}
	own, same := *coded, *flat
	own.Own = true
	for _, c := range []struct {
		routes []api.Route
		body   string
	}{
		{[]api.Route{route("a", &own), route("b", new(api.Envelope)), route("c", flat), route("d", &same)}, `{"ok":false,"error":"no operation has this exact path"}`},
		{[]api.Route{route("a", flat), route("b", wrapped)}, `{"ok":false,"error":"no operation has this exact path"}`},
		{[]api.Route{route("a", &own), route("b", nil)}, `{"title":"Not Found","status":404,"detail":"no operation has this exact path"}`},
	} {
		h := routed(t, c.routes, api.WithServerAnonymous())
		w := post(h, "/none", "{}")
		require.Equal(t, 404, w.Code)
		require.Equal(t, c.body, w.Body.String())
	}
}

// A body whose success member has an unexpected value is not an envelope.
func TestASuccessIsStatedPlainly(t *testing.T) {
	for text, valid := range map[string]map[string]bool{
		"":      {"true": true, "false": true, "null": false, "1": false, `"true"`: false},
		"false": {"true": true, "false": true, "null": false},
		"0":     {"0": true, "1": true, "-7": true, "true": false, `"0"`: false, "null": false, "{}": false},
		`"ok"`:  {`"ok"`: true, `"o\u006b"`: true, `"x"`: true, `""`: true, "true": false, "0": false},
	} {
		for value, ok := range valid {
			op := &api.Operation{Area: "a", Name: "b", Path: "/b", Envelope: &api.Envelope{Success: "s", Value: text}}
			c := through(t, "http://host", func(*http.Request) (*http.Response, error) { return response(200, `{"s":`+value+`,"a":1}`), nil })
			_, err := wire.DoRaw(t.Context(), wire.Begin(c, op, nil), validRich())
			if !ok {
				require.ErrorContains(t, err, "expected the envelope of the catalog, an object with s", "%s %s", text, value)
			} else {
				require.True(t, err == nil || errors.Is(err, api.ErrNoSuccess), "%s %s: %v", text, value, err)
			}
		}
	}
}

// A caller gets the typed failure that the service returned.
func TestAFailureHasItsType(t *testing.T) {
	const secret = "CANARY"
	// One member is a sibling in responses and contains the messages in failures.
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
		service := func(ctx context.Context, _ *everykind.Request) (*everykind.Response, error) {
			_ = api.SetSiblings(ctx, &warnings{[]string{"w"}})
			return nil, fmt.Errorf("wrapped: %w", api.Fail(c.value, "m", "n"))
		}
		middleware := around(func(ctx context.Context, r *api.ServerRequest, next api.ServeFunc) error {
			err := next(ctx, r)
			f, ok := api.FailureOf[lookup](err)
			require.True(t, ok)
			require.Same(t, c.value, f)
			require.Equal(t, c.status, r.Status)
			return err
		})
		var log bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		h, client := declaring(t, c.envelope, c.failure, service, `{}`, middleware, api.WithServerLogger(logger))
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
		e := errorOf(t, err)
		require.Equal(t, c.messages, e.Messages)
		if strings.Contains(c.body, `"warnings":["w"]`) {
			var beside warnings
			require.NoError(t, e.Siblings(&beside))
			require.Equal(t, []string{"w"}, beside.Warnings)
		}
		require.NotContains(t, printed(err)+printed(api.Fail(c.value, secret)), secret)
		text, _ := json.Marshal([]any{err, api.Fail(c.value)})
		require.NotContains(t, string(text)+log.String(), secret)
	}
	_, ok := api.FailureOf[lookup](errors.New("x"))
	require.False(t, ok)
	_, ok = api.FailureOf[lookup](api.Fail[lookup](nil))
	require.False(t, ok)
}

// Without a status in the catalog, the service chooses the status of a failure, and
// callers read the failure with any status.
func TestAFailureMayHaveAnyStatus(t *testing.T) {
	anyStatus := wire.FailureOf(0, "", decodeLookup)
	for _, c := range []struct {
		envelope *api.Envelope
		failure  *api.Failure
		err      error
		status   int // 500 if this failure cannot be sent
	}{
		{nil, anyStatus, api.Fail(&lookup{Error: "x"}), 400},
		{nil, anyStatus, api.FailWith(404, &lookup{Error: "x"}), 404},
		{nil, anyStatus, api.FailWith(503, &lookup{Error: "x"}), 503},
		{flat, anyStatus, api.FailWith(404, &lookup{Error: "x"}), 404},
		{flat, anyStatus, api.FailWith(200, &lookup{Error: "x"}), 200},
		{nil, wire.FailureOf(409, "", decodeLookup), api.FailWith(409, &lookup{Error: "x"}), 409},
		{nil, anyStatus, api.FailWith(200, &lookup{Error: "x"}), 500},
		{nil, anyStatus, api.FailWith(302, &lookup{Error: "x"}), 500},
		{flat, anyStatus, api.FailWith(204, &lookup{Error: "x"}), 500},
		{flat, anyStatus, api.FailWith(205, &lookup{Error: "x"}), 500},
		{flat, anyStatus, api.FailWith(600, &lookup{Error: "x"}), 500},
		{nil, wire.FailureOf(409, "", decodeLookup), api.FailWith(404, &lookup{Error: "x"}), 500},
	} {
		h, client := declaring(t, c.envelope, c.failure, func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, c.err }, `{}`)
		require.Equal(t, c.status, post(h, "/shown", validRichBody).Code)
		typed, _ := client(api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
		_, err := typed()
		f, ok := api.FailureOf[lookup](err)
		require.Equal(t, c.status != 500, ok && f.Error == "x", "%d: %v", c.status, err)
	}
}

// A failure that the catalog does not declare is an ordinary error.
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
		errorOf(t, err)
		_, ok := api.FailureOf[lookup](err)
		require.False(t, ok, text)
	}
}

// A failure of another type than the catalog declares is a defect of the service. The error
// of a call that the service makes is not a failure of the service.
func TestAFailureOfAnotherOperationIsADefect(t *testing.T) {
	_, client := declaring(t, nil, wire.FailureOf(409, "", decodeLookup), func(context.Context, *everykind.Request) (*everykind.Response, error) {
		return nil, api.Fail(&lookup{Error: "x"})
	}, `{}`)
	typed, _ := client()
	_, foreign := typed()
	declared := reflect.TypeFor[lookup]().PkgPath() + ".lookup"
	for want, c := range map[string]struct {
		failure *api.Failure
		err     error
	}{
		"api_test.lookup, but the catalog declares none":          {nil, api.Fail(&lookup{})},
		"api_test.warnings, but the catalog declares " + declared: {wire.FailureOf(409, "", decodeLookup), api.Fail(&warnings{})},
		"api_test.lookup that is nil":                             {wire.FailureOf(409, "", decodeLookup), api.Fail[lookup](nil)},
		"that JSON cannot hold":                                   {wire.FailureOf(409, "", decodeLookup), api.Fail(&lookup{Error: "\xff"})},
		"the service's failure says that it is":                   {wire.FailureOf(200, "", decodeLookup), api.Fail(&lookup{Error: "x", Errno: new(0)})},
		"":                                                        {wire.FailureOf(409, "", decodeLookup), foreign},
	} {
		var told error
		h, _ := declaring(t, map[bool]*api.Envelope{true: coded}[strings.HasPrefix(want, "the service's")], c.failure,
			func(context.Context, *everykind.Request) (*everykind.Response, error) { return nil, c.err }, `{}`,
			api.WithServerErrorHandler(func(_ context.Context, _ *api.Operation, err error) { told = err }))
		require.Equal(t, 500, post(h, "/shown", validRichBody).Code, want)
		require.ErrorContains(t, told, want)
	}
}
