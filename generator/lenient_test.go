package generator

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/lenient/gen/things"
)

// told is a client of the fixture, whose service sends a body, and collects the drifts.
func told(t *testing.T, body string) (client *things.Client, drifts *[]string) {
	t.Helper()
	drifts = new([]string)
	client, err := things.NewClient("http://host",
		api.WithHTTPClient(&http.Client{Transport: sends(body)}),
		api.WithDrift(func(_ context.Context, _ *api.Operation, d api.Drift) {
			*drifts = append(*drifts, fmt.Sprintf("%s: %s, not %s", d.Pointer, d.Expected, d.Received))
		}))
	require.NoError(t, err)
	return client, drifts
}

// learned calls the fixture, whose service sends a body, and returns the drifts.
func learned(t *testing.T, body string) (*things.LearnResponse, []string, error) {
	t.Helper()
	client, drifts := told(t, body)
	res, err := client.Learn(t.Context(), nil)
	return res, *drifts, err
}

// learnedMore is learned for the other operation.
func learnedMore(t *testing.T, body string) (*things.LearnMoreResponse, []string) {
	t.Helper()
	client, drifts := told(t, body)
	res, err := client.LearnMore(t.Context(), nil)
	require.NoError(t, err)
	return res, *drifts
}

type sends string

func (s sends) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(string(s))), ContentLength: int64(len(s))}, nil
}

// What is of another type is zero and told, at any depth, and the rest is there.
func TestLenientResponses(t *testing.T) {
	res, drifts, err := learned(t, `{"count": 1e3, "main": ["secret"], "items": [{"name": null, "size": 99999999999999999999}, null, {"name": "b", "size": 2}, "secret"],
		"names": ["a", 1, null, "d"], "table": [[1, "secret"], 7, [2]], "bag": {"secret": {"name": 5}}, "flag": "secret", "ratio": {}, "free": [], "more": 1}`)
	require.NoError(t, err)
	require.Equal(t, []string{
		"/main: an object, not array",
		"/items/0/size: an integer of at most 64 bits, not number",
		"/items/0/name: a value, not null",
		"/items/1: an object, not null",
		"/items/3: an object, not string",
		"/names/1: a string, not number",
		"/names/2: a string, not null",
		"/table/0/1: an integer, not string",
		"/table/1: an array, not number",
		"/bag/*/name: a string, not number",
		"/flag: a boolean, not string",
		"/ratio: a number, not object",
		"/free: an object, not array",
		"/id: a value, not nothing",
	}, drifts)
	require.Equal(t, "", res.ID)
	require.Equal(t, 1000, res.Count)
	require.Equal(t, []things.Item{{}, {}, {Name: "b", Size: new(2)}, {}}, res.Items)
	require.Equal(t, []string{"a", "", "", "d"}, res.Names)
	require.Equal(t, [][]int{{1, 0}, nil, {2}}, res.Table)
	require.Equal(t, map[string]things.Item{"secret": {}}, res.Bag)
	require.Nil(t, res.Flag)
	require.Equal(t, `["secret"]`, string(res.Received.At("/main")))
	require.Nil(t, res.Received.At("/id"))
}

// Whatever JSON comes, the response can be read, and what is no JSON cannot.
func TestLenientResponsesOfAnyJSON(t *testing.T) {
	for body, want := range map[string][]string{
		`[1, 2]`: {": an object, not array"},
		`"text"`: {": an object, not string"},
		`7 `:     {": an object, not number"},
		`null`:   {"/id: a value, not nothing", "/count: a value, not nothing", "/main: a value, not nothing"},
		`{}`:     {"/id: a value, not nothing", "/count: a value, not nothing", "/main: a value, not nothing"},
	} {
		_, drifts, err := learned(t, body)
		require.NoError(t, err, body)
		require.Equal(t, want, drifts, body)
	}
	for _, body := range []string{`{"id": `, `<html>`, `{"id": "` + "\xff" + `"}`, strings.Repeat(`[`, 100) + strings.Repeat(`]`, 100)} {
		_, drifts, err := learned(t, body)
		require.ErrorContains(t, err, "cannot read the response", body)
		require.Empty(t, drifts)
	}
}

