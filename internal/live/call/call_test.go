package call_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/call"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

const shop = `
catalog: 1
info: {title: T, version: v1, package: example}
path: /{operation}
unions:
  Shape: {by: kind, of: {round: Round, square: Square}}
records:
  Round: {fields: {radius: number, size: number}}
  Square: {fields: {side: integer, size: string}}
  Need: {fields: {amount: {type: number, required: true}}}
  Entry: {fields: {name: {type: string, required: true}, scores: {type: {string: integer}}, ids: {type: [integer]}}}
areas:
  things:
    operations:
      put:
        fields:
          name: string
          page: integer
          price: number
          on: boolean
          ids: [integer]
          tags: {type: [string], join: ","}
          entry: Entry
          entries: [Entry]
          shape: Shape
          note: any
          free: object
          color: {type: string, enum: [red]}
          need: Need
      open: {open: true, fields: {name: string}}
      none: {summary: Takes nothing.}
`

func operation(t *testing.T, text, name string) *interpreter.Operation {
	t.Helper()
	c, problems := catalog.Parse("c.yaml", []byte(text))
	require.Nil(t, problems)
	return interpreter.New(c.ByName()[name])
}

// Arguments are values of the types of their fields, at any depth.
func TestArgumentsHaveTheTypesOfFields(t *testing.T) {
	put := operation(t, shop, "things.put").Operation
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, `{}`},
		{[]string{"name=2", "page=2", "price=12.50", "on=true"}, `{"name":"2","page":2,"price":12.50,"on":true}`},
		{[]string{"name="}, `{"name":""}`},
		{[]string{"name=a=b"}, `{"name":"a=b"}`},
		{[]string{"name:=null"}, `{"name":null}`},
		{[]string{"ids=1,2", "ids=3"}, `{"ids":[1,2,3]}`},
		{[]string{"ids="}, `{"ids":[]}`},
		{[]string{"ids[0]=1", "ids[1]=2"}, `{"ids":[1,2]}`},
		{[]string{"ids:=[1]"}, `{"ids":[1]}`},
		{[]string{"tags=a,b"}, `{"tags":["a","b"]}`},
		{[]string{"entry.name=x", "entry.scores.a=1", "entry.ids=1,2"}, `{"entry":{"name":"x","scores":{"a":1},"ids":[1,2]}}`},
		{[]string{"entries[1].name=b", "entries[0].name=a"}, `{"entries":[{"name":"a"},{"name":"b"}]}`},
		{[]string{`entry={"name":"x"}`}, `{"entry":{"name":"x"}}`},
		{[]string{"shape.kind=round", "shape.size=2.5"}, `{"shape":{"kind":"round","size":2.5}}`},
		{[]string{"shape.kind=square", "shape.size=2"}, `{"shape":{"kind":"square","size":"2"}}`},
		{[]string{"shape.kind=square", "shape.side=2"}, `{"shape":{"kind":"square","side":2}}`},
		{[]string{"note=2", "free.a.b=x", "free.c[0]=y"}, `{"note":"2","free":{"a":{"b":"x"},"c":["y"]}}`},
		{[]string{"note.a=2"}, `{"note":{"a":"2"}}`},
	} {
		got, err := call.Arguments(put, c.args)
		require.NoError(t, err, "%q", c.args)
		require.Equal(t, c.want, got, "%q", c.args)
	}
	got, err := call.Arguments(operation(t, shop, "things.open").Operation, []string{"further=1"})
	require.NoError(t, err)
	require.Equal(t, `{"further":"1"}`, got)
}

