package pattern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
)

func TestFindReturnsATextOrProvesNone(t *testing.T) {
	any := Length(0, Unbounded)
	for _, c := range []struct {
		name   string
		keep   []Constraint
		broken Constraint
		text   string
		result Result
	}{
		{"the same pattern, written in another way", []Constraint{Pattern("^[a-z][a-z]*$")}, Pattern("^[a-z]+$"), "", None},
		{"classes", []Constraint{Pattern(`^\d{3}$`)}, Pattern("^[0-9]+$"), "", None},
		{"more is accepted", []Constraint{Pattern("^[A-Z]{2}$")}, Pattern("^[A-Z]{2,3}$"), "", None},
		{"less is accepted", []Constraint{Pattern("^[A-Z]{2,3}$")}, Pattern("^[A-Z]{2}$"), "AAA", Found},
		{"another case", []Constraint{Pattern("^[A-Z]")}, Pattern("^[a-z]"), "A", Found},
		{"a flag for case", []Constraint{Pattern("^[a-zſK]+$")}, Pattern("(?i)^[a-z]+$"), "", None},
		{"a match anywhere", []Constraint{Pattern("^ab")}, Pattern("b"), "", None},
		{"an end of the text, and one of a line", []Constraint{Pattern("(?m)^a$")}, Pattern("^a$"), "a\n", Found},
		{"a beginning of a line", []Constraint{Pattern("(?m)^a")}, Pattern("^a"), "\na", Found},
		{"the last line break", []Constraint{Pattern("^a$")}, Pattern(`\Aa\z`), "", None},
		{"a line without its break", []Constraint{Pattern(`^.*$`)}, Pattern(`\n`), "", Found},
		{"words", []Constraint{Pattern(`\bclaim\b`)}, Pattern(`(^|\W)claim(\W|$)`), "", None},
		{"no word", []Constraint{Pattern(`claim`)}, Pattern(`\bclaim\b`), "xclaim", Found},
		{"a length below", []Constraint{Pattern("^[a-z]+$")}, Length(3, Unbounded), "x", Found},
		{"a length above", []Constraint{Pattern("^(ab)+$")}, Length(0, 3), "abab", Found},
		{"a length that the pattern gives", []Constraint{Pattern(`^\d{4}-\d\d$`)}, Length(7, 7), "", None},
		{"a text that is too long for a length", []Constraint{Pattern("^a*$"), Length(0, 20)}, Pattern("^a{0,20}$"), "", None},
		{"a text that is too short for a length", []Constraint{Pattern("^a*$"), Length(5, 9)}, Pattern("a{5}"), "", None},
		{"a minimum length", []Constraint{Length(4, 6)}, Pattern("^[a-w]*$"), "xxxx", Found},
		{"not blank has a length", []Constraint{NonBlank()}, Length(1, Unbounded), "", None},
		{"a length may be blank", []Constraint{Length(1, Unbounded)}, NonBlank(), " ", Found},
		{"a pattern that is not blank", []Constraint{Pattern("^[A-Z]")}, NonBlank(), "", None},
		{"listed texts within a length", []Constraint{OneOf("abc", "de")}, Length(0, 5), "", None},
		{"a listed text above a length", []Constraint{OneOf("abc", "abcdef")}, Length(0, 5), "abcdef", Found},
		{"a listed text that does not match", []Constraint{OneOf("a", "b"), Pattern(".")}, Pattern("^[a-z]$"), "", None},
		{"a pattern that lists the texts", []Constraint{Pattern("^(abc|de)$")}, OneOf("abc", "de"), "", None},
		{"a text that is not listed", []Constraint{Pattern("^(abc|de|f)$")}, OneOf("abc", "de"), "f", Found},
		{"any text", []Constraint{any}, OneOf("x", "y"), "", Found},
		{"an empty text that may be", []Constraint{NonBlank().OrEmpty()}, Length(1, Unbounded), "", Found},
		{"an empty text that may be, on both sides", []Constraint{NonBlank().OrEmpty()}, Length(1, Unbounded).OrEmpty(), "", None},
		{"an empty text beside listed ones", []Constraint{OneOf("a").OrEmpty()}, Pattern("a"), "", Found},
		{"nothing is accepted", []Constraint{Pattern("^a"), Pattern("^b")}, OneOf(), "", None},
		{"letters of all scripts", []Constraint{Pattern(`^\p{L}+$`)}, Pattern(`^[\p{L}\p{N}]+$`), "", None},
		{"a letter of another script", []Constraint{Pattern(`^\p{L}$`)}, Pattern(`^[a-zA-Z]$`), "ª", Found},
		{"a list without items", []Constraint{Length(0, Unbounded)}, Joined(",", 1, 9), "", Found},
		{"an empty item", []Constraint{Length(1, Unbounded)}, Joined(",", 0, Unbounded), ",", Found},
		{"a pattern of a list", []Constraint{Pattern("^[a-z]+(,[a-z]+)*$")}, Joined(",", 1, Unbounded), "", None},
		{"a separator of two characters", []Constraint{Joined(", ", 1, Unbounded)}, Joined(", ", 2, Unbounded), "", Undecided},
		{"no change of a separator of two characters", []Constraint{Joined(", ", 1, 2)}, Joined(", ", 1, 2), "", None},
		{"more items than an expression counts", []Constraint{Joined(",", 1, 1001)}, Joined(",", 1, 1000), "", Undecided},
		{"many items", []Constraint{Joined(",", 1, 300)}, Joined(",", 1, 200), strings.Repeat("x,", 200) + "x", Found},
		{"no items", []Constraint{Joined("-", 0, 0)}, Joined("-", 0, 3), "", None},
		{"a list as long as a pattern", []Constraint{Joined(";", 2, 3), Pattern("^[ab;]*$")}, Pattern("^[ab]+(;[ab]+){1,2}$"), "", None},
		{"half of a pair", []Constraint{Pattern("^[\U0000D7FF-\U0000E000]$")}, Pattern("^(\U0000D7FF|\U0000E000)$"), "", None},
		{"a set that grows beyond the bounds", []Constraint{Pattern("a.{30}b"), Length(0, 1000)}, Pattern("a.{30}[bc]c*$"), "a" + strings.Repeat("x", 30) + "bx", Found},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, result := Find(c.keep, c.broken)
			require.Equal(t, c.result, result, "%q", text)
			if result == Found {
				requireFits(t, text, c.keep, c.broken)
			}
			require.Equal(t, c.text, text)
		})
	}
}

