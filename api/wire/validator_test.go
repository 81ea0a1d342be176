package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// described returns the violations in an error with their messages, nil for none.
func described(t *testing.T, err error) (all []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	invalid := new(api.ValidationError)
	require.ErrorAs(t, err, &invalid)
	require.NotEmpty(t, invalid.Violations)
	for _, v := range invalid.Violations {
		all = append(all, v.Field+" "+v.Rule+": "+v.Message)
	}
	return all
}

// Each check is made at its bound, and on both sides of it.
func TestChecksAndTheirBounds(t *testing.T) {
	word := wire.NewPattern("^[a-z]+$")
	const join = "must not hold an item that is empty, contains the separator "
	for name, c := range map[string]struct {
		checks func(v *wire.Validator)
		want   []string
	}{
		"required": {func(v *wire.Validator) {
			v.Required("given", true)
			v.Required("missing", false)
		}, []string{"/missing required: is required"}},
		"not blank": {func(v *wire.Validator) {
			v.NonBlank("letter", "a")
			v.NonBlank("letter behind spaces", " \t a")
			v.NonBlank("letter beyond ASCII", "é")
			v.NonBlank("control character", "\x00")
			v.NonBlank("spaces behind a letter", "a ")
			v.NonBlank("empty", "")
			v.NonBlank("space", " ")
			v.NonBlank("line", "\r\n")
			v.NonBlank("spaces beyond ASCII", "\u00a0\u2003\u3000")
		}, []string{
			"/empty non-blank: must not be blank",
			"/space non-blank: must not be blank",
			"/line non-blank: must not be blank",
			"/spaces beyond ASCII non-blank: must not be blank",
		}},
		"lengths count characters": {func(v *wire.Validator) {
			v.MinLength("below", "é😀", 3)
			v.MinLength("at least", "éé😀", 3)
			v.MinLength("below one", "", 1)
			v.MaxLength("at most", "éé😀", 3)
			v.MaxLength("above", "éé😀x", 3)
			v.MaxLength("above one", "éx", 1)
		}, []string{
			"/below min-length: must have at least 3 characters",
			"/below one min-length: must have at least 1 character",
			"/above max-length: must have at most 3 characters",
			"/above one max-length: must have at most 1 character",
		}},
		"numbers of items": {func(v *wire.Validator) {
			v.MinItems("below", 1, 2)
			v.MinItems("at least", 2, 2)
			v.MaxItems("at most", 1, 1)
			v.MaxItems("above", 2, 1)
		}, []string{
			"/below min-items: must have at least 2 items",
			"/above max-items: must have at most 1 item",
		}},
		"enums": {func(v *wire.Validator) {
			v.OneOf("first", "a", "a", "b")
			v.OneOf("last", "b", "a", "b")
			v.OneOf("case", "B", "a", "b")
			v.OneOfItem("items", 0, "a", "a")
			v.OneOfItem("items", 3, "", "a")
		}, []string{
			`/case enum: must be one of "a", "b"`,
			`/items/3 enum: must be one of "a"`,
		}},
		"patterns": {func(v *wire.Validator) {
			v.Pattern("lower", "abc", word)
			v.Pattern("upper", "ABC", word)
			v.Pattern("long", strings.Repeat("x", 2000), word)
			v.Pattern("long and wrong", strings.Repeat("x", 2000)+"X", word)
		}, []string{
			"/upper pattern: must match ^[a-z]+$",
			"/long and wrong pattern: must match ^[a-z]+$",
		}},
		"formats": {func(v *wire.Validator) {
			v.Format("date", "2024-02-29", wire.FormatDate)
			v.Format("no date", "2023-02-29", wire.FormatDate)
			v.Format("decimal", "1.50", wire.FormatDecimal)
			v.Format("exponent", "1e3", wire.FormatDecimal)
		}, []string{
			"/no date format: must be a date, such as 2006-01-31",
			"/exponent format: must be a decimal number, such as -12.50",
		}},
		"numbers": {func(v *wire.Validator) {
			v.Number("unbounded", "-1e400", "", "")
			v.Number("at both bounds", "1.50", "1.5", "15e-1")
			v.Number("below", "1", "2", "")
			v.Number("just below", "1.49999999999999999999", "1.5", "2")
			v.Number("above", "2", "", "1")
			v.Number("just above", "1.50000000000000000001", "1", "1.5")
			v.Number("no number", "1,", "", "")
			v.Number("empty", "", "1", "")
		}, []string{
			"/below minimum: must be at least 2",
			"/just below minimum: must be at least 1.5",
			"/above maximum: must be at most 1",
			"/just above maximum: must be at most 1.5",
			"/no number type: must be a number",
			"/empty type: must be a number",
		}},
		"items that are numbers": {func(v *wire.Validator) {
			v.NumberItem("items", 0, "1e2")
			v.NumberItem("items", 1, "one")
			v.Required("beside", false)
		}, []string{"/items/1 type: must be a number", "/beside required: is required"}},
		"integers": {func(v *wire.Validator) {
			v.Minimum("below", -2, -1)
			v.Minimum("at least", -1, -1)
			v.Maximum("at most", 1, 1)
			v.Maximum("above", 2, 1)
		}, []string{
			"/below minimum: must be at least -1",
			"/above maximum: must be at most 1",
		}},
		"items that are joined": {func(v *wire.Validator) {
			v.Joined("none", nil, ",")
			v.Joined("one", []string{"a"}, ",")
			v.Joined("last ends in a part", []string{"-b", "a-"}, "--")
			v.Joined("overlaps", []string{"xa", "b"}, "ab")
			v.Joined("ends in a part", []string{"a", "a-", "b"}, "--")
			v.Joined("empty", []string{"a", ""}, ",")
			v.Joined("holds it", []string{"b,c", "a"}, ",")
			v.Joined("begins with it", []string{",a"}, ",")
			v.Joined("last ends in it", []string{"a", "b--"}, "--")
		}, []string{
			"/ends in a part join: " + join + `"--", or ends in a part of it`,
			"/empty join: " + join + `",", or ends in a part of it`,
			"/holds it join: " + join + `",", or ends in a part of it`,
			"/begins with it join: " + join + `",", or ends in a part of it`,
			"/last ends in it join: " + join + `"--", or ends in a part of it`,
		}},
		"one of several": {func(v *wire.Validator) {
			v.AtLeastOne(api.RuleAtLeastOne, true, "a", "b")
			v.AtLeastOne(api.RuleAtLeastOne, false, "c", "d")
			v.AtLeastOne(api.RuleFirstOf, false, "e", "f")
		}, []string{
			" at-least-one-of: needs at least one of c, d",
			" first-of: needs at least one of e, f",
		}},
		"at most one of several": {func(v *wire.Validator) {
			v.AtMostOne(0, "a", "b")
			v.AtMostOne(1, "c", "d")
			v.AtMostOne(2, "e", "f")
		}, []string{" at-most-one-of: takes at most one of e, f"}},
		"all of several or none": {func(v *wire.Validator) {
			v.AllOrNone(0, "a", "b")
			v.AllOrNone(2, "c", "d")
			v.AllOrNone(1, "e", "f")
		}, []string{" all-or-none-of: needs all or none of e, f"}},
		"places": {func(v *wire.Validator) {
			v.Enter("list", 2)
			v.Enter("a/b", -1)
			v.Required("inside", false)
			v.AtMostOne(2, "e", "f")
			v.Leave()
			v.Leave()
			v.Required("outside", false)
		}, []string{
			"/list/2/a~1b/inside required: is required",
			"/list/2/a~1b at-most-one-of: takes at most one of e, f",
			"/outside required: is required",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var v wire.Validator
			require.NoError(t, v.Err())
			c.checks(&v)
			require.Equal(t, c.want, described(t, v.Err()))
		})
	}
}