// Mistakes in arguments name the argument, and what exists in its place. None repeats a value.
func TestMistakesInArgumentsSayWhatExists(t *testing.T) {
	put := operation(t, shop, "things.put").Operation
	for arg, want := range map[string]string{
		"nmae=CANARY":             "nmae: things.put has no such field; did you mean name?",
		"zzzzzz=CANARY":           "zzzzzz: things.put has no such field; there are name, page, price, on, ids, tags, entry, entries, shape, note, free, color and need",
		"page=CANARY":             "page: expected an integer, such as 2",
		"page=":                   "page: expected an integer, such as 2",
		"page=0x1":                "page: expected an integer, such as 2",
		"price=CANARY":            "price: expected a number, such as 12.50",
		"on=CANARY":               "on: expected true or false",
		"ids=1,CANARY":            "ids: expected an integer, such as 2",
		"entry=CANARY":            "entry: expected an object as JSON, or its members one by one",
		"entries=CANARY":          "entries: expected a list as JSON, or its members one by one",
		"entry.nmae=CANARY":       "entry.nmae: entry has no such member; did you mean name?",
		"entries.name=CANARY":     "entries.name: entries is a list; write entries[0].name",
		"name.x=CANARY":           "name.x: name has no members",
		"name[0]=CANARY":          "name[0]: name is not a list",
		"name=\xff":               `"name": the argument is not valid UTF-8`,
		"[0]=CANARY":              "[0]: a request is an object; begin with a field, such as name=...",
		"shape.sdie=CANARY":       "shape.sdie: shape has no such member; did you mean side?",
		"name:=CANARY":            "name:=: the value is not JSON",
		"entries[1].name=CANARY":  "entries[0] is missing; items are numbered from 0 without gaps",
		"entries[9999999].name=a": `"entries[9999999].name": expected a path such as contact.name or addresses[0].type`,
		"=CANARY":                 "expected KEY=VALUE, such as name=...",
		"entry..name=CANARY":      "entry..name: entry has no such member; did you mean name?",
	} {
		_, err := call.Arguments(put, []string{arg})
		require.EqualError(t, err, want, arg)
	}
	for want, args := range map[string][]string{
		"name is given twice":                        {"name=a", "name=b"},
		"entry is given twice":                       {"entry.name=a", `entry={"name":"b"}`},
		"free.a is given as a list and as an object": {"free.a.b=1", "free.a[0]=1"},
		"note is given twice":                        {"note=1", "note.a=1"},
	} {
		_, err := call.Arguments(put, args)
		require.EqualError(t, err, want)
	}
	_, err := call.Arguments(operation(t, shop, "things.none").Operation, []string{"a=1"})
	require.EqualError(t, err, "a: things.none has no fields")
	_, err = call.Arguments(put, []string{"page=x", "on=x"})
	require.EqualError(t, err, "page: expected an integer, such as 2\non: expected true or false")
}

// A request that nobody would send without generated code is refused with everything wrong.
func TestCheckFindsWhatClientAndServerRefuse(t *testing.T) {
	put := operation(t, shop, "things.put")
	for text, want := range map[string]string{
		`{"need":{}}`:                         `/need/amount required`,
		`{"entry":{}}`:                        `/entry/name required`,
		`{"entries":[{"name":"a"},{}]}`:       `/entries/1/name required`,
		`{"tags":["a,b"]}`:                    `/tags join`,
		`{"tags":"a,b"}`:                      ``,
		`{"tags":["a",1]}`:                    `/tags type`,
		`{"nmae":1}`:                          `/nmae unknown-field`,
		`{"page":1.5,"on":"x"}`:               `/page type, /on type`,
		`{"color":"blue","entry":{"ids":[]}}`: `/entry/name required, /color enum`,
		`{"shape":{"kind":"oval"}}`:           `/shape/kind variant`,
		`{"name":"\ud800"}`:                   ` json`,
	} {
		r, err := call.Check(put, text)
		require.NoError(t, err, text)
		got := ""
		for _, v := range r.Violations {
			if got != "" {
				got += ", "
			}
			got += v.Field + " " + v.Rule
		}
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{``, `{`, `{"name":1,"name":2}`, `{} {}`} {
		_, err := call.Check(put, text)
		require.Error(t, err, text)
	}
}

// Every sample of every catalog is sent as the generated client sends it, which a test of the
// interpreter compares.
func TestSamplesAreSentAsByGeneratedClients(t *testing.T) {
	catalogs, err := filepath.Glob("../../../generator/testdata/*/catalog.yaml")
	require.NoError(t, err)
	catalogs = append(catalogs, "../../../spec/operations.yaml")
	requests := 0
	for _, name := range catalogs {
		c, err := catalog.Load(name)
		require.NoError(t, err)
		for described := range c.Operations() {
			op := interpreter.New(described)
			for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
				record, ok := sample.Request(described, size)
				if !ok {
					continue
				}
				request, err := call.Check(op, record.JSON())
				require.NoError(t, err, "%s %s", name, described)
				require.Empty(t, request.Violations, "%s %s: %s", name, described, record.JSON())
				want, _, err := op.Encode(request.Given)
				require.NoError(t, err)
				require.Equal(t, want, request.Body)
				requests++
			}
		}
	}
	require.Greater(t, requests, 500)
}

