package relation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/plan/interpreter"
)

// described returns a state as text: the witness, and what the base and the head make of it. The
// letters mean that the value fits, is accepted, is given and is kept: `"" fa-k fa-k`. A value that
// cannot be made is shown as null, like null itself, and a long one is cut.
func described(s State) string {
	text := shown(&s.Witness)
	if len(text) > 40 {
		text = text[:15] + "..."
	}
	for _, r := range s.Read {
		text += " " + letters(r)
	}
	return text
}

func letters(r interpreter.Reading) string {
	letter := func(is bool, letter string) string {
		if is {
			return letter
		}
		return "-"
	}
	return letter(r.Fits, "f") + letter(r.Accepted, "a") + letter(r.Given, "g") + letter(r.Kept, "k")
}

// Values at the bounds of what is made: an array, an array that is too long, and a text that a
// search does not find. No text keeps what impossible says.
const (
	longArray   = `{type: [string], min_items: 1000}`
	longerArray = `{type: [string], min_items: 1001}`
	undecided   = `{type: string, pattern: "^[ab]*a[ab]{900}$", max_length: 1000}`
	impossible  = `{type: string, pattern: "^a{3}$", max_length: 2}`
)

// The ways without a value come first, and each way has one witness.
func TestStatesAreTheWaysToSendAField(t *testing.T) {
	for _, test := range []struct {
		base, head string
		want       []string
	}{
		{"integer", "integer", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`1 fagk fagk`,
		}},
		{"{type: integer, minimum: 5}", "integer", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`5 fagk fagk`,
			`1 f-gk fagk`,
		}},
		{"boolean", "boolean", []string{
			`absent fa-- fa--`,
			`"" ---- ----`,
			`false fagk fagk`,
		}},
		// A field that is missing or null carries no value. An empty one carries none either, but
		// the service gets it.
		{"string", "string", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k fa-k`,
			`"some f" fagk fagk`,
		}},
		{"string", "{type: string, required: true}", []string{
			`absent fa-- ---k`,
			`true ---- ---k`,
			`"" fa-k fa-k`,
			`"some f" fagk fagk`,
		}},
		{"{type: string, nullable: true}", "string", []string{
			`absent fa-- fa--`,
			`null fa-k fa--`,
			`true ---k ----`,
			`"" fa-k fa-k`,
			`"some f" fagk fagk`,
		}},
		{"string", "{type: string, omit_empty: true}", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k fa--`,
			`"some f" fagk fagk`,
		}},
		// A default is not sent.
		{"string", "{type: string, default: red}", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k fa-k`,
			`"some f" fagk fagk`,
		}},
		{"{type: string, default: red}", "integer", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k ----`,
			`"some f" fagk ----`,
			`1 ---- fagk`,
		}},
		// The value that both accept is not the one that tells them apart.
		{"Color", "string", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" f--k fa-k`,
			`"red" fagk fagk`,
			`"some f" f-gk fagk`,
		}},
		{"[string]", "[string]", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`[] fa-k fa-k`,
			`["some f 1"] fagk fagk`,
			`[null] --gk --gk`,
		}},
		{"{type: [string], min_items: 2}", "{type: [string], min_items: 3}", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`[] f--k f--k`,
			`["some f 1","some f 2"] fagk f-gk`,
			`["some f 1","some f 2","some f 3"] fagk fagk`,
			`["x"] f-gk f-gk`,
			`[null] --gk --gk`,
		}},
		// A record counts as given if it has members.
		{"Part", "object", []string{
			`absent fa-- fa--`,
			`{} fa-k fa-k`,
			`true ---k ----`,
			`{"key":"value"} ---k fagk`,
			`{"name":"some name"} fagk fagk`,
			`{"name":null} fa-k fagk`,
		}},
		// What both sides declare alike is refused in a way, too.
		{"Sized", "SizedNoted", []string{
			`absent fa-- fa--`,
			`{} fa-k fa-k`,
			`true ---k ---k`,
			`{"note":null} ---k fa-k`,
			`{"name":"som"} fagk fagk`,
			`{"note":"some note"} ---k fagk`,
			`{"name":"xxxx"} f-gk f-gk`,
		}},
		// Texts are found that both accept, or only one of them.
		{"{type: string, pattern: '^a+$'}", "{type: string, pattern: '^[ab]+$'}", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" f--k f--k`,
			`"a" fagk fagk`,
			`" " f-gk f-gk`,
			`"b" f-gk fagk`,
		}},
		{"{type: string, pattern: '^(|a|c)$'}", "{type: string, pattern: '^(|b|c)$'}", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k fa-k`,
			`"a" fagk f-gk`,
			`"b" f-gk fagk`,
			`" " f-gk f-gk`,
			`"c" fagk fagk`,
		}},
		// An empty text is no value, even if no other text is accepted.
		{"{type: string, max_length: 0}", "{type: string, max_length: 0}", []string{
			`absent fa-- fa--`,
			`"" fa-k fa-k`,
			`true ---- ----`,
			`" " f-gk f-gk`,
		}},
		{impossible, "string", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" f--k fa-k`,
			`"some f" f-gk fagk`,
		}},
		// Of a value that is not found, it is assumed that only its own side accepts it.
		{"string", undecided, []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`"" fa-k f--k`,
			`"some f" fagk f-gk`,
			`null f-gk fagk`,
		}},
		{longerArray, "[string]", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`[] f--k fa-k`,
			`["some f 1","so... fagk fagk`,
			`["some f 1"] f-gk fagk`,
			`[null] --gk --gk`,
			`null fagk f-gk`,
		}},
		{longArray, "[string]", []string{
			`absent fa-- fa--`,
			`true ---- ----`,
			`[] f--k fa-k`,
			`["some f 1","so... fagk fagk`,
			`["some f 1"] f-gk fagk`,
			`[null] --gk --gk`,
		}},
	} {
		var got []string
		for _, s := range States(fieldOf(t, test.base), fieldOf(t, test.head)) {
			got = append(got, described(s))
		}
		require.Equal(t, test.want, got, "%s -> %s", test.base, test.head)
	}
}