func requireFits(t *testing.T, text string, keep []Constraint, broken Constraint) {
	t.Helper()
	require.True(t, utf8.ValidString(text))
	require.False(t, broken.Holds(text), "%q does not violate the constraint", text)
	for _, c := range keep {
		require.True(t, c.Holds(text), "%q violates %s", text, c.id)
	}
}

// alphabet is the alphabet of random patterns and texts: word characters, others, white space and
// line ends.
var alphabet = []string{"a", "b", "K", "-", " ", "\n", "é"}

// expression is a random regular expression.
func expression(random *rand.Rand, depth int) string {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	if depth == 0 {
		return pick("a", "b", "K", "-", " ", `\n`, "é", ".", "[ab]", "[^a]", `\w`, `\s`, `\PL`, "^", "$", `\A`, `\z`, `\b`, `\B`, "")
	}
	inner := func() string { return expression(random, depth-1) }
	switch random.IntN(6) {
	case 0:
		return inner() + "|" + inner()
	case 1:
		return "(?" + pick("i", "m", "s", "im") + ":" + inner() + ")"
	case 2:
		return "(" + inner() + ")" + pick("*", "+", "?", "{2}", "{1,3}", "{0}")
	default:
		return inner() + inner()
	}
}

// constraint is a random constraint.
func constraint(random *rand.Rand) Constraint {
	var c Constraint
	switch random.IntN(9) {
	case 0:
		low := random.IntN(4)
		c = Length(low, low+random.IntN(3))
	case 1:
		c = Length(random.IntN(4), Unbounded)
	case 2:
		c = NonBlank()
	case 3:
		c = OneOf(texts[random.IntN(len(texts))], texts[random.IntN(len(texts))])
	case 4:
		low, high := random.IntN(3), Unbounded
		if random.IntN(2) == 0 {
			high = low + random.IntN(3)
		}
		c = Joined([]string{"-", "a", "^"}[random.IntN(3)], low, high)
	default:
		c = Pattern(expression(random, random.IntN(4)))
	}
	if random.IntN(5) == 0 {
		c = c.OrEmpty()
	}
	return c
}

