package interpreter_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
)

// A missing member in a value of a sensitive map breaks only one rule, and a refusal shows no
// key of the map.
func TestHiddenValuesBreakOneRuleEach(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Line: {fields: {label: {type: string, required: true, min_length: 2}}}
areas:
  things:
    operations:
      put: {fields: {people: {type: {string: [Line]}, sensitive: true}}}
`[1:]))
	require.Empty(t, problems)
	r := interpreter.New(c.Areas[0].Operations[0]).Decode(`{"people":{"Ann":[{}],"Bob":[{"label":"ab"},{"label":"x"}]}}`)
	require.Equal(t, 422, r.Status)
	require.Equal(t, []api.Violation{
		{Field: "/people/*/0/label", Rule: api.RuleRequired, Message: "is required"},
		{Field: "/people/*/1/label", Rule: api.RuleMinLength, Message: "must have at least 2 characters"},
	}, r.Violations)
}

// An unknown key of a record in a sensitive value may be as personal as the value. Elsewhere, the
// caller must know which key is wrong.
func TestUnknownKeysOfSensitiveRecordsAreHidden(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Secret: {fields: {a: string, in: Inner}}
  Inner: {fields: {b: string}}
  Plain: {fields: {a: string, secret: {type: string, sensitive: true}}}
  All: {open: true, fields: {a: string}}
unions:
  Thing: {by: kind, of: {known: Plain}}
  Hidden: {by: kind, of: {known: Secret}}
  Open: {by: kind, open: true, of: {known: Secret}}
areas:
  things:
    operations:
      put:
        fields:
          s: {type: Secret, sensitive: true}
          list: {type: [Secret], sensitive: true}
          map: {type: {string: Secret}, sensitive: true}
          all: {type: All, sensitive: true}
          p: Plain
          u: Thing
          t: {type: Hidden, sensitive: true}
          o: {type: [Open], sensitive: true}
      hidden: {fields: {a: {type: string, sensitive: true}}}
`[1:]))
	require.Empty(t, problems)
	put, hidden := c.Areas[0].Operations[0], c.Areas[0].Operations[1]
	for _, test := range []struct {
		op         *catalog.Operation
		body, want string
	}{
		{put, `{"s":{"hunter2":1}}`, "/s/[redacted] unknown-field"},
		{put, `{"s":{"hunter2":1,"hunter2":1}}`, "/s/[redacted] unknown-field"},
		{put, `{"s":{"hunter2":1,"hunter3":1,"a":1}}`, "/s/[redacted] unknown-field, /s/a type"},
		{put, `{"s":{"hunter2":1,"hunter3":1}}`, "/s/[redacted] unknown-field"},
		{put, `{"s":{"a":1}}`, "/s/a type"},
		{put, `{"s":{"a":"x","a":"y"}}`, "/s/a duplicate-field"},
		{put, `{"s":{"in":{"hunter2":1}}}`, "/s/in/[redacted] unknown-field"},
		{put, `{"list":[{},{"hunter2":1}]}`, "/list/1/[redacted] unknown-field"},
		{put, `{"map":{"hunter2":{"hunter3":1}}}`, "/map/*/[redacted] unknown-field"},
		{put, `{"all":{"hunter2":{"a":1,"a":2}}}`, "/all/[redacted] duplicate-field"},
		{put, `{"p":{"c":1}}`, "/p/c unknown-field"},
		{put, `{"u":{"kind":"known","c":1}}`, "/u/c unknown-field"},
		{put, `{"c":1}`, "/c unknown-field"},
		{put, `{"t":{"kind":"other"}}`, "/t/kind variant"},
		{put, `{"t":{"kind":"known","hunter2":1}}`, "/t/[redacted] unknown-field"},
		{put, `{"o":[{"kind":1}]}`, "/o/0/kind variant"},
		{hidden, `{"b":1}`, "/b unknown-field"},
	} {
		r := interpreter.New(test.op).Decode(test.body)
		var got []string
		for _, v := range r.Violations {
			got = append(got, v.Field+" "+v.Rule)
		}
		require.Equal(t, test.want, strings.Join(got, ", "), test.body)
		for _, v := range r.Violations {
			require.NotContains(t, v.Field+v.Message, "hunter", test.body)
		}
	}
}