// The items of lists and the values of maps are checked in order, each at its place. The keys of a
// hidden map are not shown.
func TestItemsAndValuesAreChecked(t *testing.T) {
	isWord := wire.EnumCheck[string]([]string{"x", "y"})
	var v wire.Validator
	wire.CheckItems(&v, "list", []string{"x", "no", "y"}, isWord)
	wire.CheckItems(&v, "grid", [][]json.Number{{"1"}, {"2", "."}}, wire.ListCheck(wire.NumberCheck))
	wire.CheckValues(&v, "map", map[string]string{"b": "no", "c": "x", "a": ""}, isWord)
	wire.CheckValues(&v, "maps", map[string]map[string]string{"k": {"l": ""}}, wire.MapCheck(isWord))
	hidden := map[string]map[string]string{"secret": {"key": "no"}}
	wire.CheckHiddenValues(&v, "hidden", hidden, wire.HiddenMapCheck(isWord))
	v.Required("behind", false)
	const must = ` enum: must be one of "x", "y"`
	require.Equal(t, []string{
		"/list/1" + must,
		"/grid/1/1 type: must be a number",
		"/map/a" + must,
		"/map/b" + must,
		"/maps/k/l" + must,
		"/hidden/*/*" + must,
		"/behind required: is required",
	}, described(t, v.Err()))
}

