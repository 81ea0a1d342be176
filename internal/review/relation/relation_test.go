package relation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

const declarations = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
enums: {Color: {values: {red: , blue: }}}
unions:
  Event: {by: kind, of: {made: Part, gone: }}
  Opened: {by: kind, open: true, of: {made: Part}}
records:
  Part: {fields: {name: string}}
  Kept: {open: true, fields: {name: string}}
  Sized: {fields: {name: {type: string, max_length: 3}}}
  Longer: {fields: {name: string, note: string}}
  Ring: {fields: {name: string, next: Ring}}
  Loop: {fields: {name: string, next: Loop, back: Loop}}
`

// fieldOf returns a field of a request that is declared as in a catalog.
func fieldOf(t *testing.T, declared string) *catalog.Field {
	t.Helper()
	text := declarations + "areas: {a: {operations: {o: {fields: {f: " + declared + "}}}}}"
	c, problems := catalog.Parse("catalog.yaml", []byte(text))
	require.Empty(t, problems, declared)
	return c.Areas[0].Operations[0].Request.Fields[0]
}

// shown returns the value of a witness as JSON, "absent" or "".
func shown(w *Witness) string {
	switch {
	case w == nil:
		return ""
	case w.Absent:
		return "absent"
	case w.Value == nil:
		return "null"
	}
	return wording.Literal(w.Value)
}

func TestWitnessesOfRequests(t *testing.T) {
	for _, test := range []struct{ base, head, refused, admitted, altered string }{
		{"string", "string", "", "", ""},
		{"Ring", "Ring", "", "", ""},
		{"string", "integer", `"some f"`, "1", ""},
		{"integer", "number", "", "1.50", ""},
		{"{type: string, max_length: 5}", "{type: string, max_length: 3}", `"some "`, "", ""},
		{"{type: string, pattern: '^a+$'}", "{type: string, pattern: '^[ab]+$'}", "", `"b"`, ""},
		{"string", "{type: string, required: true}", "absent", "", ""},
		{"string", "{type: string, default: red}", "", "", "absent"},
		{"string", "{type: string, nullable: true}", "", "", "null"},
		{"string", "{type: string, omit_empty: true}", "", "", `""`},
		{"string", "Color", `"some f"`, "", ""},
		{"Part", "object", "", `{"key":"value"}`, `{"name":null}`},
		{"Part", "any", "", `"any value"`, `{"name":null}`},
		{"Event", "unspecified", "", `"any value"`, `{"kind":"made","name":null}`},
		{"Part", "Sized", `{"name":"some name"}`, "", ""},
		{"Part", "Longer", "", `{"note":"some note"}`, ""},
		{"Ring", "Loop", "", `{"back":{}}`, ""},
		{"Event", "Opened", "", `{"further_key":"x","kind":"gone"}`, ""},
		{"Opened", "Event", `{"further_key":"x","kind":"gone"}`, "", ""},
		{"[Part]", "[Sized]", `[{"name":"some name"}]`, "", ""},
		{"{string: Part}", "{string: Sized}", `{"key":{"name":"some name"}}`, "", ""},
		{"{type: [string], min_items: 2}", "{type: [string], min_items: 3}", `["some f 1","some f 2"]`, "", ""},
	} {
		r := Requests(fieldOf(t, test.base), fieldOf(t, test.head), AnyWay)
		got := []string{shown(r.Refused), shown(r.Admitted), shown(r.Altered)}
		require.Equal(t, []string{test.refused, test.admitted, test.altered}, got, "%s -> %s", test.base, test.head)
	}
}

func TestWitnessesOfResponses(t *testing.T) {
	for _, test := range []struct{ base, head, unread, unknown, missing string }{
		{"string", "string", "", "", ""},
		{"string", "integer", "1", "", ""},
		{"integer", "number", "1.50", "", ""},
		{"Color", "string", "", `"some f"`, ""},
		{"string", "Color", "", "", ""},
		{"Part", "Longer", "", "", ""},
		{"Longer", "Part", "", "", `{"note":"some note"}`},
		{"{type: string, required: true}", "string", "absent", "", ""},
		{"Event", "Opened", `{"kind":"some tag"}`, `{"further_key":"x","kind":"gone"}`, ""},
		{"Opened", "Event", "", "", ""},
		{"Part", "Kept", "", `{"further":"kept"}`, ""},
		{"Kept", "Part", "", "", ""},
		{"Part", "object", `{"name":true}`, `{"key":"value"}`, ""},
		{"object", "Part", "", "", ""},
	} {
		r := Responses(fieldOf(t, test.base), fieldOf(t, test.head))
		got := []string{shown(r.Refused), shown(r.Admitted), shown(r.Altered)}
		require.Equal(t, []string{test.unread, test.unknown, test.missing}, got, "%s -> %s", test.base, test.head)
	}
}

// A text whose search ends at its bounds leaves the relation undecided, not safe.
func TestARelationMayBeUndecided(t *testing.T) {
	const large = `{type: string, pattern: "^[ab]*a[ab]{900}$"`
	r := Requests(fieldOf(t, large+"}"), fieldOf(t, large+", max_length: 1000}"), AnyWay)
	require.Nil(t, r.Refused)
	require.True(t, r.Undecided)
}