// Many drifts do not cut lists off. Fifty are told.
func TestLenientResponsesThatDriftEverywhere(t *testing.T) {
	_, drifts, err := learned(t, `{"names": [`+strings.Repeat("1,", 999)+`"last"]}`)
	require.NoError(t, err)
	require.LessOrEqual(t, len(drifts), 50)
	require.Greater(t, len(drifts), 40)
	res, _, err := learned(t, `{"id": "1", "count": 2, "main": {"name": "m"}, "names": [`+strings.Repeat("1,", 999)+`"last"], "items": [{"name": "x"}]}`)
	require.NoError(t, err)
	require.Len(t, res.Names, 1000)
	require.Equal(t, "last", res.Names[999])
	require.Equal(t, []things.Item{{Name: "x"}}, res.Items)
}

// Tags, nulls and records are no exception, and a value of another type leaves nothing of
// what is around it behind: no pointer, no value that may be null.
func TestLenientUnionsAndNulls(t *testing.T) {
	res, drifts := learnedMore(t, `{"name": 1, "shape": {"kind": "circle", "name": "secret"}, "shapes": [{"kind": "none"}, {"kind": "secret"}, {"name": "x"}, 1, null, {"kind": "item", "name": 2}],
		"amount": "secret", "colour": "green", "colours": ["red", 1, null, "green"], "note": {}, "main": [], "item": 7, "trees": [{"name": "a", "trees": {}}, {}], "by_name": {"secret": true, "b": 1}}`)
	require.Equal(t, []string{
		"/name: a string, not number",
		"/shape/kind: one of \"item\", \"none\", not string",
		"/shapes/1/kind: one of \"item\", \"none\", not string",
		"/shapes/2/kind: a value, not nothing",
		"/shapes/3: an object, not number",
		"/shapes/4: an object, not null",
		"/shapes/5/name: a string, not number",
		"/amount: a number, not string",
		"/colours/1: a string, not number",
		"/note: a string, not object",
		"/main: an object, not array",
		"/item: an object, not number",
		"/trees/0/trees: an array, not object",
		"/trees/1/name: a value, not nothing",
		"/by_name/*: a number, not boolean",
	}, drifts)
	require.Equal(t, things.Shape{}, res.Shape)
	require.Equal(t, []things.Shape{{Variant: things.ShapeNone{}}, {}, {}, {}, {}, {Variant: things.ShapeItem{}}}, res.Shapes)
	require.Equal(t, things.Colour("green"), *res.Colour, "constraints bind requests")
	require.True(t, res.Name.IsZero() && res.Note.IsZero() && res.Main.IsZero() && res.Colours[1].IsZero())
	require.Nil(t, res.Item)

	client, list := told(t, `{"items": []}`)
	items, err := client.LearnList(t.Context(), nil)
	require.NoError(t, err)
	require.Nil(t, items.Items)
	require.Equal(t, []string{": an array, not object"}, *list)
	client, list = told(t, ``)
	_, err = client.LearnList(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, []string{": an array, not null"}, *list)
}

// A response may be a record, alone and without a copy of its fields.
func TestLenientResponsesThatAreARecord(t *testing.T) {
	client, drifts := told(t, `{"name":"a","trees":[{"name":"b","trees":7}],"more":1}`)
	res, err := client.LearnTree(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, things.Tree{Name: api.Value("a"), Trees: []things.Tree{{Name: api.Value("b")}}}, res.Value)
	require.Equal(t, []string{"/trees/0/trees: an array, not number"}, *drifts)
	require.Equal(t, `things.LearnTreeResponse{Value: things.Tree{Trees: [things.Tree{Name: "b"}], Name: "a"}}`, fmt.Sprint(res))
	text, err := json.Marshal(res)
	require.NoError(t, err)
	require.JSONEq(t, `{"name":"a","trees":[{"name":"b","trees":7}]}`, string(text))
}