// Keys of maps in a known variant of an open union are shown. Keys in an unknown variant
// may be personal.
func TestKeysInVariantsOfOpenUnions(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records: {Known: {fields: {m: {string: {string: integer}}}}}
unions: {Thing: {by: kind, open: true, of: {known: Known}}}
areas: {things: {operations: {put: {fields: {u: Thing}}}}}
`[1:]))
	require.Empty(t, problems)
	for body, field := range map[string]string{
		`{"u":{"kind":"known","m":{"a":{"b":"x"}}}}`:     "/u/m/a/b",
		`{"u":{"kind":"known","m":{"a":{"b":1,"b":2}}}}`: "/u/m/a/b",
		`{"u":{"kind":"other","m":{"a":{"b":1,"b":2}}}}`: "/u/[redacted]",
		`{"u":{"kind":"other","x":{"a":{"b":1,"b":2}}}}`: "/u/[redacted]",
	} {
		r := interpreter.New(c.Areas[0].Operations[0]).Decode(body)
		require.Len(t, r.Violations, 1, body)
		require.Equal(t, field, r.Violations[0].Field, body)
	}
}

// If the body is not known, its open unions may have unknown variants. The catalog describes the place of
// a value of the wrong type, but not the place of a repeated key.
func TestPlacesInBodiesThatAreNotKnown(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records: {Known: {fields: {m: {string: integer}}}}
unions: {Thing: {by: kind, open: true, of: {known: Known}}}
areas: {things: {operations: {put: {fields: {u: Thing}}}}}
`[1:]))
	require.Empty(t, problems)
	op := interpreter.New(c.Areas[0].Operations[0])
	for rule, want := range map[string]string{
		api.RuleType:           "/u/m/a",
		api.RuleDuplicateField: "/u/m/*",
	} {
		shown := op.Hidden("", []api.Violation{{Field: "/u/m/a", Rule: rule}})
		require.Equal(t, []api.Violation{{Field: want, Rule: rule}}, shown)
	}
}

