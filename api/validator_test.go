package api_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/testing/everykind"
)

func TestEachCheck(t *testing.T) {
	pattern := wire.NewPattern("^[a-z]+$")
	for name, c := range map[string]struct {
		check func(*wire.Validator)
		want  string // "" where there is no violation
	}{
		"not given":                 {func(v *wire.Validator) { v.Required("f", false) }, "/f required"},
		"a letter behind space":     {func(v *wire.Validator) { v.NonBlank("f", " \t a") }, ""},
		"a letter that is no ASCII": {func(v *wire.Validator) { v.NonBlank("f", "é") }, ""},
		"a zero byte is no space":   {func(v *wire.Validator) { v.NonBlank("f", "\x00") }, ""},
		"empty":                     {func(v *wire.Validator) { v.NonBlank("f", "") }, "/f non-blank"},
		"spaces":                    {func(v *wire.Validator) { v.NonBlank("f", " \t\r\n") }, "/f non-blank"},
		"other spaces":              {func(v *wire.Validator) { v.NonBlank("f", "\u00a0\u2003\u3000") }, "/f non-blank"},
		"too short":                 {func(v *wire.Validator) { v.MinLength("f", "éé", 3) }, "/f min-length"},
		"short enough":              {func(v *wire.Validator) { v.MaxLength("f", "😀😀", 2) }, ""},
		"too long":                  {func(v *wire.Validator) { v.MaxLength("f", "abc", 2) }, "/f max-length"},
		"too few items":             {func(v *wire.Validator) { v.MinItems("f", 0, 1) }, "/f min-items"},
		"too many items":            {func(v *wire.Validator) { v.MaxItems("f", 2, 1) }, "/f max-items"},
		"none of":                   {func(v *wire.Validator) { v.OneOf("f", "B", "a", "b") }, "/f enum"},
		"item none of":              {func(v *wire.Validator) { v.OneOfItem("f", 3, "", "a") }, "/f/3 enum"},
		"does not match":            {func(v *wire.Validator) { v.Pattern("f", "ABC", pattern) }, "/f pattern"},
		"number":                    {func(v *wire.Validator) { v.Number("f", "1e400", "", "") }, ""},
		"no number":                 {func(v *wire.Validator) { v.Number("f", "1,", "", "") }, "/f type"},
		"empty number":              {func(v *wire.Validator) { v.Number("f", "", "1", "") }, "/f type"},
		"number at its bounds":      {func(v *wire.Validator) { v.Number("f", "1.50", "1.5", "15e-1") }, ""},
		"number below":              {func(v *wire.Validator) { v.Number("f", "1.49999999999999999999", "1.5", "") }, "/f minimum"},
		"number above":              {func(v *wire.Validator) { v.Number("f", "1.50000000000000000001", "", "1.5") }, "/f maximum"},
		"no number item":            {func(v *wire.Validator) { v.NumberItem("f", 0, "one") }, "/f/0 type"},
		"below the minimum":         {func(v *wire.Validator) { v.Minimum("f", -2, -1) }, "/f minimum"},
		"above the maximum":         {func(v *wire.Validator) { v.Maximum("f", 2, 1) }, "/f maximum"},
		"nothing to join":           {func(v *wire.Validator) { v.Joined("f", []string{}, ",") }, ""},
		"holds the separator":       {func(v *wire.Validator) { v.Joined("f", []string{"a", "b,c", ","}, ",") }, "/f join"},
		"ends in a part, and last":  {func(v *wire.Validator) { v.Joined("f", []string{"-b", "a-"}, "--") }, ""},
		"ends in a part":            {func(v *wire.Validator) { v.Joined("f", []string{"a-", "b"}, "--") }, "/f join"},
		"not a part that overlaps":  {func(v *wire.Validator) { v.Joined("f", []string{"xa", "b"}, "ab") }, ""},
		"last holds the separator":  {func(v *wire.Validator) { v.Joined("f", []string{"a", "b--"}, "--") }, "/f join"},
		"an empty item to join":     {func(v *wire.Validator) { v.Joined("f", []string{""}, ",") }, "/f join"},
		"none of the first":         {func(v *wire.Validator) { v.AtLeastOne(api.RuleFirstOf, false, "f", "g") }, " first-of"},
		"more than one":             {func(v *wire.Validator) { v.AtMostOne(2, "f", "g") }, " at-most-one-of"},
		"none":                      {func(v *wire.Validator) { v.AllOrNone(0, "f", "g") }, ""},
		"some":                      {func(v *wire.Validator) { v.AllOrNone(wire.CountGiven(true, false), "f", "g") }, " all-or-none-of"},
	} {
		t.Run(name, func(t *testing.T) {
			var v wire.Validator
			c.check(&v)
			if c.want == "" {
				require.NoError(t, v.Err())
				return
			}
			require.Equal(t, []string{c.want}, everykind.Violations(t, v.Err()))
		})
	}
}