// full holds every field once, also those with a default.
const full = `{"trees":[{"trees":[],"name":null,"item":{"name":"n","size":1,"tags":"a,b","size_kind":"k"}}],"name":"top",
	"item":{"name":"i","size_kind":"k"},"shape":{"kind":"item","name":"s","size_kind":"k"},"shapes":[{"kind":"none"},{"kind":"item","name":"t","size_kind":"k"}],
	"amount":1.50,"colour":"red","colours":["red",null],"note":null,"main":{"name":"m","size_kind":"k"},"by_name":{"one":1,"a/b":2},"any":{"x":[1]}}`

// places calls f with every value in v, and what sets it.
func places(v any, set func(any), f func(set func(any), v any)) {
	f(set, v)
	switch v := v.(type) {
	case map[string]any:
		for key := range v {
			places(v[key], func(x any) { v[key] = x }, f)
		}
	case []any:
		for i := range v {
			places(v[i], func(x any) { v[i] = x }, f)
		}
	}
}

// A response is encoded as it came, whatever came: by a service that passes it on, and by
// a caller who stores it.
func TestLenientResponsesAreKept(t *testing.T) {
	others := []any{nil, true, 7.0, "text", []any{}, []any{1.0, "x", nil}, map[string]any{}}
	var body any
	require.NoError(t, json.Unmarshal([]byte(full), &body))
	n := 0
	places(body, func(x any) { body = x }, func(set func(any), was any) {
		defer set(was)
		for _, other := range others {
			set(other)
			text, err := json.Marshal(body)
			require.NoError(t, err)
			var read things.LearnMoreResponse
			require.NoError(t, json.Unmarshal(text, &read), "%s", text)
			again, err := json.Marshal(read)
			require.NoError(t, err, "%s", text)
			require.JSONEq(t, withoutNulls(t, text), withoutNulls(t, again), "%s", text)
			n++
		}
	})
	require.Greater(t, n, 200)
}

// withoutNulls leaves out what counts as absent, and the default that a record is sent with.
func withoutNulls(t *testing.T, text []byte) string {
	var v any
	require.NoError(t, json.Unmarshal(text, &v))
	places(v, func(any) {}, func(_ func(any), v any) {
		if o, ok := v.(map[string]any); ok {
			for key, value := range o {
				if value == nil || value == "plain" {
					delete(o, key)
				}
			}
		}
	})
	out, err := json.Marshal(v)
	require.NoError(t, err)
	return string(out)
}

// What somebody sets is what is sent.
func TestLenientResponsesThatAreSet(t *testing.T) {
	const body = `{"id": 5, "count": "x", "items": [{"name": 1}, {"name": "b"}], "names": ["a", 1, null], "flag": 2, "bag": {"k": 1}, "unknown": 1}`
	res, _, err := learned(t, body)
	require.NoError(t, err)
	text, err := json.Marshal(res)
	require.NoError(t, err)
	require.Equal(t, `{"id":5,"count":"x","items":[{"name": 1,"size_kind":"plain"},{"name":"b","size_kind":"plain"}],"names":["a",1,null],"bag":{"k":1},"flag":2}`,
		strings.ReplaceAll(string(text), `"name":1`, `"name": 1`))
	res.ID, res.Flag, res.Items[1].Name, res.Names = "set", new(true), "c", res.Names[:2]
	res.Main.Name = "main"
	text, err = json.Marshal(res)
	require.NoError(t, err)
	require.Equal(t, `{"id":"set","count":"x","main":{"name":"main","size_kind":"plain"},"items":[{"name":1,"size_kind":"plain"},{"name":"c","size_kind":"plain"}],"names":["a",""],"bag":{"k":1},"flag":true}`, string(text))
	require.Empty(t, (&things.LearnResponse{}).Received.Raw())
}
