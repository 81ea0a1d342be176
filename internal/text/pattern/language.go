// Package pattern searches for a text that satisfies some constraints and violates another.
// It tests the texts if a constraint lists them, compares intervals of lengths, and otherwise
// runs automata with a bounded number of steps.
package pattern

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// Constraint is a constraint on texts.
type Constraint struct {
	id       string            // constraints with the same id accept the same texts; "" is unknown
	Holds    func(string) bool // reports whether a text satisfies the constraint
	expr     *syntax.Regexp    // nil if the constraint is opaque or restricts only the length
	min, max int               // number of characters; 0 and Unbounded in all other constraints
	values   []string          // all texts that satisfy the constraint, nil if it does not list them
	opaque   bool              // only Holds describes the constraint
}

// Unbounded is the maximum of a constraint without one.
const Unbounded = int(^uint(0) >> 1)

// Length accepts texts of min to max characters.
func Length(min, max int) Constraint {
	return Constraint{min: min, max: max, Holds: func(s string) bool {
		n := utf8.RuneCountInString(s)
		return min <= n && n <= max
	}}
}

// NonBlank accepts texts with a character other than white space, as package unicode defines
// it. Its expression has a large table and is compiled only once.
var NonBlank = sync.OnceValue(func() Constraint { return Pattern(`[^\t-\r\x{85}\p{Z}]`) })

// Pattern accepts texts in which a valid RE2 expression matches somewhere.
func Pattern(expr string) Constraint {
	if c, ok := patterns.Load(expr); ok {
		return c.(Constraint)
	}
	c := Constraint{id: expr, max: Unbounded, Holds: regexp.MustCompile(expr).MatchString, expr: parse(expr)}
	if patternCount.Add(1) <= maxPatterns {
		patterns.Store(expr, c)
	}
	return c
}

// Fields share expressions, above all those of formats, and a catalog is checked several times. So
// the first expressions are compiled once; the bound is for a program that reads many catalogs.
var (
	patterns     sync.Map // of Constraint, by expression
	patternCount atomic.Int32
)

// maxPatterns bounds the expressions that are kept.
const maxPatterns = 1000

// parse parses an expression. A catalog contains only valid ones.
func parse(expr string) *syntax.Regexp {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic("pattern: " + err.Error())
	}
	return parsed.Simplify()
}

// OneOf accepts only the values.
func OneOf(values ...string) Constraint {
	id := fmt.Sprintf("(one of %q", values) // which is not an expression
	return Constraint{
		id:     id,
		max:    Unbounded,
		values: append([]string{}, values...), // not nil, even without any
		expr:   oneOf(values),
		Holds:  func(s string) bool { return slices.Contains(values, s) },
	}
}

// OrEmpty returns a constraint that also accepts the empty text.
func (c Constraint) OrEmpty() Constraint {
	holds := c.Holds
	c.Holds = func(s string) bool { return s == "" || holds(s) }
	if c.values != nil {
		c.values = append([]string{""}, c.values...)
	}
	return c
}

// Result is the result of a search.
type Result int

// The results.
const (
	None      Result = iota // there is no such text
	Found                   // there is one
	Undecided               // the search ended at its bounds
)

// Find searches for a text that satisfies all constraints in keep and violates broken. It
// returns the shortest such text that it finds, or the first one that a constraint lists.
func Find(keep []Constraint, broken Constraint) (string, Result) {
	fits := func(s string) bool {
		isBroken := func(c Constraint) bool { return !c.Holds(s) }
		return !broken.Holds(s) && !slices.ContainsFunc(keep, isBroken)
	}
	listsTexts := func(c Constraint) bool { return c.values != nil }
	if i := slices.IndexFunc(keep, listsTexts); i >= 0 {
		values := keep[i].values
		fitting := slices.IndexFunc(values, fits)
		if fitting < 0 {
			return "", None
		}
		return values[fitting], Found
	}
	if fits("") {
		return "", Found
	}
	// From here on, texts are not empty, so OrEmpty makes no difference.
	low := 1
	high := Unbounded
	for _, c := range keep {
		if c.id != "" && c.id == broken.id {
			return "", None
		}
		low = max(low, c.min)
		high = min(high, c.max)
	}
	isOpaque := func(c Constraint) bool { return c.opaque }
	if broken.opaque || slices.ContainsFunc(keep, isOpaque) {
		return "", Undecided
	}
	name, hasName := nameOf(keep, broken)
	if !hasName {
		return searchAround(keep, broken, low, high, fits)
	}
	if earlier, ok := searches.Load(name); ok {
		return earlier.(outcome).text, earlier.(outcome).result
	}
	text, result := searchAround(keep, broken, low, high, fits)
	if len(text) <= mostKept && searchCount.Add(1) <= maxSearches {
		searches.Store(name, outcome{text, result})
	}
	return text, result
}

// The results of searches with the same constraints are the same, and many fields have a format, a
// pattern or a maximum length in common. A search takes much longer than looking up its result.
var (
	searches    sync.Map // of outcome, by the names of the constraints
	searchCount atomic.Int32
)

// Bounds of the outcomes that are kept.
const (
	maxSearches = 10_000
	mostKept    = 256 // bytes of a text
)

// outcome is the outcome of a search.
type outcome struct {
	text   string
	result Result
}

// nameOf returns a name of a search, which only searches with the same outcome have, or false if a
// constraint has none.
func nameOf(keep []Constraint, broken Constraint) (string, bool) {
	var b strings.Builder
	for _, c := range append(slices.Clip(keep), broken) {
		if c.id == "" && c.expr != nil {
			return "", false
		}
		fmt.Fprintf(&b, "%q %d %d ", c.id, c.min, c.max)
	}
	return b.String(), true
}

// searchAround searches for a text of low to high characters that violates broken by an expression,
// or by its length on either side.
func searchAround(
	keep []Constraint, broken Constraint, low, high int, fits func(string) bool,
) (string, Result) {
	if broken.expr != nil {
		return search(keep, &broken, low, high, fits)
	}
	if s, result := search(keep, nil, low, min(high, broken.min-1), fits); result != None {
		return s, result
	}
	if broken.max == Unbounded {
		return "", None
	}
	return search(keep, nil, max(low, broken.max+1), high, fits)
}
