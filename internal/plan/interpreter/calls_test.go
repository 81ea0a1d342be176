package interpreter_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// responses has an operation for each kind of response.
const responses = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Row: {fields: {id: {type: string, required: true}, n: integer}}
  Denied: {fields: {code: {type: string, required: true}, secret: {type: {string: integer}, sensitive: true}}}
  Card: {fields: {number: {type: string, required: true}}}
  Pair: {fields: {left: string, right: string}}
unions:
  Why: {by: kind, of: {card: Card, other: null}}
areas:
  all:
    operations:
      row: {response: {fields: {row: {type: Row, required: true}, codes: {string: integer}}}}
      loose: {response: {fields: {row: Row}}}
      list: {response: {type: [Row]}}
      number: {response: {type: integer}}
      union: {response: {type: Why}}
      pair: {response: {fields: {pair: {type: Pair, required: true}, why: Why}}}
      object: {response: {type: object}}
      nothing: {response: none}
      unknown: {effect: read}
      lenient: {response: {lenient: true, fields: {row: {type: Row, required: true}, codes: {string: integer}}}}
      lenient_list: {response: {lenient: true, type: [Row]}}
      denied: {failure: {type: Denied, status: 409}, response: {fields: {a: string}}}
      member: {failure: {type: Denied, status: 409, member: error}, response: {fields: {a: string}}}
      why: {failure: {type: Why, status: 409}, response: {fields: {a: string}}}
      wrapped:
        envelope: {success: ok, message: [error], data: data, failure_status: 200}
        response: {fields: {a: string}}
      wrapped_list:
        envelope: {success: {state: fine}, message: [error], data: data, failure_status: 200}
        response: {type: [Row]}
      guarded: {auth: [{body_field: token}], response: {fields: {a: string}}}
      open: {auth: none, response: {fields: {a: string}}}
      put: {fields: {text: {type: string, min_length: 2}, joined: {type: [string], join: ","}}, response: none}
      none: {empty: none, response: none}
      "null": {empty: null, response: none}