// Go has every value of a request: unions by their tags, and members that the catalog does not
// name.
func TestGoCallHasEveryValue(t *testing.T) {
	for request, want := range map[string]string{
		`{"shape":{"kind":"square","side":2},"tags":["a","b"]}`: "Shape: things.Shape{Variant: things.ShapeSquare{Side: new(2)}},\n\tTags:  []string{\"a\", \"b\"},",
		`{"entry":{"name":"x","scores":{"a":1}}}`:               `Scores: map[string]int{"a": 1}`,
	} {
		code, err := call.GoCall(operation(t, shop, "things.put"), request)
		require.NoError(t, err)
		require.Contains(t, code, want)
	}
	code, err := call.GoCall(operation(t, shop, "things.open"), `{"zz":5,"yy":{"a":[1]}}`)
	require.NoError(t, err)
	require.Contains(t, code, `"zz": json.Number("5")`)
	require.Contains(t, code, `"yy": api.Object{"a": []any{json.Number("1")}}`)
}

// Whatever hides a value, it counts as hidden. Nothing is hidden of an empty body.
func TestHiddenValuesAreCounted(t *testing.T) {
	put := operation(t, shop, "things.put").Operation
	for body, hides := range map[string]bool{
		``: false, `{}`: false, `{"name":"a","page":2,"price":12.50}`: false, `{"note":"x"}`: true, `{"free":{"a":1}}`: true, `{"other":1}`: true,
	} {
		_, got := call.ShowRequest(put, body)
		require.Equal(t, hides, got, body)
	}
	shown, hides := call.ShowRequest(put, `{"name":"CANARY"}`, "name")
	require.NotContains(t, shown, "CANARY")
	require.True(t, hides)
}

// Names are replaced by codes at any depth, before anything checks them, as by WithCodes.
func TestNamesAreReplacedByCodes(t *testing.T) {
	c, err := catalog.Load("../../../generator/testdata/codes/catalog.yaml")
	require.NoError(t, err)
	op := c.ByName()["things.plan"]
	tables, err := call.ParseTables([]string{"colour=red:r,green:g", "gloss=matt:m", "gloss=shiny:s"})
	require.NoError(t, err)
	got, err := tables.Replace(op, `{"colour":"red","gloss":"shiny","shade":"blue","inside":{"colour":"green","gloss":"matt"}}`)
	require.NoError(t, err)
	require.Contains(t, got, `{"colour":"r","gloss":"s","shade":"blue"`)
	for text, want := range map[string]string{
		"colour": "expected TABLE=NAME:CODE,NAME:CODE", "=a:b": "expected TABLE=NAME:CODE,NAME:CODE", "colour=red": "table colour: expected NAME:CODE,NAME:CODE",
	} {
		_, err := call.ParseTables([]string{text})
		require.EqualError(t, err, want)
	}
	tables, err = call.ParseTables([]string{"color=red:r"})
	require.NoError(t, err)
	_, err = tables.Replace(op, `{}`)
	require.ErrorContains(t, err, `area things has no table of codes "color"`)
}

const pages = `
catalog: 1
info: {title: T, version: v1, package: example}
path: /{operation}
records:
  Thing: {fields: {id: integer, name: {type: string, sensitive: true}}}
areas:
  things:
    operations:
      numbered:
        effect: read
        fields: {page: integer, size: integer, about: string}
        pagination: {page: page, size: size, first: 1, default_size: 2, items: things}
        response: {fields: {things: [Thing]}}
      following:
        effect: read
        fields: {at: string}
        pagination: {cursor: at, next: next, items: things}
        response: {fields: {things: [Thing], next: string}}
      begun:
        effect: read
        fields: {about: string}
        pagination: {cursor: at, next: next, more: more, items: things, continue: continued}
        response: {fields: {things: [Thing], next: string, more: boolean}}
      continued:
        effect: read
        fields: {at: {type: string, required: true}}
        response: {fields: {things: [Thing], next: string, more: boolean}}
      skipping:
        effect: read
        fields: {skip: integer, size: integer}
        pagination: {offset: skip, size: size, items: things}
        response: {fields: {things: [Thing]}}
      after:
        effect: read
        fields: {about: string, last: integer}
        pagination: {cursor: last, last: id, items: things}
        response: {fields: {things: [Thing]}}
      whole:
        effect: read
        response: {fields: {things: [Thing]}}
`