// What one side makes of a value does not depend on which side it is.
func TestStatesOfSwappedSides(t *testing.T) {
	declared := []string{
		"string", "Color", "[string]", "{type: string, required: true}",
		"{type: string, nullable: true}", "{type: string, omit_empty: true}",
	}
	for i, base := range declared {
		for _, head := range declared[:i] {
			there := map[[2]interpreter.Reading]bool{}
			for _, s := range States(fieldOf(t, base), fieldOf(t, head)) {
				there[s.Read] = true
			}
			back := map[[2]interpreter.Reading]bool{}
			for _, s := range States(fieldOf(t, head), fieldOf(t, base)) {
				back[[2]interpreter.Reading{s.Read[1], s.Read[0]}] = true
			}
			require.Equal(t, there, back, "%s and %s", base, head)
		}
	}
}

func TestStatesByBothSides(t *testing.T) {
	var none interpreter.Reading
	accepted := interpreter.Reading{Accepted: true}
	kept := interpreter.Reading{Kept: true}
	given := interpreter.Reading{Given: true}
	for _, test := range []struct {
		base, head                interpreter.Reading
		isAccepted, isKept, mixed bool
	}{
		{none, none, false, false, false},
		{accepted, none, false, false, false},
		{none, accepted, false, false, false},
		{accepted, accepted, true, false, false},
		{kept, none, false, false, false},
		{none, kept, false, false, false},
		{kept, kept, false, true, false},
		{given, none, false, false, true},
		{none, given, false, false, true},
		{given, given, false, false, false},
	} {
		s := State{Read: [2]interpreter.Reading{test.base, test.head}}
		name := letters(test.base) + " " + letters(test.head)
		require.Equal(t, test.isAccepted, s.IsAccepted(), name)
		require.Equal(t, test.isKept, s.IsKept(), name)
		require.Equal(t, test.mixed, s.IsMixed(), name)
	}
}

// allWays returns the ways, and all unions of them.
func allWays() []Ways {
	var all []Ways
	for i := range 8 {
		all = append(all, Ways{Absent: i&1 != 0, Empty: i&2 != 0, Given: i&4 != 0})
	}
	return all
}

// Only the base counts: its requests are sent. An empty string that counts as absent is sent in two ways.
func TestWaysIncludeStatesOfTheBase(t *testing.T) {
	for _, test := range []struct {
		declared, value string
		want            Ways // each of which includes the state
	}{
		{"string", "absent", Ways{Absent: true}},
		{"string", `""`, Ways{Empty: true}},
		{"string", `"some f"`, Ways{Given: true}},
		{"{type: string, omit_empty: true}", "absent", Ways{Absent: true}},
		{"{type: string, omit_empty: true}", `""`, Ways{Absent: true, Empty: true}},
		{"{type: string, omit_empty: true}", `"some f"`, Ways{Given: true}},
		{"{type: string, nullable: true}", "null", Ways{Empty: true}},
		{"[string]", "[]", Ways{Empty: true}},
		{"[string]", `["some f 1"]`, Ways{Given: true}},
		{"Part", `{}`, Ways{Empty: true}},
		{"Part", `{"name":"some name"}`, Ways{Given: true}},
	} {
		found := false
		for _, s := range States(fieldOf(t, test.declared), fieldOf(t, "{type: any, required: true}")) {
			if shown(&s.Witness) != test.value {
				continue
			}
			found = true
			for _, ways := range allWays() {
				shared := Ways{
					ways.Absent && test.want.Absent,
					ways.Empty && test.want.Empty,
					ways.Given && test.want.Given,
				}
				require.Equal(t, shared != Ways{}, ways.Include(s),
					"%s %s %v", test.declared, test.value, ways)
			}
		}
		require.True(t, found, "%s %s", test.declared, test.value)
	}
}

func TestWaysAreSetsOfSingleWays(t *testing.T) {
	require.Empty(t, Ways{}.Each())
	require.Equal(t, []Ways{{Empty: true}}, Ways{Empty: true}.Each())
	require.Equal(t, []Ways{{Absent: true}, {Given: true}}, Ways{Absent: true, Given: true}.Each())
	require.Equal(t, []Ways{{Absent: true}, {Empty: true}, {Given: true}}, AnyWay.Each())
	for _, a := range allWays() {
		var union Ways
		for _, way := range a.Each() {
			union = union.Or(way)
		}
		require.Equal(t, a, union)
		for _, b := range allWays() {
			or := a.Or(b)
			require.Equal(t, a.Absent || b.Absent, or.Absent, "%v or %v", a, b)
			require.Equal(t, a.Empty || b.Empty, or.Empty, "%v or %v", a, b)
			require.Equal(t, a.Given || b.Given, or.Given, "%v or %v", a, b)
		}
	}
}