// texts are all texts of the alphabet up to a length, the shortest first.
var texts = func() []string {
	all := []string{""}
	for from := 0; len(all) < 300; {
		to := len(all)
		for _, s := range all[from:to] {
			for _, letter := range alphabet {
				all = append(all, s+letter)
			}
		}
		from = to
	}
	return all
}()

// Find returns a shortest text, or none if no text fits.
func TestFindAgreesWithRegexp(t *testing.T) {
	tries := long.Size(200, 1000)
	random := rand.New(rand.NewPCG(1, 2))
	results := map[Result]int{}
	for range tries {
		var keep []Constraint
		for range random.IntN(4) {
			keep = append(keep, constraint(random))
		}
		broken := constraint(random)
		text, result := Find(keep, broken)
		results[result]++
		lists := slices.ContainsFunc(keep, func(c Constraint) bool { return c.values != nil })
		what := func() string { return fmt.Sprintf("%+v %+v", keep, broken) }
		if result == Found {
			requireFits(t, text, keep, broken)
		}
		for _, s := range texts {
			if result == Undecided || result == Found && (lists || utf8.RuneCountInString(s) >= utf8.RuneCountInString(text)) {
				break
			}
			fits := !broken.Holds(s) && !slices.ContainsFunc(keep, func(c Constraint) bool { return !c.Holds(s) })
			require.False(t, fits, "%q was overlooked: %s", s, what())
		}
	}
	t.Log(results)
	require.Less(t, results[Undecided], tries/100)
	require.Greater(t, results[None], tries/5)
	require.Greater(t, results[Found], tries/5)
}

// Every search ends at its bounds.
func TestSearchIsBounded(t *testing.T) {
	for _, c := range [][]Constraint{
		{Pattern("(a|b)*a(a|b){25}$"), Pattern("(a|b)*a(a|b){26}$")},
		{Pattern("^" + strings.Repeat(`\p{L}?[^\p{Lu}]?`, 100) + "$"), Pattern("^" + strings.Repeat(`\p{L}?[^\p{Lu}]?`, 99) + "$")},
		{Pattern("^(ab?)*$"), Length(1<<40, Unbounded), Pattern("b$")},
	} {
		allocated := testing.AllocsPerRun(1, func() {
			_, result := Find(c[1:], c[0])
			require.NotEqual(t, Found, result)
		})
		require.Less(t, allocated, 1e6)
	}
}

// Outcomes are known by the constraints, so that no search gets the outcome of another one.
func TestAKnownOutcomeIsThatOfTheSearch(t *testing.T) {
	all := []Constraint{
		Length(0, 3), Length(0, 4), Length(3, Unbounded), Length(3, 30), NonBlank(), OneOf("a", "b"), OneOf(`a" "b`),
		OneOf("a b"), Pattern("^a+$"), Pattern("^a*$").OrEmpty(), Joined(",", 1, 2), Joined(",", 1, 3), Joined(";", 1, 3),
	}
	type searched struct{ keep, also, broken int }
	want := map[searched]outcome{}
	each := func(f func(searched) outcome) (different []searched) {
		for keep := range all {
			for also := range all {
				for broken := range all {
					at := searched{keep, also, broken}
					if got := f(at); got != want[at] {
						different = append(different, at)
					}
				}
			}
		}
		return different
	}
	find := func(s searched) outcome {
		text, result := Find([]Constraint{all[s.keep], all[s.also]}, all[s.broken])
		return outcome{text, result}
	}
	each(func(s searched) outcome {
		searches.Clear()
		searchCount.Store(0)
		want[s] = find(s)
		return want[s]
	})
	for range 2 {
		require.Empty(t, each(find))
	}
	known := testing.AllocsPerRun(10, func() { Find(all[:1], Pattern("^b+$")) })
	searches.Clear()
	anew := testing.AllocsPerRun(1, func() { searches.Clear(); Find(all[:1], Pattern("^b+$")) })
	require.Less(t, known, anew/2)
}