// A decoder reports what is missing or of another type, so checks of the values that it has read do
// not. It keeps the keys of hidden maps, which are replaced when a request is refused.
func TestChecksOfDecodedValues(t *testing.T) {
	d := wire.NewDecoder(`{}`)
	for d.Begin(nil); d.Next(); {
	}
	v := &d.Validator
	v.Required("a", false)
	v.Number("b", "", "", "")
	v.NumberItem("c", 0, "")
	wire.CheckItems(v, "d", []json.Number{""}, wire.NumberCheck)
	wire.CheckHiddenValues(v, "e", map[string]string{"k": ""}, wire.EnumCheck[string]([]string{"x"}))
	v.NonBlank("f", "")
	require.Equal(t, []string{
		`/e/k enum: must be one of "x"`,
		"/f non-blank: must not be blank",
	}, described(t, d.Finish()))
}

// A missing value, or one of another type, explains what is wrong with it and in it. Any other
// violation explains only further ones of the same value.
func TestOneViolationExplainsOthers(t *testing.T) {
	var v wire.Validator
	v.Required("a", false)
	v.MinLength("a", "", 1) // the same member
	v.Enter("a", -1)
	v.Required("inside", false)
	v.Leave()
	v.Required("ab", false) // its name begins in the same way
	v.Required("b", false)
	v.Enter("n", -1)
	v.Number("x", "one", "", "")
	v.OneOfItem("x", 1, "x", "y")
	v.Leave()
	v.MinItems("list", 1, 2)
	v.MaxItems("list", 3, 2)
	v.OneOfItem("list", 0, "x", "y")
	v.AtMostOne(2, "p", "q")
	v.AllOrNone(1, "r", "s")
	require.Equal(t, []string{
		"/a required: is required",
		"/ab required: is required",
		"/b required: is required",
		"/n/x type: must be a number",
		"/list min-items: must have at least 2 items",
		`/list/0 enum: must be one of "y"`,
		" at-most-one-of: takes at most one of p, q",
		" all-or-none-of: needs all or none of r, s",
	}, described(t, v.Err()))
}

