package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// ask is like a generated request.
type ask struct {
	Of     *string
	Offset *int
	Inner  *ask
}

func (r *ask) AppendJSON(b []byte) []byte {
	b = wire.AppendOptString(append(b, '{'), `"of":`, r.Of)
	b = wire.AppendOptInt(b, `"offset":`, r.Offset)
	if r.Inner != nil {
		b = append(r.Inner.AppendJSON(append(b, `"inner":`...)), ',')
	}
	return wire.CloseObject(b)
}

func (r *ask) Validate() error {
	var v wire.Validator
	v.Minimum("offset", wire.Or(r.Offset, 0), 0)
	return v.Err()
}

func decodeAskInto(d *wire.Decoder, r *ask) {
	for d.Begin(nil); d.Next(); {
		switch d.Key() {
		case "of":
			r.Of = d.OptString(0)
		case "offset":
			r.Offset = d.OptInt(1)
		case "inner":
			r.Inner = wire.Record(d, 2, decodeAskInto)
		}
	}
	if d.IsRequest() {
		d.Minimum("offset", wire.Or(r.Offset, 0), 0)
	}
}

func decodeAsk(d *wire.Decoder) *ask {
	r := new(ask)
	decodeAskInto(d, r)
	return r
}

var (
	opAsk     = &api.Operation{Area: "things", Name: "ask", Path: "/ask", Effect: api.Read}
	opLenient = &api.Operation{
		Area: "things", Name: "lenient", Path: "/lenient", Effect: api.Read, Lenient: true,
	}
)

// rawService serves an operation with a function.
type rawService = func(context.Context, *ask) (*api.RawResponse, error)

// callerOf returns a caller of a service, which serves both operations with one function.
func callerOf(t *testing.T, serve rawService) *api.Caller {
	t.Helper()
	c, err := wire.NewFakeCaller([]api.Route{
		wire.HandleRaw(opAsk, decodeAsk, serve),
		wire.HandleRaw(opLenient, decodeAsk, serve),
	}, api.WithRetry(api.RetryPolicy{MaxAttempts: 1}))
	require.NoError(t, err)
	return c
}

// responding returns a service that always sends the same text.
func responding(text string) rawService {
	return func(context.Context, *ask) (*api.RawResponse, error) {
		return &api.RawResponse{Raw: json.RawMessage(text)}, nil
	}
}

// A call returns what the response holds, or nil and the violations of the response.
func TestCallsReadTheirResponse(t *testing.T) {
	for text, want := range map[string]struct {
		title string
		err   string
	}{
		`{"title":"t","main":{"value":1},"x":1}`:       {title: "t"},
		`{"title":"t","title":"u","main":{"value":1}}`: {title: "u"},
		`{"title":1,"main":{}}`:                        {err: "/title must be a string (type); /main/value is required (required)"},
		`[]`:                                           {err: "1 violation: must be an object (type)"},
	} {
		caller := callerOf(t, responding(text))
		call := wire.Begin(caller, opAsk, nil)
		res, err := wire.Do(t.Context(), call, &ask{}, decodeReply)
		if want.err != "" {
			require.ErrorContains(t, err, want.err)
			require.Nil(t, res)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want.title, res.Title)
		require.Equal(t, 200, res.Received.Status())
		require.Equal(t, text, string(res.Received.Raw()))
	}
}

