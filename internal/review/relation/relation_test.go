package relation

import (
	"fmt"
	"strconv"
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
  SizedNoted: {fields: {name: {type: string, max_length: 3}, note: string}}
  Longer: {fields: {name: string, note: string}}
  Ring: {fields: {name: string, next: Ring}}
  Loop: {fields: {name: string, next: Loop, back: Loop}}
  Noted: {fields: {name: string, note: {type: string, pattern: '^a{3}$', max_length: 2}}}
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
		require.False(t, r.Undecided, "%s -> %s", test.base, test.head)
	}
}

// A change that no request shows, because of rules over several fields, has no witness.
func TestWitnessesOfRequestsThatAreSentInSomeWays(t *testing.T) {
	for _, test := range []struct {
		base, head                 string
		in                         Ways
		refused, admitted, altered string
	}{
		{"string", "integer", Ways{}, "", "", ""},
		{"string", "{type: string, required: true}", Ways{Absent: true}, "absent", "", ""},
		{"string", "{type: string, required: true}", Ways{Empty: true, Given: true}, "", "", ""},
		{"string", "{type: string, min_length: 8}", Ways{Absent: true}, "", "", ""},
		{"string", "{type: string, min_length: 8}", Ways{Empty: true}, `""`, "", ""},
		{"string", "{type: string, min_length: 8}", Ways{Absent: true, Given: true}, `"some f"`, "", ""},
		{"string", "{type: string, min_length: 8}", AnyWay, `"some f"`, "", ""},
		{"string", "{type: string, default: red}", Ways{Given: true}, "", "", ""},
		{"string", "{type: string, default: red}", Ways{Absent: true}, "", "", "absent"},
		{"string", "{type: string, omit_empty: true}", Ways{Given: true}, "", "", ""},
		{"string", "{type: string, omit_empty: true}", Ways{Empty: true}, "", "", `""`},
		{"{type: string, omit_empty: true}", "string", Ways{Absent: true}, "", "", `""`},
		{"{type: string, omit_empty: true}", "string", Ways{Empty: true}, "", "", `""`},
	} {
		r := Requests(fieldOf(t, test.base), fieldOf(t, test.head), test.in)
		got := []string{shown(r.Refused), shown(r.Admitted), shown(r.Altered)}
		want := []string{test.refused, test.admitted, test.altered}
		require.Equal(t, want, got, "%s -> %s in %v", test.base, test.head, test.in)
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
		{"[Longer]", "[Part]", "", "", `[{"note":"some note"}]`},
		{"{string: Longer}", "{string: Part}", "", "", `{"key":{"note":"some note"}}`},
		{"[{string: Longer}]", "[{string: Part}]", "", "", `[{"key":{"note":"some note"}}]`},
		{"[Part]", "[Kept]", "", `[{"further":"kept"}]`, ""},
		{"Loop", "Ring", "", "", `{"back":{}}`},
		// What a side never sends shows nothing.
		{"{type: string, required: true}", "{type: string, required: true}", "", "", ""},
		{"{type: string, max_length: 3}", "{type: string, max_length: 3}", "", "", ""},
		{"{type: string, max_length: 3}", "{type: string, max_length: 5}", "", `"some "`, ""},
		{"{type: string, max_length: 5}", "{type: string, max_length: 3}", "", "", ""},
		{"Noted", "Part", "", "", ""},
	} {
		r := Responses(fieldOf(t, test.base), fieldOf(t, test.head))
		got := []string{shown(r.Refused), shown(r.Admitted), shown(r.Altered)}
		want := []string{test.unread, test.unknown, test.missing}
		require.Equal(t, want, got, "%s -> %s", test.base, test.head)
	}
}

// A text whose search ends at its bounds leaves the relation undecided, not safe.
func TestARelationMayBeUndecided(t *testing.T) {
	const large = `{type: string, pattern: "^[ab]*a[ab]{900}$"`
	r := Requests(fieldOf(t, large+"}"), fieldOf(t, large+", max_length: 1000}"), AnyWay)
	require.Nil(t, r.Refused)
	require.True(t, r.Undecided)
}

// The keys of a field are compared under one name, because a name is compared elsewhere.
func TestARenamedFieldIsComparedByItsValues(t *testing.T) {
	renamed := func(declared, name string) *catalog.Field {
		f := *fieldOf(t, declared)
		f.Name = name
		return &f
	}
	number := renamed("integer", "g")
	require.Zero(t, Requests(fieldOf(t, "integer"), number, AnyWay))
	require.Zero(t, Requests(fieldOf(t, "integer"), number, Ways{Given: true}))
	require.Zero(t, Responses(fieldOf(t, "integer"), number))
	want := []string{"absent fa-- fa--", "true ---- ----", "1 fagk fagk"}
	var got []string
	for _, s := range States(fieldOf(t, "integer"), number) {
		got = append(got, described(s))
	}
	require.Equal(t, want, got)
}