func TestWaysMayBeLong(t *testing.T) {
	var v wire.Validator
	want := ""
	for i := range 20 {
		v.Enter("s"+strconv.Itoa(i), i)
		want += "/s" + strconv.Itoa(i) + "/" + strconv.Itoa(i)
	}
	v.Required("x", false)
	for range 15 {
		v.Leave()
	}
	v.Enter("other", -1)
	v.Required("y", false)
	for range 5 {
		v.Enter("again", 0)
	}
	v.Required("z", false)
	require.Equal(t, []string{
		want + "/x required",
		"/s0/0/s1/1/s2/2/s3/3/s4/4/other/y required",
		"/s0/0/s1/1/s2/2/s3/3/s4/4/other" + strings.Repeat("/again/0", 5) + "/z required",
	}, everykind.Violations(t, v.Err()))
}

func TestAViolationSilencesThoseItExplains(t *testing.T) {
	var v wire.Validator
	v.Required("a", false)
	v.MinLength("a", "", 1) // the same member
	v.Enter("a", -1)
	v.Required("inside", false) // inside of it
	v.Leave()
	v.Required("ab", false) // another member with the same prefix
	v.MinItems("list", 1, 2)
	v.MaxItems("list", 3, 2)         // the same member
	v.OneOfItem("list", 0, "x", "y") // inside, and not explained by the number of items
	v.AtMostOne(2, "p", "q")
	v.AllOrNone(1, "r", "s") // both concern the whole body
	require.Equal(t, []string{
		"/a required", "/ab required", "/list min-items", "/list/0 enum", " at-most-one-of", " all-or-none-of",
	}, everykind.Violations(t, v.Err()))
}

func TestARuleOverSeveralMembersStandsBesideTheirOwnViolations(t *testing.T) {
	var v wire.Validator
	v.Pattern("isbn", "97", wire.NewPattern("^[0-9]{13}$"))
	v.Number("other", "x", "", "")
	v.AtMostOne(2, "isbn", "barcode")
	v.AllOrNone(1, "other", "barcode") // it is not known whether other carries a value
	require.Equal(t, []string{"/isbn pattern", "/other type", " at-most-one-of"}, everykind.Violations(t, v.Err()))

	d := wire.NewDecoder(`{"isbn": "97", "isbn": 7}`)
	for d.Begin(nil); d.Next(); {
		d.OptString(0)
	}
	d.AtLeastOne(api.RuleFirstOf, false, "isbn", "title") // nor which of its values counts
	require.Equal(t, []string{"/isbn duplicate-field"}, everykind.Violations(t, d.Finish()))
}

func TestNothingIsAddedBehindTextThatIsNoJSON(t *testing.T) {
	for rule, text := range map[string]string{
		api.RuleJSON: `{"x":y}`, api.RuleUTF8: "{\"\xff\":1}", api.RuleDepth: `{"x":` + strings.Repeat("[", 65), api.RuleItemsLimit: `{"x":[1` + strings.Repeat(",1", 10_000) + `]}`,
	} {
		d := wire.NewDecoder(text)
		for d.Begin(nil); d.Next(); {
			d.Any(0)
		}
		d.Validator.Required("a", false)
		d.AtLeastOne(api.RuleFirstOf, false, "a", "b")
		require.Equal(t, []string{" " + rule}, everykind.Violations(t, d.Err()))
	}
}

