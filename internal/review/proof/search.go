package proof

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/report"
)

// A search looks for the best of many bodies: one that shows nothing but the change, and then the
// shortest. Bodies are tried in batches, the cheapest of a batch first, because making a body costs
// less than trying it, and a short one is likelier to show one thing alone.

// Bounds of each search. They do not depend on how many other changes there are: whether a
// change breaks is the same in a large review and alone.
const (
	decidingTries   = 3000 // for a verdict
	showingTries    = 400  // for an example of a known verdict
	shorteningTries = 60   // for a shorter body
	batch           = 50   // bodies that are made before the cheapest of them is tried
)

// exampleFunc returns an example with a body, and how many other differences it has, or nil if the
// body does not show the change.
type exampleFunc func(body string) (e *report.Example, others int)

// search looks for the shortest body that shows a change and the fewest other differences.
type search struct {
	shows     exampleFunc
	triesLeft int // tries
	isTried   map[string]bool
	best      *candidate
}

// candidate is a body that may show a change.
type candidate struct {
	tree    any
	text    string
	cost    int
	others  int
	example *report.Example
}

// run tries the stages until a body shows only the change, and then removes every member
// that this body does not need. It returns nil if no body shows the change.
//
// Removing members afterwards is worth its cost: the first body that shows a change is seldom the
// smallest, and a reader may take any further member for the reason.
func (s *search) run(stages ...iter.Seq[any]) *report.Example {
	s.isTried = map[string]bool{}
	for _, stage := range stages {
		for bodies := range batches(stage) {
			if s.triesLeft <= 0 || s.best != nil && s.best.others == 0 {
				break
			}
			s.try(bodies)
		}
	}
	if s.best == nil {
		return nil
	}
	s.triesLeft += shorteningTries
	for s.try(sample.Reductions(s.best.tree)) {
		continue
	}
	return s.best.example
}

// batches returns bodies in batches, which are made when they are needed.
func batches(bodies iter.Seq[any]) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		var next []any
		for b := range bodies {
			next = append(next, b)
			if len(next) < batch {
				continue
			}
			if !yield(next) {
				return
			}
			next = nil
		}
		yield(next)
	}
}

// try tries bodies, the cheapest first, until one shows only the change. It reports whether
// one is the best so far.
func (s *search) try(bodies []any) (isBetter bool) {
	var untried []candidate
	for _, b := range bodies[:min(len(bodies), s.triesLeft)] {
		text := compactJSON(b)
		if !s.isTried[text] {
			s.isTried[text] = true
			untried = append(untried, candidate{tree: b, text: text, cost: cost(text)})
		}
	}
	slices.SortStableFunc(untried, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	for _, c := range untried {
		s.triesLeft--
		c.example, c.others = s.shows(c.text)
		if c.example == nil || s.best != nil && !c.isBetterThan(*s.best) {
			continue
		}
		s.best = &c
		isBetter = true
		if c.others == 0 {
			break
		}
	}
	return isBetter
}

// isBetterThan reports whether a candidate shows fewer other differences, or as many in a
// shorter body.
func (c candidate) isBetterThan(other candidate) bool {
	return cmp.Or(cmp.Compare(c.others, other.others), cmp.Compare(c.cost, other.cost)) < 0
}

// cost returns the length of a body, and more for empty values, which look like the point
// of the example: {"note":"x"} is better than {"note":""}.
func cost(text string) int {
	n := len(text)
	for _, empty := range []string{`""`, `" "`, "null", "[]", ":{}"} {
		n += 40 * strings.Count(text, empty)
	}
	return n
}