// A lenient response may drift. Then the call returns it, and reports each drift.
func TestCallsReportDrifts(t *testing.T) {
	var reported []string
	report := api.WithDrift(func(_ context.Context, op *api.Operation, d api.Drift) {
		reported = append(reported, op.Name+" "+d.Pointer)
	})
	for _, test := range []struct {
		text string
		want []string
	}{
		{`{"title":"t","main":{"value":1}}`, nil},
		{`{"title":1,"main":{"value":1},"note":[]}`, []string{"lenient /title", "lenient /note"}},
		{`{"title":"t","main":{"value":1},"sizes":{"secret":""}}`, []string{"lenient /sizes/*"}},
		{`{"title":"t","main":{"value":1}}`, nil},
	} {
		reported = nil
		call := wire.Begin(callerOf(t, responding(test.text)), opLenient, []api.CallOption{report})
		res, err := wire.Do(t.Context(), call, &ask{}, decodeReply)
		require.NoError(t, err)
		require.Equal(t, test.want, reported)
		require.Equal(t, test.text, string(res.AppendJSON(nil)))
	}
	deep := `{"any":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `,"title":1}`
	call := wire.Begin(callerOf(t, responding(deep)), opLenient, []api.CallOption{report})
	res, err := wire.Do(t.Context(), call, &ask{}, decodeReply)
	require.ErrorContains(t, err, "is nested deeper than 64 levels")
	require.Nil(t, res)
	require.Empty(t, reported)
}

// A raw response has the text that was received.
func TestRawCalls(t *testing.T) {
	for _, text := range []string{`{"a":1}`, `[]`, `"x"`, `null`} {
		call := wire.Begin(callerOf(t, responding(text)), opAsk, nil)
		res, err := wire.DoRaw(t.Context(), call, (*ask)(nil))
		require.NoError(t, err)
		require.Equal(t, text, string(res.Raw))
		require.Equal(t, 200, res.Received.Status())
	}
	caller := callerOf(t, func(context.Context, *ask) (*api.RawResponse, error) {
		return nil, &api.Problem{Status: 404}
	})
	res, err := wire.DoRaw(t.Context(), wire.Begin(caller, opAsk, nil), &ask{})
	failed := new(api.Error)
	require.ErrorAs(t, err, &failed)
	require.Equal(t, 404, failed.Status)
	require.Nil(t, res)
}

// A request that breaks a rule is not sent. If a client sends it nevertheless, it does not reach
// the service.
func TestRequestsThatBreakARule(t *testing.T) {
	served := 0
	caller := callerOf(t, func(context.Context, *ask) (*api.RawResponse, error) {
		served++
		return &api.RawResponse{}, nil
	})
	for _, req := range []wire.Request{&ask{Offset: new(-1)}, &unchecked{&ask{Offset: new(-1)}}} {
		_, err := wire.DoRaw(t.Context(), wire.Begin(caller, opAsk, nil), req)
		require.ErrorContains(t, err, "minimum")
		res, err := wire.Do(t.Context(), wire.Begin(caller, opAsk, nil), req, decodeReply)
		require.ErrorContains(t, err, "minimum")
		require.Nil(t, res)
	}
	require.Zero(t, served)
	for range 3 { // what was wrong with one request is not wrong with the next one
		res, err := wire.DoRaw(t.Context(), wire.Begin(caller, opAsk, nil), (*ask)(nil))
		require.NoError(t, err)
		require.Equal(t, `{}`, string(res.Raw))
	}
	require.Equal(t, 3, served)
}

// unchecked is a request that a client does not check.
type unchecked struct{ *ask }

func (*unchecked) Validate() error { return nil }

// A service gets the decoded request, and its response is sent.
func TestServicesGetRequests(t *testing.T) {
	echo := func(_ context.Context, req *ask) (*ask, error) { return req, nil }
	caller, err := wire.NewFakeCaller([]api.Route{wire.Handle(opAsk, decodeAsk, echo)})
	require.NoError(t, err)
	sent := &ask{Of: new("x"), Offset: new(3), Inner: &ask{Of: new("")}}
	got, err := wire.Do(t.Context(), wire.Begin(caller, opAsk, nil), sent, decodeAsk)
	require.NoError(t, err)
	require.Equal(t, sent, got)
}

// A service must return a response that is JSON, or an error.
func TestServicesWithoutAResponse(t *testing.T) {
	failed := &api.Problem{Status: 409, Detail: "no"}
	for name, test := range map[string]struct {
		route  api.Route
		status int
	}{
		"nil": {wire.Handle(opAsk, decodeAsk, func(context.Context, *ask) (*ask, error) {
			return nil, nil
		}), 500},
		"an error": {wire.Handle(opAsk, decodeAsk, func(context.Context, *ask) (*ask, error) {
			return &ask{}, failed
		}), 409},
		"raw nil": {wire.HandleRaw(opAsk, decodeAsk, func(context.Context, *ask) (*api.RawResponse, error) {
			return nil, nil
		}), 500},
		"a raw error": {wire.HandleRaw(opAsk, decodeAsk, func(context.Context, *ask) (*api.RawResponse, error) {
			return &api.RawResponse{Raw: json.RawMessage(`{}`)}, failed
		}), 409},
		"no JSON":   {wire.HandleRaw(opAsk, decodeAsk, responding(`{`)), 500},
		"two texts": {wire.HandleRaw(opAsk, decodeAsk, responding(`{} {}`)), 500},
		"no UTF-8":  {wire.HandleRaw(opAsk, decodeAsk, responding("\"\xff\"")), 500},
		"empty":     {wire.HandleRaw(opAsk, decodeAsk, responding(``)), 200},
		"JSON":      {wire.HandleRaw(opAsk, decodeAsk, responding(` [1] `)), 200},
	} {
		policy := api.WithRetry(api.RetryPolicy{MaxAttempts: 1})
		caller, err := wire.NewFakeCaller([]api.Route{test.route}, policy)
		require.NoError(t, err)
		res, err := wire.DoRaw(t.Context(), wire.Begin(caller, opAsk, nil), &ask{})
		if test.status == 200 {
			require.NoError(t, err, name)
			require.True(t, json.Valid(res.Raw), name)
			continue
		}
		failed, ok := errors.AsType[*api.Error](err)
		require.True(t, ok, "%s: %v", name, err)
		require.Equal(t, test.status, failed.Status, name)
	}
}

// The failure that the catalog describes is read like a response.
func TestDeclaredFailures(t *testing.T) {
	op := *opAsk
	op.Failure = wire.FailureOf(409, "why", decodeCoin)
	for _, test := range []struct {
		err  error
		want *coin
	}{
		{api.Fail(&coin{value: 7}), &coin{value: 7}},
		{&api.Problem{Status: 409}, nil},
		{&api.Problem{Status: 404}, nil},
	} {
		serve := func(context.Context, *ask) (*api.RawResponse, error) { return nil, test.err }
		caller, err := wire.NewFakeCaller([]api.Route{wire.HandleRaw(&op, decodeAsk, serve)})
		require.NoError(t, err)
		_, err = wire.DoRaw(t.Context(), wire.Begin(caller, &op, nil), &ask{})
		require.Error(t, err)
		got, _ := api.FailureOf[coin](err)
		require.Equal(t, test.want, got)
	}
}

// Calls of a Fake are recorded in order. Without a func, a call fails with the name of the func.
func TestFakesRecordCalls(t *testing.T) {
	var recorder wire.FakeRecorder
	require.Empty(t, recorder.Calls())
	first, second, third := &ask{Of: new("1")}, &ask{Of: new("2")}, &ask{Of: new("3")}
	failed := errors.New("failed")
	res, err := wire.ServeFake(t.Context(), &recorder, opAsk, first,
		func(_ context.Context, r *ask) (*ask, error) { return r, nil })
	require.NoError(t, err)
	require.Same(t, first, res)
	_, err = wire.ServeFake(t.Context(), &recorder, opLenient, second,
		func(context.Context, *ask) (*ask, error) { return nil, failed })
	require.ErrorIs(t, err, failed)
	res, err = wire.ServeFake[*ask, *ask](t.Context(), &recorder, opAsk, third, nil)
	noFunc := new(api.Problem)
	require.ErrorAs(t, err, &noFunc)
	require.Contains(t, noFunc.Detail, "the fake has no func for things.ask; set ")
	require.Nil(t, res)
	require.Equal(t, []api.FakeCall{
		{Operation: opAsk, Request: first},
		{Operation: opLenient, Request: second},
		{Operation: opAsk, Request: third},
	}, recorder.Calls())
}

// A caller of routes that make no handler is an error.
func TestFakeCallersNeedRoutes(t *testing.T) {
	route := wire.HandleRaw(opAsk, decodeAsk, responding(``))
	c, err := wire.NewFakeCaller([]api.Route{route, route})
	require.Error(t, err)
	require.Nil(t, c)
}

func TestOperationsThatAreNotImplemented(t *testing.T) {
	problem := new(api.Problem)
	require.ErrorAs(t, wire.Unimplemented(opAsk), &problem)
	require.Equal(t, "501 things.ask is not implemented", fmt.Sprint(problem.Status, " ", problem.Detail))
}