// A place in a union hides what the variant of the body hides, not what others do.
func TestKeysInVariantsWithSensitiveOnesBeside(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records:
  Plain: {fields: {m: {string: integer}, u: Thing}}
  Secret: {fields: {m: {type: {string: integer}, sensitive: true}}}
  Nothing: {}
unions: {Thing: {by: kind, of: {plain: Plain, secret: Secret, nothing: Nothing}}}
areas:
  things:
    operations:
      put: {fields: {u: Thing, list: [Thing], hidden: {type: Nothing, sensitive: true}}}
`[1:]))
	require.Empty(t, problems)
	for body, want := range map[string]string{
		`{"u":{"kind":"plain","more":1}}`:                                "/u/more unknown-field",
		`{"u":{"kind":"plain","m":{"k":""}}}`:                            "/u/m/k type",
		`{"u":{"more":1,"kind":"plain"}}`:                                "/u/more unknown-field",
		`{"u":{"kind":"plain","u":{"kind":"plain","more":1}}}`:           "/u/u/more unknown-field",
		`{"list":[{"kind":"secret","m":{}},{"kind":"plain","more":1}]}`:  "/list/1/more unknown-field",
		`{"u":{"kind":"secret","hunter":1}}`:                             "/u/[redacted] unknown-field",
		`{"u":{"kind":"secret","m":{"hunter":""}}}`:                      "/u/m/* type",
		`{"u":{"kind":"nothing","hunter":1}}`:                            "/u/[redacted] unknown-field",
		`{"hidden":{"hunter":1}}`:                                        "/hidden/[redacted] unknown-field",
		`{"u":{"kind":"plain"},"u":{"kind":"secret","m":{"hunter":""}}}`: "/u duplicate-field, /u/m/* type",
		`{"u":{"kind":"plain","m":{"k":""}`:                              "/u/m/k type,  json",
	} {
		var got []string
		for _, v := range interpreter.New(c.Areas[0].Operations[0]).Decode(body).Violations {
			got = append(got, v.Field+" "+v.Rule)
		}
		require.Equal(t, want, strings.Join(got, ", "), body)
	}
}

// The options are the options of a handler, including limits.
func TestDecodeTakesTheOptionsOfAHandler(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	body := `{"a":"` + strings.Repeat("x", 100) + `"}`
	require.Equal(t, 200, interpreter.New(op).Decode(body).Status)
	require.Equal(t, interpreter.Result{Status: 413}, interpreter.New(op).Decode(body, api.WithServerLimits(api.Limits{Body: 100})))
	require.Equal(t, 400, interpreter.New(op).Decode(`{"d":[{},{}]}`, api.WithServerLimits(api.Limits{Items: 1})).Status)
	require.Equal(t, 422, interpreter.New(op).Decode(`{"a":"x","other":1}`).Status)
	require.Equal(t, interpreter.Result{Status: 200, Settled: `{"a":"x"}`}, interpreter.New(op).Decode(`{"a":"x","other":1}`, api.WithServerUnknownFields()))
}

// Two choices about authentication are a mistake of the program.
func TestDecodePanicsWhereTheHandlerIsNotAnonymous(t *testing.T) {
	op := load(t, "testdata/everything.yaml").Areas[0].Operations[1]
	const twice = "api: pass exactly one of"
	defer func() { require.ErrorContains(t, recover().(error), twice) }()
	interpreter.New(op).Decode("", api.WithServerAnonymous())
}

// The author of a body that is made up may see its keys.
func TestKeysOfMadeUpBodiesAreShown(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
records: {Secret: {fields: {a: string}}}
areas: {things: {operations: {put: {fields: {s: {type: Secret, sensitive: true}}}}}}
`[1:]))
	require.Empty(t, problems)
	op := c.Areas[0].Operations[0]
	for field, of := range map[string]*interpreter.Operation{"/s/[redacted]": interpreter.New(op), "/s/b": interpreter.NewForMadeUp(op)} {
		r := of.Decode(`{"s":{"b":1}}`)
		require.Len(t, r.Violations, 1)
		require.Equal(t, field, r.Violations[0].Field)
	}
}

// Handlers say that an operation is deprecated, and an operation may leave the envelope of its catalog.
func TestHandlersOfDeprecatedAndUnwrappedOperations(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
envelope: {success: ok, message: [error], failure_status: 200}
areas:
  things:
    operations:
      old: {deprecated: {since: v1, sunset: 2030-01-31}, response: {fields: {a: string}}}
      bare: {envelope: none, fields: {a: string}, response: {fields: {a: string}}}
`[1:]))
	require.Empty(t, problems)
	var routes []api.Route
	for _, op := range c.Areas[0].Operations {
		routes = append(routes, interpreter.New(op).Route(func(context.Context, string) (json.RawMessage, error) { return nil, nil }))
	}
	h, err := api.NewHandler(routes, api.WithServerAnonymous())
	require.NoError(t, err)
	for name, want := range map[string]struct {
		body, response string
		isDeprecated   bool
	}{
		"old":  {`{}`, `{"ok":true}`, true},
		"bare": {`{}`, `{}`, false},
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/things/"+name, strings.NewReader(want.body))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		require.Equal(t, want.response, strings.TrimSpace(w.Body.String()), name)
		require.Equal(t, want.isDeprecated, w.Header().Get("Deprecation") != "", name)
		require.Equal(t, want.isDeprecated, w.Header().Get("Sunset") != "", name)
	}
	caller, err := api.NewCaller("https://host", api.WithHTTPClient(&http.Client{Transport: response{http.StatusOK, `{"ok":false,"error":"no"}`}}))
	require.NoError(t, err)
	for _, op := range c.Areas[0].Operations {
		for _, opts := range [][]api.CallOption{nil, {api.WithEnvelope()}} {
			_, err := interpreter.New(op).Call(t.Context(), caller, "{}", opts...)
			require.Equal(t, op.Name == "old", err != nil, "%s: %v", op.Name, err)
		}
	}
}