func TestFiftyViolationsAreAll(t *testing.T) {
	var v wire.Validator
	for i := range 50 {
		v.OneOfItem("f", i, "x", "y")
	}
	v.OneOfItem("f", 7, "x", "z") // already reported
	list := everykind.Violations(t, v.Err())
	require.Len(t, list, 50)
	require.Equal(t, "/f/49 enum", list[49])
}

func TestViolationsWithLongTextsAreFewer(t *testing.T) {
	values := strings.Fields(strings.Repeat("value ", 200))
	var v wire.Validator
	for i := range 100 {
		v.OneOfItem("f", i, "x", values...)
	}
	list := everykind.Violations(t, v.Err())
	require.Less(t, len(list), 10)
	require.Equal(t, " violations-limit", list[len(list)-1])
	require.Less(t, len(v.Err().Error()), 12<<10)
}

// A body can require more pointers than it has violations.
func TestPointersAreBuiltForWhatIsListed(t *testing.T) {
	var v wire.Validator
	v.Enter(strings.Repeat("~", 200), -1)
	v.Required("f", false)
	for range 1000 {
		v.Required("f", false)
	}
	require.Zero(t, testing.AllocsPerRun(100, func() { v.Required("f", false) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { v.OneOf("f", "x", "y") }))
	require.Zero(t, testing.AllocsPerRun(100, func() { v.MinLength("f", "", 5) }))
	require.Zero(t, testing.AllocsPerRun(100, func() { v.AtMostOne(2, "f", "g") }))
}

func TestLongPointersAreCut(t *testing.T) {
	var v wire.Validator
	for range 60 {
		v.Enter(strings.Repeat("é", 1000), 1)
	}
	v.Required("f", false)
	field := v.Err().(*api.ValidationError).Violations[0].Field
	require.Less(t, len(field), 1<<10)
	require.True(t, strings.HasSuffix(field, "é.../1/..."), field)
}

func TestATextThatIsTooLongIsNotMatched(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	pattern := wire.NewPattern("(") // panics if it is used
	for name, broken := range map[string]func(v *wire.Validator){
		"too long": func(v *wire.Validator) { v.MaxLength("f", long, 10) },
		"too many more": func(v *wire.Validator) {
			for i := range 51 {
				v.OneOfItem("g", i, "x", "y")
			}
		},
	} {
		var v wire.Validator
		broken(&v)
		require.NotPanics(t, func() { v.Pattern("f", long, pattern) }, name)
	}
}

func TestViolationsDoNotRepeatTheValue(t *testing.T) {
	var v wire.Validator
	v.OneOf("a", "SECRET", "x")
	v.Pattern("b", "SECRET", wire.NewPattern("^x$"))
	v.MaxLength("c", "SECRET", 1)
	v.Number("d", "SECRET", "", "")
	v.Joined("e", []string{"SECRET,"}, ",")
	require.Len(t, everykind.Violations(t, v.Err()), 5)
	require.NotContains(t, v.Err().Error(), "SECRET")
}

func TestValidatingWhatIsFineAllocatesNothing(t *testing.T) {
	pattern := wire.NewPattern("^[a-z]+$")
	values := []string{"a", "b"}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		var v wire.Validator
		for i := range 8 { // steps that need no memory
			v.Enter("nested", i)
		}
		v.Required("f", true)
		v.NonBlank("f", " é")
		v.MinLength("f", "éé", 1)
		v.MaxLength("f", "éé", 2)
		v.MinItems("f", 1, 1)
		v.MaxItems("f", 1, 1)
		v.OneOf("f", "b", values...)
		v.OneOfItem("f", 1, "b", values...)
		v.Pattern("f", "abc", pattern)
		v.Number("f", "1234567890123456789012345678901234567890.12", "0.01", "9e99")
		v.NumberItem("f", 1, "1.5")
		v.Minimum("f", 1, 1)
		v.Maximum("f", 1, 1)
		v.Joined("f", values, ",")
		v.AtLeastOne(api.RuleFirstOf, true, "f", "g")
		v.AtMostOne(wire.CountGiven(true, false), "f", "g")
		v.AllOrNone(2, "f", "g")
		for range 8 {
			v.Leave()
		}
		if v.Err() != nil {
			panic("a violation")
		}
	}))
}
