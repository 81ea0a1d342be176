package api_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

type contactPatch struct {
	Name  api.Nullable[string]         `json:"name,omitzero"`
	Age   api.Nullable[int]            `json:"age,omitzero"`
	Tags  api.Nullable[[]string]       `json:"tags,omitzero"`
	Extra api.Nullable[any]            `json:"extra,omitzero"`
	Next  api.Nullable[*contactPatch]  `json:"next,omitzero"`
	Items []api.Nullable[json.Number]  `json:"items,omitzero"`
	Map   map[string]api.Nullable[int] `json:"map,omitzero"`
}

// Absent, null and a value are three things, and encoding/json keeps them apart.
func TestNullableKeepsThreeStates(t *testing.T) {
	for text, want := range map[string]contactPatch{
		`{}`: {},
		`{"name":null,"age":null,"tags":null,"extra":null,"next":null}`: {
			Name: api.Null[string](), Age: api.Null[int](), Tags: api.Null[[]string](), Extra: api.Null[any](), Next: api.Null[*contactPatch]()},
		`{"name":"","age":0,"tags":[],"extra":1.50,"next":{"name":null}}`: {
			Name: api.Value(""), Age: api.Value(0), Tags: api.Value([]string{}), Extra: api.Value[any](json.Number("1.50")),
			Next: api.Value(&contactPatch{Name: api.Null[string]()})},
		`{"items":[null,1.0],"map":{"a":null,"b":2}}`: {
			Items: []api.Nullable[json.Number]{api.Null[json.Number](), api.Value(json.Number("1.0"))},
			Map:   map[string]api.Nullable[int]{"a": api.Null[int](), "b": api.Value(2)}},
	} {
		encoded, err := json.Marshal(want)
		require.NoError(t, err)
		require.Equal(t, text, string(encoded))
		var got contactPatch
		require.NoError(t, json.Unmarshal([]byte(text), &got))
		require.Equal(t, want, got)
	}
	var n api.Nullable[int]
	require.Error(t, json.Unmarshal([]byte(`"x"`), &n))
	require.True(t, n.IsZero())
}

func TestNullableGet(t *testing.T) {
	var absent api.Nullable[string]
	null, value := api.Null[string](), api.Value("x")
	states := func(n api.Nullable[string]) string {
		v, ok := n.Get()
		return fmt.Sprintf("%q %t %t %t", v, ok, n.IsNull(), n.IsZero())
	}
	require.Equal(t, `"" false false true`, states(absent))
	require.Equal(t, `"" false true false`, states(null))
	require.Equal(t, `"x" true false false`, states(value))
	require.True(t, value == api.Value("x") && value != null && null != absent && null == api.Null[string]())
}

// A nil that becomes null in JSON is null here too, so that a value is never nil.
func TestValueOfNilIsNull(t *testing.T) {
	require.True(t, api.Value[[]string](nil).IsNull())
	require.True(t, api.Value[api.Object](nil).IsNull())
	require.True(t, api.Value[*int](nil).IsNull())
	require.True(t, api.Value[any](nil).IsNull())
	require.False(t, api.Value[any]([]string(nil)).IsNull())
}

// What JSON cannot hold is an error, also if it is a value that contains itself.
func TestNullableOfNoJSON(t *testing.T) {
	_, err := json.Marshal(api.Value("\xff"))
	require.Error(t, err)
	_, err = json.Marshal(api.Value(json.Number("one")))
	require.Error(t, err)
	circle := api.Object{}
	circle["again"] = api.Value[any](circle)
	_, err = json.Marshal(circle)
	require.Error(t, err)
	_, err = api.ObjectFrom(struct{ N api.Nullable[any] }{api.Value[any](circle)})
	require.Error(t, err)
	o, err := api.ObjectFrom(struct{ N, M, A api.Nullable[any] }{N: api.Value[any](api.Object{"n": api.Null[int]()}), M: api.Null[any]()})
	require.NoError(t, err)
	require.Equal(t, api.Object{"N": map[string]any{"n": nil}, "M": nil, "A": nil}, o)
}

// Only a struct around a Nullable knows whether its value is sensitive, so a Nullable
// alone does not show it.
func TestNullableIsPrintedWithoutItsValue(t *testing.T) {
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	for _, n := range []any{api.Value("secret"), api.Value([]string{"secret"}), api.Value[any]("secret"), api.Value(api.Object{"secret": "secret"}), new(api.Value("secret"))} {
		require.Equal(t, strings.Repeat("[redacted]\n", 7), printed(n))
		logger.Info("n", "n", n)
	}
	require.NotContains(t, log.String(), "secret")
	require.Equal(t, "null absent", fmt.Sprint(api.Null[string](), " ", api.Nullable[int]{}))
}

// Value of what is no pointer allocates nothing.
func TestNullableAllocatesNothing(t *testing.T) {
	text := strings.Repeat("x", 100)
	var kept api.Nullable[string]
	require.Zero(t, testing.AllocsPerRun(10, func() {
		kept = api.Value(text)
		if v, ok := kept.Get(); !ok || v != text || kept.IsNull() {
			t.Fail()
		}
	}))
}