// A rule over several members is left alone if it is unknown whether one of them carries a value.
func TestRulesOverMembersThatCouldNotBeRead(t *testing.T) {
	const broken = " at-least-one-of: needs at least one of a, b"
	for text, want := range map[string][]string{
		`{}`:              {broken},
		`{"a":1}`:         {"/a type: must be a string"},
		`{"a":"x","a":1}`: {"/a duplicate-field: is given twice"},
		`{"b":1}`:         {"/b unknown-field: is not a field of this operation"},
		`{"ab":1}`:        {"/ab unknown-field: is not a field of this operation", broken},
		`{"n":1}`:         {"/n type: must be an object", broken},
		`{"n":{"a":1}}`:   {"/n/a unknown-field: is not a field of this operation", broken},
	} {
		d := wire.NewDecoder(text)
		for d.Begin(nil); d.Next(); {
			switch d.Key() {
			case "a":
				d.OptString(0)
			case "n":
				wire.Record(d, 1, func(d *wire.Decoder, _ *int) { d.TagAlone() })
			}
		}
		d.AtLeastOne(api.RuleAtLeastOne, false, "a", "b")
		require.Equal(t, want, described(t, d.Finish()), text)
	}
}

// Text that is not JSON ends the checks: what it would have held is unknown.
func TestNothingIsCheckedAfterTextThatIsNotJSON(t *testing.T) {
	d := wire.NewDecoder(`{"a":1,"b":y}`)
	for d.Begin(nil); d.Next(); {
		d.OptString(int(d.Key()[0] - 'a'))
	}
	v := &d.Validator
	v.NonBlank("c", "")
	v.MinItems("d", 0, 1)
	v.OneOf("e", "", "x")
	v.AtLeastOne(api.RuleFirstOf, false, "f", "g")
	wire.CheckItems(v, "h", []string{""}, wire.EnumCheck[string]([]string{"x"}))
	require.Equal(t, []string{
		"/a type: must be a string",
		" json: is not valid JSON at byte 11: expected a value",
	}, described(t, d.Finish()))
}

func TestAtMostFiftyViolationsAreListed(t *testing.T) {
	for wrong, last := range map[int]string{
		49: "/f/48 enum",
		50: "/f/49 enum",
		51: " violations-limit",
		99: " violations-limit",
	} {
		var v wire.Validator
		for i := range wrong {
			v.OneOfItem("f", i, "x", "y")
			v.OneOfItem("f", 0, "x", "y") // is listed already
		}
		list := described(t, v.Err())
		require.Len(t, list, min(wrong, 50))
		require.True(t, strings.HasPrefix(list[len(list)-1], last+":"), "%d: %v", wrong, list)
	}
}

// The pointers and messages that come before the last violation have at most 8 KB.
func TestLongViolationsAreFewer(t *testing.T) {
	const limit = 8 << 10
	const other = len(`/a` + `must be one of ""`)
	for length, want := range map[int]string{
		limit - other:     "[/a /b violations-limit]",
		limit - other + 1: "[/a violations-limit]",
	} {
		var v wire.Validator
		v.OneOf("a", "", strings.Repeat("x", length))
		v.OneOf("b", "", "x")
		v.OneOf("c", "", "x")
		invalid := new(api.ValidationError)
		require.ErrorAs(t, v.Err(), &invalid)
		var list []string
		for _, v := range invalid.Violations {
			list = append(list, v.Field)
		}
		list[len(list)-1] += invalid.Violations[len(list)-1].Rule
		require.Equal(t, want, fmt.Sprint(list))
	}
}

// An expression may take long for a long text, so it is not matched if its result is not needed.
func TestLongTextsAreMatchedOnlyIfNeeded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	panics := wire.NewPattern("(")
	var tooLong wire.Validator
	tooLong.MaxLength("f", long, 10)
	require.NotPanics(t, func() { tooLong.Pattern("f", long, panics) })
	require.Panics(t, func() { tooLong.Pattern("g", long, panics) })
	var tooMany wire.Validator
	for i := range 51 {
		tooMany.OneOfItem("g", i, "x", "y")
	}
	require.NotPanics(t, func() { tooMany.Pattern("f", long, panics) })
}
