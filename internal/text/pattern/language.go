// Package pattern decides whether a text keeps some constraints and breaks another
// one. It decides by membership if a constraint lists its texts, by intervals for
// lengths, and otherwise by automata, whose states are bounded.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Constraint is a set of texts: those that keep it.
type Constraint struct {
	id       string                // constraints with the same one hold for the same texts; "" is unknown
	Holds    func(string) bool     // whether a text keeps it
	machine  func(*budget) machine // nil if the constraint is about the length alone
	min, max int                   // number of characters, for every other constraint from 0 to Unbounded
	values   []string              // all texts that keep it, nil if it does not list them
}

// Unbounded is the maximum of a constraint without one.
const Unbounded = int(^uint(0) >> 1)

// Length holds for texts of min to max characters.
func Length(min, max int) Constraint {
	return Constraint{min: min, max: max, Holds: func(s string) bool {
		n := utf8.RuneCountInString(s)
		return min <= n && n <= max
	}}
}

// NonBlank holds for texts with a character other than white space.
func NonBlank() Constraint {
	return Constraint{id: "non-blank", max: Unbounded,
		Holds:   func(s string) bool { return strings.ContainsFunc(s, isInk) },
		machine: func(*budget) machine { return nonBlank{} },
	}
}

func isInk(r rune) bool { return !unicode.IsSpace(r) }

// Pattern holds for texts that a valid RE2 expression matches somewhere.
func Pattern(expr string) Constraint {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic("language: " + err.Error()) // a catalog holds valid ones only
	}
	simple := parsed.Simplify()
	return Constraint{id: "pattern " + simple.String(), max: Unbounded,
		Holds:   regexp.MustCompile(expr).MatchString,
		machine: func(b *budget) machine { return newPattern(simple, b) },
	}
}

// OneOf holds for the texts that it is given, and for no other.
func OneOf(values ...string) Constraint {
	return Constraint{max: Unbounded, values: append([]string{}, values...),
		Holds:   func(s string) bool { return slices.Contains(values, s) },
		machine: func(*budget) machine { return newValues(values) },
	}
}

// OrEmpty holds for the empty text, too.
func (c Constraint) OrEmpty() Constraint {
	of := c.Holds
	c.Holds = func(s string) bool { return s == "" || of(s) }
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

// Find looks for a text that keeps all of some constraints and breaks another one.
// It is the shortest one, or the first that a constraint lists.
func Find(keep []Constraint, broken Constraint) (string, Result) {
	fits := func(s string) bool {
		return !broken.Holds(s) && !slices.ContainsFunc(keep, func(c Constraint) bool { return !c.Holds(s) })
	}
	for _, c := range keep {
		if c.values != nil {
			if i := slices.IndexFunc(c.values, fits); i >= 0 {
				return c.values[i], Found
			}
			return "", None
		}
	}
	if fits("") {
		return "", Found
	}
	// From here on a text is not empty, so that OrEmpty makes no difference.
	low, high := 1, Unbounded
	for _, c := range keep {
		if c.id != "" && c.id == broken.id {
			return "", None
		}
		low, high = max(low, c.min), min(high, c.max)
	}
	if broken.machine != nil {
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
