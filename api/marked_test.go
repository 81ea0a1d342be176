package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

// What cannot be sent is an error that names the field, whether rules are checked or
// not.
func TestWhatCannotBeSentIsAnError(t *testing.T) {
	const bad = "CANARY\xff"
	type own struct{ Text string }
	for want, change := range map[string]func(*everykind.Request){
		"/name utf-8":               func(r *everykind.Request) { r.Name = bad },
		"/note utf-8":               func(r *everykind.Request) { r.Note = new(bad) },
		"/tags/1 utf-8":             func(r *everykind.Request) { r.Tags = []string{"a", bad} },
		"/joined utf-8":             func(r *everykind.Request) { r.Joined = []string{"a", bad} },
		"/moods/0 enum":             func(r *everykind.Request) { r.Moods = []everykind.Mood{bad} },
		"/items/0/id utf-8":         func(r *everykind.Request) { r.Items = []everykind.Record{{ID: "\xff"}} },
		"/inner/a~1b/0/c utf-8":     func(r *everykind.Request) { r.Inner.Extra = api.Object{"a/b": []any{map[string]any{"c": bad}}} },
		"/inner/\ufffd utf-8":       func(r *everykind.Request) { r.Inner.Extra = api.Object{"\xff": 1} },
		"/object/x utf-8":           func(r *everykind.Request) { r.Object = api.Object{"x": bad} },
		"/objs/1/x utf-8":           func(r *everykind.Request) { r.Objs = []api.Object{{}, {"x": bad}} },
		"/any utf-8":                func(r *everykind.Request) { r.Any = bad },
		"/anys/0/0 utf-8":           func(r *everykind.Request) { r.Anys = []any{[]any{bad}} },
		"/any type":                 func(r *everykind.Request) { r.Any = own{bad} },
		"/any type NaN":             func(r *everykind.Request) { r.Any = math.NaN() },
		"/any type Inf":             func(r *everykind.Request) { r.Any = float32(math.Inf(1)) },
		"/any type chan":            func(r *everykind.Request) { r.Any = make(chan int) },
		"/any type null":            func(r *everykind.Request) { r.Any = json.RawMessage("null") },
		"/any type nil":             func(r *everykind.Request) { r.Any = (*own)(nil) },
		"/any type raw":             func(r *everykind.Request) { r.Any = json.RawMessage(`{"a":`) },
		"/any type raw bytes":       func(r *everykind.Request) { r.Any = json.RawMessage(`"` + bad + `"`) },
		"/any type raw duplicate":   func(r *everykind.Request) { r.Any = json.RawMessage(`{"a":1,"a":2}`) },
		"/any type number":          func(r *everykind.Request) { r.Any = json.Number("1x") },
		"/price type":               func(r *everykind.Request) { r.Price = new(json.Number("1x")) },
		"/nums/1 type":              func(r *everykind.Request) { r.Nums = []json.Number{"1", "NaN"} },
		"/anys/1 type":              func(r *everykind.Request) { r.Anys = []any{nil, math.NaN()} },
		"/inner/x type":             func(r *everykind.Request) { r.Inner.Extra = api.Object{"x": math.NaN()} },
		"/inner/id duplicate-field": func(r *everykind.Request) { r.Inner.Extra = api.Object{"id": "CANARY"} },
		"/inner/x type duplicate":   func(r *everykind.Request) { r.Inner.Extra = api.Object{"x": json.RawMessage(`[{"a":1,"a":1}]`)} },
	} {
		for _, opts := range [][]api.CallOption{nil, {api.WithoutValidation()}} {
			req := validRich()
			change(req)
			c := through(t, "http://host", func(*http.Request) (*http.Response, error) {
				t.Errorf("%s was sent", want)
				return nil, errRefused
			})
			_, err := wire.DoRaw(t.Context(), wire.Begin(c, everykind.Op, opts), req)
			invalid, ok := errors.AsType[*api.ValidationError](err)
			require.True(t, ok, "%s: %v", want, err)
			require.NotContains(t, err.Error(), "CANARY", want)
			field, rule, _ := strings.Cut(want, " ")
			if rule, _, _ = strings.Cut(rule, " "); rule == "enum" && opts != nil {
				rule = "utf-8"
			}
			require.Equal(t, []string{field + " " + rule}, everykind.Broken(t, invalid), want)
		}
	}

	// All violations are in one error, and each field has one.
	req := validRich()
	req.Name, req.Any, req.Note = " ", math.NaN(), new(bad)
	c := through(t, "http://host", func(*http.Request) (*http.Response, error) { return nil, errRefused })
	_, err := callRaw(t.Context(), c, req)
	invalid, _ := errors.AsType[*api.ValidationError](err)
	require.Equal(t, []string{"/name non-blank", "/any type", "/note utf-8"}, everykind.Broken(t, invalid))

	req = validRich()
	req.Tags = slices.Repeat([]string{bad}, 100)
	_, err = callRaw(t.Context(), c, req, api.WithoutValidation())
	invalid, _ = errors.AsType[*api.ValidationError](err)
	require.Len(t, invalid.Violations, 50)

	_, err = callRaw(t.Context(), c, validRich(), api.WithBodyField("key", bad))
	require.ErrorContains(t, err, "WithBodyField")
	require.NotContains(t, err.Error(), "CANARY")
}