// serve starts a service that responds to the requests of a catalog, and notes them.
func serve(t *testing.T, text string, responses map[string]string) (url string, requests *[]string) {
	t.Helper()
	c, problems := catalog.Parse("c.yaml", []byte(text))
	require.Nil(t, problems)
	requests = new([]string)
	var routes []api.Route
	for op := range c.Operations() {
		routes = append(routes, interpreter.New(op).Route(func(_ context.Context, request string) (json.RawMessage, error) {
			*requests = append(*requests, op.Name+" "+request)
			return json.RawMessage(responses[op.Name+" "+request]), nil
		}))
	}
	handler, err := api.NewHandler(routes, api.WithServerAnonymous())
	require.NoError(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL, requests
}

// Pages are followed as by the iterators of generated clients.
func TestItemsFollowPages(t *testing.T) {
	url, requests := serve(t, pages, map[string]string{
		`numbered {"page":1,"size":2,"about":"x"}`: `{"things":[{"id":1},{"id":2}]}`,
		`numbered {"page":2,"size":2,"about":"x"}`: `{"things":[{"id":3}]}`,
		`numbered {"page":2,"size":1}`:             `{"things":[]}`,
		`following {}`:                             `{"things":[{"id":1}],"next":"a"}`,
		`following {"at":"a"}`:                     `{"things":[{"id":2}]}`,
		`begun {"about":"x"}`:                      `{"things":[{"id":1}],"next":"b","more":true}`,
		`continued {"at":"b"}`:                     `{"things":[{"id":2}],"more":false}`,
		`skipping {"skip":0,"size":2}`:             `{"things":[{"id":1},{"id":2}]}`,
		`skipping {"skip":2,"size":2}`:             `{"things":[{"id":3}]}`,
		`skipping {"skip":3,"size":2}`:             `{"things":[]}`,
		`after {"about":"x"}`:                      `{"things":[{"id":1},{"id":2}]}`,
		`after {"about":"x","last":2}`:             `{"things":[{"id":3}]}`,
		`after {"about":"x","last":3}`:             `{"things":[]}`,
	})
	for _, c := range []struct {
		name, request string
		items         []string
		calls         int
	}{
		{"numbered", `{"about":"x","size":2}`, []string{`{"id":1}`, `{"id":2}`, `{"id":3}`}, 2},
		{"numbered", `{"page":2,"size":1}`, nil, 1},
		{"following", `{}`, []string{`{"id":1}`, `{"id":2}`}, 2},
		{"begun", `{"about":"x"}`, []string{`{"id":1}`, `{"id":2}`}, 2},
		{"skipping", `{"size":2}`, []string{`{"id":1}`, `{"id":2}`, `{"id":3}`}, 2},
		{"skipping", `{"skip":2,"size":2}`, []string{`{"id":3}`}, 2},
		{"after", `{"about":"x"}`, []string{`{"id":1}`, `{"id":2}`, `{"id":3}`}, 3},
		{"after", `{"about":"x","last":2}`, []string{`{"id":3}`}, 2},
	} {
		*requests = nil
		made := call.Call{Op: operation(t, pages, "things."+c.name), Base: url, Request: c.request}
		items, err := made.Items(t.Context())
		require.NoError(t, err)
		var got []string
		for item, err := range items {
			require.NoError(t, err)
			got = append(got, string(item))
		}
		require.Equal(t, c.items, got, c.name)
		require.Len(t, *requests, c.calls, "%s: %q", c.name, *requests)
	}
	whole := call.Call{Op: operation(t, pages, "things.whole"), Base: url, Request: `{}`}
	_, err := whole.Items(t.Context())
	require.EqualError(t, err, "things.whole has no pages in the catalog")
	shown, hides := call.ShowItem(operation(t, pages, "things.numbered").Operation, `{"id":1,"name":"CANARY"}`)
	require.Equal(t, `{"id":1,"name":"[redacted]"}`, shown)
	require.True(t, hides)
}

// A page without the list would look like the end.
func TestPagesWithoutTheirListAreErrors(t *testing.T) {
	url, _ := serve(t, pages, map[string]string{
		`numbered {"page":1,"size":2}`: `{}`,
		`following {}`:                 `{"next":"a"}`,
		`following {"at":"last"}`:      `{"things":null}`,
		`begun {}`:                     `{"things":[{"id":1}],"next":"b","more":true}`,
		`continued {"at":"b"}`:         `{"more":false}`,
		`skipping {"skip":0}`:          `{}`,
		`after {}`:                     `{}`,
		`after {"last":1}`:             `{"things":[{}]}`,
		`after {"last":2}`:             `{"things":[{"id":2}]}`,
	})
	for _, c := range []struct{ name, request, want string }{
		{"numbered", `{"page":1}`, "things.numbered: page 1: the response holds no array of items; a call of the operation itself shows what it holds"},
		{"following", `{}`, "page 1: things.following: things: the response has no list of items there"},
		{"following", `{"at":"last"}`, "page 1: things.following: things: the response has no list of items there"},
		{"begun", `{}`, "page 2: things.continued: things: the response has no list of items there"},
		{"skipping", `{}`, "things.skipping: page 1: the response holds no array of items; a call of the operation itself shows what it holds"},
		{"after", `{}`, "things.after: page 1: the response holds no array of items; a call of the operation itself shows what it holds"},
		{"after", `{"last":1}`, "things.after: page 1: the last item has no id, after which the next page begins"},
		{"after", `{"last":2}`, "things.after: page 2: the page ends with the item that it was to begin after, or an earlier one, so the service does not page; call the operation itself"},
	} {
		made := call.Call{Op: operation(t, pages, "things."+c.name), Base: url, Request: c.request}
		items, err := made.Items(t.Context())
		require.NoError(t, err)
		var last error
		for _, err := range items {
			last = err
		}
		require.EqualError(t, last, c.want, "%s %s", c.name, c.request)
	}
}

// A dry run shows the request that a call sends.
func TestDryRunIsWhatIsSent(t *testing.T) {
	url, requests := serve(t, shop, map[string]string{})
	put := operation(t, shop, "things.put")
	made := call.Call{
		Op: put, Base: url, Request: `{"name":"Ada","tags":["a","b"]}`,
		Options: []api.CallOption{api.WithBearerToken("secret")},
	}
	sent, err := made.DryRun(t.Context())
	require.NoError(t, err)
	require.Empty(t, *requests)
	require.Equal(t, `{"name":"Ada","tags":"a,b"}`, sent.Body)
	require.Equal(t, url+"/put", sent.URL)
	require.Equal(t, "Bearer secret", sent.Header.Get("Authorization"))
	r := made.Send(t.Context())
	require.NoError(t, r.Err)
	require.Equal(t, 200, r.Status)
	require.Len(t, r.Attempts, 1)
	require.Len(t, *requests, 1)
	made.Request = `{"color":"blue"}`
	_, err = made.DryRun(t.Context())
	require.Error(t, err)
}

func TestIndentKeepsTheText(t *testing.T) {
	const text = `{"a":"b\": \"c","d":[1,true,null,{}],"e":{"f":-1.5e3}}`
	require.True(t, json.Valid([]byte(call.Indent(text, false))))
	colored := call.Indent(text, true)
	require.Contains(t, colored, "\x1b[34m\"a\"\x1b[0m: \x1b[32m\"b\\\": \\\"c\"\x1b[0m,")
	require.Equal(t, "not JSON", call.Indent("not JSON", true))
}

// A service cannot print what it likes by its violations.
func TestRefusalsShowOnlyKnownFieldsAndRules(t *testing.T) {
	put := operation(t, shop, "things.put")
	err := &api.ValidationError{Violations: []api.Violation{
		{Field: "/entries/0/name", Rule: api.RuleRequired, Message: "CANARY"},
		{Field: "/CANARY", Rule: api.RuleType, Message: "CANARY"},
		{Field: "/free/CANARY", Rule: "CANARY", Message: "CANARY"},
		{Field: "/entry/scores/CANARY", Rule: "enum", Message: "CANARY"},
	}}
	require.Equal(t, []api.Violation{
		{Field: "/entries/0/name", Rule: api.RuleRequired},
		{Field: "/[redacted]", Rule: api.RuleType},
		{Field: "/[redacted]", Rule: "[redacted]"},
		{Field: "/[redacted]", Rule: "enum"},
	}, call.Refusals(put, err, false))
	require.Equal(t, err.Violations, call.Refusals(put, err, true))
}
