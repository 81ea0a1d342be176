package generator

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/generator/testdata/lenient/gen/things"
)

// learned calls the fixture, whose service sends a body, and returns the drifts.
func learned(t *testing.T, body string) (res *things.LearnResponse, drifts []string, err error) {
	t.Helper()
	client, err := things.NewClient("http://host",
		api.WithHTTPClient(&http.Client{Transport: sends(body)}),
		api.WithDrift(func(_ context.Context, op *api.Operation, d api.Drift) {
			require.Equal(t, "things.learn", op.String())
			drifts = append(drifts, fmt.Sprintf("%s: %s, not %s", d.Pointer, d.Expected, d.Received))
		}))
	require.NoError(t, err)
	res, err = client.Learn(t.Context(), nil)
	return res, drifts, err
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