// A response that is a value, not an object, is compared like a required field.
func TestWholeResponses(t *testing.T) {
	whole := func(declared string) *catalog.Field {
		text := declarations + "areas: {a: {operations: {o: {response: {type: " + declared + "}}}}}"
		c, problems := catalog.Parse("catalog.yaml", []byte(text))
		require.Empty(t, problems)
		return c.Areas[0].Operations[0].Response.Whole
	}
	for _, test := range []struct{ base, head, unread, unknown, missing string }{
		{"[string]", "[string]", "", "", ""},
		{"[string]", "[integer]", "[2]", "", ""},
		{"Color", "string", "", `"some "`, ""},
		{"[Longer]", "[Part]", "", "", `[{"note":"some note"}]`},
	} {
		r := Responses(whole(test.base), whole(test.head))
		got := []string{shown(r.Refused), shown(r.Admitted), shown(r.Altered)}
		want := []string{test.unread, test.unknown, test.missing}
		require.Equal(t, want, got, "%s -> %s", test.base, test.head)
	}
}

// Of bounds, it is known what they accept: all sizes between them. The sizes start at 1, so that
// no bound is about values that are empty.
func TestWitnessesOfBoundsAreBetweenThem(t *testing.T) {
	type bounds struct{ low, high int }
	includes := func(b bounds, size int) bool { return b.low <= size && size <= b.high }
	misses := func(of, in bounds) bool { // a size of one is not in the other
		return of.low < in.low || of.high > in.high
	}
	ranges := []bounds{{1, 2}, {2, 2}, {2, 3}}
	for _, kind := range []struct {
		format string
		size   func(value any) int
	}{
		{"{type: integer, minimum: %d, maximum: %d}", func(value any) int {
			n, err := strconv.Atoi(wording.Literal(value))
			require.NoError(t, err)
			return n
		}},
		{"{type: string, min_length: %d, max_length: %d}", func(value any) int {
			return len(value.(string))
		}},
		{"{type: [string], min_items: %d, max_items: %d}", func(value any) int {
			return len(value.([]any))
		}},
		{"{type: {string: string}, min_items: %d, max_items: %d}", func(value any) int {
			return len(value.(map[string]any))
		}},
	} {
		fields := map[bounds]*catalog.Field{}
		for _, r := range ranges {
			fields[r] = fieldOf(t, fmt.Sprintf(kind.format, r.low, r.high))
		}
		for _, base := range ranges {
			for _, head := range ranges {
				b, h := fields[base], fields[head]
				name := fmt.Sprintf(kind.format+" and %v", base.low, base.high, head)

				requests := Requests(b, h, AnyWay)
				require.Equal(t, misses(base, head), requests.Refused != nil, name)
				require.Equal(t, misses(head, base), requests.Admitted != nil, name)
				require.Nil(t, requests.Altered, name)
				if w := requests.Refused; w != nil {
					size := kind.size(w.Value)
					require.True(t, includes(base, size) && !includes(head, size), "%s: %d", name, size)
				}
				if w := requests.Admitted; w != nil {
					size := kind.size(w.Value)
					require.True(t, includes(head, size) && !includes(base, size), "%s: %d", name, size)
				}

				// Clients do not check bounds, so all responses are read.
				responses := Responses(b, h)
				require.Nil(t, responses.Refused, name)
				require.Nil(t, responses.Altered, name)
				require.Equal(t, requests.Admitted, responses.Admitted, name)
			}
		}
	}
}

// Swapped sides swap what is refused and what is admitted.
func TestWitnessesOfSwappedSides(t *testing.T) {
	declared := []string{
		"string", "integer", "Color", "Part", "{type: string, required: true}",
		"{type: string, omit_empty: true}", "{type: string, default: red}",
	}
	var fields []*catalog.Field
	for i, base := range declared {
		fields = append(fields, fieldOf(t, base))
		for j, head := range declared[:i+1] {
			b, h := fields[i], fields[j]
			there, back := Requests(b, h, AnyWay), Requests(h, b, AnyWay)
			name := base + " and " + head
			require.Equal(t, there.Refused == nil, back.Admitted == nil, name)
			require.Equal(t, there.Admitted == nil, back.Refused == nil, name)
			require.Equal(t, there.Altered == nil, back.Altered == nil, name)
			if base == head {
				require.Zero(t, there, name)
				require.Zero(t, Responses(b, h), name)
			}
		}
	}
}