`

// responding returns an operation of responses.
func responding(t *testing.T, name string) *interpreter.Operation {
	t.Helper()
	c, problems := catalog.Parse("responses.yaml", []byte(responses))
	require.Empty(t, problems)
	op := c.ByName()["all."+name]
	require.NotNil(t, op, name)
	return interpreter.New(op)
}

// problemOf writes the violations in an error, or the error, "" for none.
func problemOf(err error) string {
	if err == nil {
		return ""
	}
	invalid, ok := errors.AsType[*api.ValidationError](err)
	if !ok {
		return err.Error()
	}
	var all []string
	for _, v := range invalid.Violations {
		all = append(all, v.Field+" "+v.Rule)
	}
	return strings.Join(all, ", ")
}

func TestResponsesAreSentAsReadByClients(t *testing.T) {
	for _, one := range []struct{ op, body, sent, problem string }{
		{"row", `{"row":{"id":"1","n":2}}`, `{"row":{"id":"1","n":2}}`, ""},
		{"row", ` {"row" : {"id":"1","x":2} , "y":[]} `, `{"row":{"id":"1"}}`, ""},
		{"row", `{"row":{}}`, "", "/row/id required"},
		{"row", `{"row":{"id":"1"},"codes":{"a":"b"}}`, "", "/codes/* type"},
		{"row", ``, "", " json"}, {"row", `null`, "", " type"}, {"row", `{}`, "", "/row required"}, {"row", `[]`, "", " type"},
		{"loose", ``, `{}`, ""}, {"loose", `null`, `{}`, ""}, {"loose", `{}`, `{}`, ""}, {"loose", `{"row":null}`, `{}`, ""},
		{"loose", `{"row":{"id":1}}`, "", "/row/id type"}, {"loose", `1`, "", " type"},
		{"list", `[]`, `[]`, ""}, {"list", `[{"id":"1","x":1}]`, `[{"id":"1"}]`, ""}, {"list", `[{}]`, "", "/0/id required"},
		{"list", `{}`, "", " type"}, {"number", `7`, `7`, ""}, {"number", `"7"`, "", " type"},
		{"union", `{"kind":"other"}`, `{"kind":"other"}`, ""}, {"union", `{"kind":"card"}`, "", "/number required"},
		{"pair", `{"pair":{"left":"x"},"pair":{"right":"y"}}`, `{"pair":{"left":"x","right":"y"}}`, ""},
		{"pair", `{"pair":{},"why":{"kind":"card","number":"1"},"why":null}`, `{"pair":{},"why":{"kind":"card","number":"1"}}`, ""},
		{"pair", `{"pair":{},"why":{"kind":"card","number":"1"},"why":{"kind":"other"}}`, `{"pair":{},"why":{"kind":"other"}}`, ""},
		{"nothing", ``, `{}`, ""}, {"nothing", `null`, `{}`, ""}, {"nothing", `{"a":1}`, `{}`, ""}, {"nothing", `[1]`, "", " type"},
		{"unknown", ``, ``, ""}, {"unknown", " \t\r\n", " \t\r\n", ""}, {"unknown", `[1, {"a" : 2}]`, `[1, {"a" : 2}]`, ""},
		{"unknown", `{`, "", "the body is not JSON"}, {"unknown", "\"\xff\"", "", "the body is not JSON"}, {"unknown", ` x`, "", "the body is not JSON"},
		{"lenient", `{"row":{"id":1},"y":2}`, `{"row":{"id":1},"y":2}`, ""}, {"lenient", `{`, "{", " json"},
	} {
		op := responding(t, one.op)
		sent, err := op.Sent(one.body)
		require.Equal(t, one.problem, problemOf(err), "%s: %q", one.op, one.body)
		require.Equal(t, one.sent, sent, "%s: %q", one.op, one.body)
		require.Equal(t, one.problem, problemOf(op.CheckResponse(one.body)), "%s: %q", one.op, one.body)
	}
}

// A response that should carry no value is told what it may be.
func TestAResponseWithoutAValueMayBeAnObject(t *testing.T) {
	err := responding(t, "nothing").CheckResponse(`[1]`)
	require.ErrorContains(t, err, "must be empty or an object")
}

// Keys of maps are hidden in drifts. An empty body is an object without members, or null in place of another
// value.
func TestDriftsOfLenientResponses(t *testing.T) {
	for _, one := range []struct{ op, body, drifts string }{
		{"lenient", `{"row":{"id":"1"}}`, ""},
		{"lenient", `{"row":{"id":1}}`, "/row/id expected a string, received number"},
		{"lenient", `{"row":{"id":"1"},"codes":{"a":"x"}}`, "/codes/* expected an integer, received string"},
		{"lenient", ``, "/row expected a value, received nothing"},
		{"lenient", ` `, "/row expected a value, received nothing"},
		{"lenient", `null`, "/row expected a value, received nothing"},
		{"lenient", ` null`, " expected an object, received null"},
		{"lenient_list", `[]`, ""},
		{"lenient_list", `[{"id":1}]`, "/0/id expected a string, received number"},
		{"lenient_list", ``, " expected an array, received null"},
		{"lenient_list", `null`, " expected an array, received null"},
		{"lenient_list", `{}`, " expected an array, received object"},
	} {
		drifts, err := responding(t, one.op).Drifts(one.body)
		require.NoError(t, err)
		var got []string
		for _, d := range drifts {
			got = append(got, d.Pointer+" expected "+d.Expected+", received "+d.Received)
		}
		require.Equal(t, one.drifts, strings.Join(got, "; "), "%s: %q", one.op, one.body)
	}
}

// Send does not check the shape of a response, and Call does.
func TestCallAndSendReceiveResponses(t *testing.T) {
	for _, one := range []struct{ op, body, call, send string }{
		{"row", `{"row":{"id":"1","x":1}}`, `{"row":{"id":"1","x":1}}`, `{"row":{"id":"1","x":1}}`},
		{"row", `{"row":{"id":1}}`, "error", `{"row":{"id":1}}`},
		{"loose", ``, ``, `{}`}, {"loose", `null`, `null`, `{}`}, {"loose", `{"row":1}`, "error", `{"row":1}`},
		{"list", `[{"id":"1"}]`, `[{"id":"1"}]`, `[{"id":"1"}]`}, {"list", `null`, "error", `null`}, {"list", `[{}]`, "error", `[{}]`},
		{"nothing", ``, ``, `{}`}, {"nothing", `{"a":1}`, `{"a":1}`, `{"a":1}`}, {"nothing", `[]`, "error", `[]`},
		{"unknown", `[1]`, `[1]`, `[1]`}, {"unknown", `null`, `null`, `{}`}, {"unknown", ``, ``, `{}`},
		{"lenient", ``, ``, `{}`}, {"lenient_list", ``, ``, ``}, {"union", ``, "error", ``},
		{"object", ``, "error", ``}, {"object", `{}`, `{}`, `{}`},
		{"wrapped", `{"ok":true,"data":{"a":"x"}}`, `{"a":"x"}`, `{"a":"x"}`}, {"wrapped", `{"ok":true}`, ``, `{}`},
		{"wrapped", `{"ok":false,"error":"no"}`, "error", "error"}, {"wrapped_list", `{"state":"fine","data":[]}`, `[]`, `[]`},
	} {
		client := &http.Client{Transport: response{http.StatusOK, one.body}}
		caller, err := api.NewCaller("https://host", api.WithHTTPClient(client))
		require.NoError(t, err)
		op := responding(t, one.op)
		received := func(res *api.RawResponse, err error) string {
			if err != nil {
				require.Nil(t, res)
				return "error"
			}
			return string(res.Raw)
		}
		require.Equal(t, one.call, received(op.Call(t.Context(), caller, `{}`)), "%s: %q", one.op, one.body)
		require.Equal(t, one.send, received(op.Send(t.Context(), caller, `{}`)), "%s: %q", one.op, one.body)
	}
	empty, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: response{http.StatusOK, ""}}))
	require.NoError(t, err)
	_, err = responding(t, "row").Call(t.Context(), empty, `{}`)
	require.ErrorContains(t, err, "/row is required", "an empty body is an object")
	res, err := responding(t, "put").Call(t.Context(), nil, `{"text":1}`)
	require.Nil(t, res)
	require.Equal(t, "/text type", problemOf(err))
}

// A handler sends the response of its service, or its failure.
func TestHandleSendsWhatTheServiceReturns(t *testing.T) {
	denied := json.RawMessage(`{"code":"full"}`)
	card := json.RawMessage(`{"kind":"card","number":"1"}`)
	broken := errors.New("broken")
	for _, one := range []struct {
		op, body string
		response string
		err      error
		want     interpreter.Handled
	}{
		{"row", `{}`, `{"row":{"id":"1"}}`, nil, handled(200, `{"row":{"id":"1"}}`)},
		{"guarded", `{"token":"x"}`, `{"a":"b"}`, nil, handled(200, `{"a":"b"}`)},
		{"open", `{}`, `{"a":"b"}`, nil, handled(200, `{"a":"b"}`)},
		{"nothing", `{}`, ``, nil, interpreter.Handled{Status: 204}},
		{"wrapped", `{}`, `{"a":"b"}`, nil, handled(200, `{"ok":true,"data":{"a":"b"}}`)},
		{"wrapped_list", `{}`, `[]`, nil, handled(200, `{"state":"fine","data":[]}`)},
		{"denied", `{}`, ``, api.Fail(&denied), handled(409, `{"code":"full"}`)},
		{"member", `{}`, ``, api.Fail(&denied), handled(409, `{"error":{"code":"full"}}`)},
		{"why", `{}`, ``, api.Fail(&card), handled(409, `{"kind":"card","number":"1"}`)},
	} {
		serve := func() (json.RawMessage, error) { return json.RawMessage(one.response), one.err }
		got, err := responding(t, one.op).Handle(one.body, serve)
		require.NoError(t, err)
		require.Equal(t, one.want, got, one.op)
	}
	got, err := responding(t, "row").Handle(`{}`, func() (json.RawMessage, error) { return nil, broken })
	require.NoError(t, err)
	require.Equal(t, 500, got.Status)
	require.Equal(t, "application/problem+json", got.ContentType)
	got, err = responding(t, "put").Handle(`{"text":"x"}`, func() (json.RawMessage, error) { return nil, broken })
	require.NoError(t, err)
	require.Equal(t, 422, got.Status)
}

// handled is a response with a body.
func handled(status int, body string) interpreter.Handled {
	return interpreter.Handled{Status: status, ContentType: "application/json", Body: body}
}

// The client and the service may be of different catalogs.
func TestExchangesBetweenOperations(t *testing.T) {
	denied := json.RawMessage(`{"code":"full"}`)
	card := json.RawMessage(`{"kind":"card","number":"1"}`)
	for _, one := range []struct {
		client, service string
		response        string
		err             error
		body, described string
	}{
		{"row", "row", `{"row":{"id":"1"}}`, nil, `{"row":{"id":"1"}}`, `{"row":{"id":"1"}}`},
		{"list", "list", `[]`, nil, `[]`, `[]`},
		{"loose", "guarded", `{}`, nil, `{}`, `{}`},
		{"guarded", "put", ``, nil, ``, `nothing`},
		{"nothing", "none", ``, nil, ``, `nothing`},
		{"none", "nothing", ``, nil, ``, `nothing`},
		{"null", "nothing", ``, nil, ``, `nothing`},
		{"unknown", "nothing", ``, nil, ``, `nothing`},
		{"wrapped", "wrapped", `{"a":"b"}`, nil, `{"ok":true,"data":{"a":"b"}}`, `{"a":"b"}`},
		{"loose", "wrapped", `{"a":"b"}`, nil, `{"ok":true,"data":{"a":"b"}}`, `{"ok":true,"data":{"a":"b"}}`},
		{"denied", "denied", ``, api.Fail(&denied), `{"code":"full"}`, `status 409 and {"code":"full"}`},
		{"member", "member", ``, api.Fail(&denied), `{"error":{"code":"full"}}`, `status 409 and {"code":"full"}`},
		{"why", "why", ``, api.Fail(&card), `{"kind":"card","number":"1"}`, `status 409 and {"kind":"card","number":"1"}`},
		{"row", "denied", ``, api.Fail(&denied), `{"code":"full"}`, `status 409`},
		{"member", "denied", ``, api.Fail(&denied), `{"code":"full"}`, `status 409`},
		{"denied", "why", ``, api.Fail(&card), `{"kind":"card","number":"1"}`, `status 409`},
		{"row", "loose", `{}`, nil, `{}`, `status 200 and the error "cannot read the response: 1 violation: /row is required (required); Body of the error holds what was received"`},
	} {
		serve := func() (json.RawMessage, error) { return json.RawMessage(one.response), one.err }
		client := responding(t, one.client)
		e := client.Exchange(responding(t, one.service), serve)
		require.Equal(t, one.body, e.Body, "%s, %s", one.client, one.service)
		require.Equal(t, one.described, client.Describe(e), "%s, %s", one.client, one.service)
		if e.Err != nil {
			require.Nil(t, e.Response)
		}
	}
	client := responding(t, "wrapped")
	e := client.Exchange(responding(t, "wrapped"), func() (json.RawMessage, error) {
		return nil, errors.New("broken")
	})
	require.Equal(t, `status 500 and the message "Internal Server Error"`, client.Describe(e))
	calls := 0
	responding(t, "unknown").Exchange(responding(t, "unknown"), func() (json.RawMessage, error) {
		calls++
		return nil, &api.Problem{Status: http.StatusServiceUnavailable}
	})
	require.Equal(t, 1, calls, "a call that may be retried is not")
}

// Services get what their client would have sent.
func TestRoutesGetSettledRequests(t *testing.T) {
	var got []string
	route := responding(t, "put").Route(func(_ context.Context, request string) (json.RawMessage, error) {
		got = append(got, request)
		return nil, nil
	})
	h, err := api.NewHandler([]api.Route{route}, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(h)
	defer server.Close()
	caller, err := api.NewCaller(server.URL)
	require.NoError(t, err)
	for request, sent := range map[string]string{`{}`: `{}`, `{"text":"ab","joined":["x","y"]}`: `{"text":"ab","joined":"x,y"}`} {
		got = nil
		_, err := responding(t, "put").Call(t.Context(), caller, request)
		require.NoError(t, err)
		require.Equal(t, []string{sent}, got)
	}
	_, err = responding(t, "put").Call(t.Context(), caller, `{"text":"a"}`)
	require.Equal(t, "/text min-length", problemOf(err))
}

// An operation without fields says what an empty request is.
func TestEmptyRequests(t *testing.T) {
	for name, want := range map[string]string{"none": "", "null": "null", "nothing": "{}", "put": "{}"} {
		body, violations, err := responding(t, name).Encode("{}")
		require.NoError(t, err)
		require.Nil(t, violations)
		require.Equal(t, want, body, name)
	}
	body, violations, err := responding(t, "put").Encode(`{"text":"a","joined":["x","y"]}`)
	require.NoError(t, err)
	require.Equal(t, `{"text":"a","joined":"x,y"}`, body)
	require.Len(t, violations, 1)
	require.Equal(t, interpreter.Result{Status: 200, Settled: `{}`}, responding(t, "guarded").Decode(`{}`))
}

// Whether a body fits, is accepted, gives a field and keeps it are questions of their own.
func TestReadingsOfAField(t *testing.T) {
	word := &catalog.Type{Kind: catalog.String}
	list := &catalog.Type{Kind: catalog.Array, Elem: word}
	union := &catalog.Type{Kind: catalog.Union, Union: &catalog.TaggedUnion{By: "kind", Open: true}}
	two := 2
	const fits, accepted, given, kept = 1, 2, 4, 8
	for _, one := range []struct {
		field catalog.Field
		body  string
		want  int
	}{
		{catalog.Field{Type: word}, `{"a":"x"}`, fits | accepted | given | kept},
		{catalog.Field{Type: word}, `{"a":""}`, fits | accepted | kept},
		{catalog.Field{Type: word}, `{}`, fits | accepted},
		{catalog.Field{Type: word}, `{"a":1}`, 0},
		{catalog.Field{Type: word, OmitEmpty: true}, `{"a":""}`, fits | accepted},
		{catalog.Field{Type: word, OmitEmpty: true}, `{"a":"x"}`, fits | accepted | given | kept},
		{catalog.Field{Type: word, MinLength: &two}, `{"a":"x"}`, fits | given | kept},
		{catalog.Field{Type: word, MinLength: &two}, `{"a":"xy"}`, fits | accepted | given | kept},
		{catalog.Field{Type: word, Default: "x"}, `{}`, fits | accepted | kept},
		{catalog.Field{Type: list}, `{"a":[]}`, fits | accepted | kept},
		{catalog.Field{Type: list, Join: ","}, `{"a":"x,y"}`, fits | accepted | given | kept},
		{catalog.Field{Type: list, Join: ","}, `{"a":["x"]}`, 0},
		{catalog.Field{Type: union}, `{"a":{"kind":"x"}}`, fits | accepted | given | kept},
		{catalog.Field{Type: union}, `{"a":{"kind":1}}`, 0},
		{catalog.Field{Type: union}, `{"a":{}}`, 0},
	} {
		one.field.Name = "a"
		r := interpreter.ReadingFunc(&one.field)(one.body)
		got := 0
		for i, holds := range []bool{r.Fits, r.Accepted, r.Given, r.Kept} {
			if holds {
				got |= 1 << i
			}
		}
		require.Equal(t, one.want, got, "%+v of %s", r, one.body)
	}
}

// A Go struct always has members that are not pointers.
func TestValuesOfGoTypes(t *testing.T) {
	row := responding(t, "row").Response.Field("row").Type
	for value, want := range map[string]string{
		`{"id":"1","n":2}`: "", `{"id":"1"}`: "", `{}`: "/id required", `{"id":"1","x":0}`: "/x unknown-field", `{"id":1}`: "/id type",
		`null`: " required", `[]`: " type",
	} {
		var got []string
		for _, v := range interpreter.TypeViolations(row, value) {
			got = append(got, v.Field+" "+v.Rule)
		}
		require.Equal(t, want, strings.Join(got, ", "), value)
	}
}
