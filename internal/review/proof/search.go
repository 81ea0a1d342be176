package proof

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/plan/sample"
)

// Bounds of a search, for each change and for all changes.
const (
	mostTries  = 3000
	leastTries = 60
	allTries   = 60_000
)

// shows reports whether a body shows a change, and how many other differences.
type shows func(body string) (others int, ok bool)

// search looks for the shortest body that shows a change and the fewest other differences.
type search struct {
	shows shows
	left  *int // tries
	tried map[string]bool
	found *candidate
}

// candidate is a body that may show a change.
type candidate struct {
	tree   any
	text   string
	cost   int
	others int
}

// run tries the stages until a body shows only the change, and then removes every member
// that this body does not need.
func (s *search) run(stages ...func() []any) (body string, ok bool) {
	s.tried = map[string]bool{}
	for _, stage := range stages {
		if *s.left <= 0 || s.found != nil && s.found.others == 0 {
			break
		}
		s.try(stage())
	}
	if s.found == nil {
		return "", false
	}
	for *s.left += leastTries; s.removeMember(); {
	}
	return s.found.text, true
}

// try tries bodies, the cheapest first.
func (s *search) try(bodies []any) {
	var all []candidate
	for _, b := range bodies[:min(len(bodies), *s.left)] {
		text := compact(b)
		if !s.tried[text] {
			s.tried[text] = true
			all = append(all, candidate{tree: b, text: text, cost: cost(text)})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })
	for _, c := range all {
		if s.keepBest(c) && s.found.others == 0 || *s.left <= 0 {
			return
		}
	}
}

// keepBest tries one body, and keeps it if it is the best so far.
func (s *search) keepBest(c candidate) bool {
	*s.left--
	others, ok := s.shows(c.text)
	c.others = others
	if !ok || s.found != nil && cmp.Or(cmp.Compare(c.others, s.found.others), cmp.Compare(c.cost, s.found.cost)) >= 0 {
		return false
	}
	s.found = &c
	return true
}

// removeMember removes a member that is not needed, and reports whether it found one.
func (s *search) removeMember() bool {
	for _, b := range sample.Reductions(s.found.tree) {
		if *s.left <= 0 {
			return false
		}
		text := compact(b)
		if s.keepBest(candidate{tree: b, text: text, cost: cost(text)}) {
			return true
		}
	}
	return false
}

// cost returns the length of a body, and more for empty values, which look like the point
// of the example.
func cost(text string) int {
	n := len(text)
	for _, empty := range []string{`""`, `" "`, "null", "[]", ":{}"} {
		n += 40 * strings.Count(text, empty)
	}
	return n
}

// acceptedRequest returns an accepted request that is most similar to a refused one: it lacks the
// fewest of its members.
func (l probe) acceptedRequest(body string) string {
	tree, _ := sample.Parse(body).(map[string]any)
	var all []any
	if b, h := l.change.Base.Field, l.change.Head.Field; b != nil && h != nil && b.Name != h.Name {
		if v, ok := tree[b.Name]; ok {
			other := sample.WithMember(tree, h.Name, v)
			delete(other, b.Name)
			all = append(all, other)
		}
	}
	if r, ok := sample.Request(l.head.Operation, sample.Full); ok {
		full, _ := r.Value().(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			if v, ok := full[key]; ok {
				all = append(all, sample.WithMember(tree, key, v))
			}
		}
	}
	all = slices.Concat(all, sample.Variations(tree, l.keys(l.head.Request), valuesFor(l.change)),
		sample.Reductions(tree))
	if r, ok := sample.Request(l.head.Operation, sample.Minimal); ok {
		all = append(all, r.Value())
	}
	members := func(text string) int { return strings.Count(text, `":`) }
	accepted := func(text string) (missing int, ok bool) {
		return max(0, members(body)-members(text)), l.head.Decode(text).Status == 200
	}
	best, _ := (&search{shows: accepted, left: new(mostTries)}).run(func() []any { return all })
	return best
}
