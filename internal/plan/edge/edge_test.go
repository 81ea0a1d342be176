package edge

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

const declarations = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
enums: {Color: {values: {red: , blue: }}}
unions: {Event: {by: kind, of: {made: Part, gone: }}}
records:
  Part: {fields: {name: string}}
  Same: {fields: {name: string}}
  Ring: {fields: {name: string, next: Ring}}
  Loop: {fields: {name: string, next: Loop}}
`

// fieldOf returns a field of a request that is declared as in a catalog.
func fieldOf(t *testing.T, declared string) *catalog.Field {
	t.Helper()
	text := declarations + "areas: {a: {operations: {o: {fields: {f: " + declared + "}}}}}"
	c, problems := catalog.Parse("catalog.yaml", []byte(text))
	require.Empty(t, problems, declared)
	return c.Areas[0].Operations[0].Request.Fields[0]
}

// Each class of values that the package promises is there, for one declaration and for two.
func TestValuesHaveEachClass(t *testing.T) {
	for _, test := range []struct {
		declared []string
		values   []string
	}{
		{[]string{"any"}, []string{"null", "true", `""`, `"x"`, "0", "1", "1.0", "1.5", "[]", "[null]", "{}", `{"key":null}`}},
		{[]string{"{type: integer, maximum: 9}"}, []string{"8", "9", "10", "9.5", "19"}},
		{[]string{"{type: [string], min_items: 2}"}, []string{`["some f 1"]`, `["some f 1","some f 2"]`}},
		{[]string{"{type: string, max_length: 3}"}, []string{`"xxxx"`}},
		{[]string{"{type: string, pattern: '^a+$'}", "{type: string, pattern: '^b+$'}"}, []string{`"a"`, `"b"`}},
		{[]string{"Color"}, []string{`"red"`, `"blue"`, `"x"`}},
		{[]string{"{type: [string], join: ','}"}, []string{`"x,y"`, `",x"`, `"x,,x"`}},
		{[]string{"Part"}, []string{`{"name":1}`, `{"name":null}`, `{"further_key":"x"}`}},
		{[]string{"Event"}, []string{`{"kind":"made","name":true}`, `{"kind":"gone"}`, `{"kind":"some tag"}`, `{}`}},
		{[]string{"Part", "{string: integer}"}, []string{`{"name":1}`, `{"name":"x"}`}},
		{[]string{"[Part]"}, []string{`[{"name":null}]`, `[null]`}},
	} {
		var declared []*catalog.Field
		for _, text := range test.declared {
			declared = append(declared, fieldOf(t, text))
		}
		made := map[string]bool{}
		for _, v := range Values(declared...) {
			text := wording.Literal(v)
			if v == nil {
				text = "null"
			}
			require.False(t, made[text], "%s twice", text)
			made[text] = true
		}
		for _, want := range test.values {
			require.True(t, made[want], "%v: no %s", test.declared, want)
		}
	}
}

// Members that both sides declare alike do not multiply the values.
func TestAlikeMembersHaveOneValue(t *testing.T) {
	require.Less(t, len(Values(fieldOf(t, "Part"), fieldOf(t, "Same"))), 60)
	require.Less(t, len(Values(fieldOf(t, "Ring"), fieldOf(t, "Loop"))), 80)
}

func TestAlikeEdgesTellDeclarationsApart(t *testing.T) {
	for _, test := range []struct {
		a, b  string
		alike bool
	}{
		{"Part", "Same", true},
		{"Ring", "Loop", true},
		{"Part", "Ring", false},
		{"[Part]", "[Same]", true},
		{"{type: string, description: One.}", "string", true},
		{"{type: [string], min_items: 0}", "[string]", true},
		{"string", "{type: string, nullable: true}", false},
		{"string", "{type: string, default: red}", false},
		{"string", "{type: string, max_length: 3}", false},
		{"string", "Color", false},
	} {
		require.Equal(t, test.alike, Alike(fieldOf(t, test.a), fieldOf(t, test.b)), "%s and %s", test.a, test.b)
	}
}

func TestIntegersNearABound(t *testing.T) {
	require.Nil(t, IntegersNear(""))
	require.Equal(t, []json.Number{"-3", "-4", "-2", "-1"}, IntegersNear("-2.5"))
}