// A null inside a value reaches the service as it is.
func TestNullsInsideOfValuesAreSent(t *testing.T) {
	var got *everykind.Request
	h := handlerOf(t, func(ctx context.Context, r *everykind.Request) (*everykind.Answer, error) {
		got = r
		return echo(ctx, r)
	}, nil)
	null := json.RawMessage("null")
	c, err := api.NewCaller("http://host", api.WithHTTPClient(&http.Client{Transport: direct{h}}))
	require.NoError(t, err)
	_, err = callRich(t.Context(), c, &everykind.Request{
		Name: "n", Inner: everykind.Record{ID: "1", Extra: api.Object{"x": nil, "y": null, "z": (*int)(nil), "o": json.RawMessage(`{"a":null}`)}},
		Object: api.Object{"x": nil, "y": null}, Any: []any{nil, null}, Anys: []any{nil, null}, Objs: []api.Object{{"x": null}},
	})
	require.NoError(t, err)
	require.Equal(t, api.Object{"x": nil, "y": nil, "z": nil, "o": map[string]any{"a": nil}}, got.Inner.Extra)
	require.Equal(t, api.Object{"x": nil, "y": nil}, got.Object)
	require.Equal(t, []any{nil, nil}, got.Any)
	require.Equal(t, []any{nil, nil}, got.Anys)
	require.Equal(t, []api.Object{{"x": nil}}, got.Objs)
}

// A service cannot send what a client cannot, and the caller does not learn why.
func TestAServiceIsToldWhatItCannotSend(t *testing.T) {
	for want, note := range map[string]string{"": "fine", "/[redacted] must be UTF-8": "CANARY\xff"} {
		h := handlerOf(t, func(context.Context, *everykind.Request) (*everykind.Answer, error) {
			return &everykind.Answer{ID: "1", Note: &note}, nil
		}, &everykind.RawAnswer{Raw: json.RawMessage(fmt.Sprintf("%q", "x"))})
		logs := logged(t, func() {
			w := post(h, everykind.Op.Path, validRichBody)
			if want == "" {
				require.Equal(t, 200, w.Code)
				return
			}
			require.Equal(t, &api.Problem{Title: "Internal Server Error", Status: 500}, problemOf(t, w, 500))
		})
		require.Contains(t, logs, want)
		require.NotContains(t, logs, "CANARY")
	}
	h := handlerOf(t, echo, &everykind.RawAnswer{Raw: json.RawMessage("\"\xff\"")})
	logged(t, func() { problemOf(t, post(h, opRaw.Path, ""), 500) })
}

// What would be lost beside a field of the same name is not left out.
func TestAServiceCannotSendAFieldTwice(t *testing.T) {
	route := wire.Handle(everykind.Op, everykind.Decode, func(context.Context, *everykind.Request) (*everykind.Record, error) {
		return &everykind.Record{ID: "1", Extra: api.Object{"id": "CANARY", "x": 1}}, nil
	})
	h, err := api.NewHandler([]api.Route{route}, api.WithServerAnonymous())
	require.NoError(t, err)
	logs := logged(t, func() { problemOf(t, post(h, everykind.Op.Path, validRichBody), 500) })
	require.Contains(t, logs, "is a field of its own")
	require.NotContains(t, logs, "CANARY")
}

// Nothing that cannot be sent is encoded otherwise.
func TestWhatCannotBeSentIsNotEncoded(t *testing.T) {
	for _, o := range []api.Object{{"x": "\xff"}, {"\xff": 1}, {"x": math.NaN()}, {"x": json.RawMessage(`{"a":1,"a":2}`)}} {
		_, err := json.Marshal(o)
		require.Error(t, err)
		_, err = o.MarshalJSON()
		require.Error(t, err)
		require.Error(t, o.Decode(new(any)))
		_, err = json.Marshal(&everykind.Record{ID: "1", Extra: o})
		require.Error(t, err)
		_, err = api.ObjectFrom(o)
		require.Error(t, err)
	}
	_, err := json.Marshal(everykind.Record{ID: "\xff"})
	require.Error(t, err)
	_, err = json.Marshal(everykind.Record{ID: "1", Extra: api.Object{"id": "2"}})
	require.Error(t, err)
}
