package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/text/pattern"
)

// This file searches requests in which fields are sent in ways that meet conditions. It knows
// nothing of what the conditions are about.

// Combination is the ways in which a request sends some fields, by their names.
type Combination map[string]relation.State

// states are the ways to send each field: left out, empty, or with a value.
type states map[*catalog.Field][]relation.State

// acceptedBy returns the ways that one side accepts.
func (s states) acceptedBy(side pairing.Side) states {
	isRefused := func(s relation.State) bool { return !s.Read[side].Accepted }
	accepted := states{}
	for f, ways := range s {
		accepted[f] = slices.DeleteFunc(slices.Clone(ways), isRefused)
	}
	return accepted
}

// condition limits how many of several fields are sent in a way. The rule at_most_one_of [a, b] is
// the condition that 0 or 1 of them is given.
type condition struct {
	fields []*catalog.Field
	sent   func(relation.State) bool
	allows func(n int) bool
}

// givenOn returns a function that reports whether the rules of a side count a field as given.
func givenOn(side pairing.Side) func(relation.State) bool {
	return func(s relation.State) bool { return s.Read[side].Given }
}

// obeyed returns the conditions that requests meet if they obey rules, as one side counts. Rules
// may be nil, if one of the catalogs lacks it.
func obeyed(side pairing.Side, rules ...*group) []condition {
	var conditions []condition
	for _, g := range rules {
		if g != nil {
			conditions = append(conditions, condition{g.fields, givenOn(side), g.Allows})
		}
	}
	return conditions
}

// violated is the condition that requests meet if they violate the rule.
func (g *group) violated(side pairing.Side) condition {
	return condition{g.fields, givenOn(side), func(n int) bool { return !g.Allows(n) }}
}

// none is the condition that no field is sent in a way.
func none(sent func(relation.State) bool, fields ...*catalog.Field) condition {
	return condition{fields, sent, func(n int) bool { return n == 0 }}
}

// one is the condition that a field is sent in a way.
func one(sent func(relation.State) bool, field *catalog.Field) condition {
	return condition{[]*catalog.Field{field}, sent, func(n int) bool { return n == 1 }}
}

// mostCombinations bounds a search.
const mostCombinations = 10_000

// search looks for a combination that meets conditions.
type search struct {
	fields     []*catalog.Field // in the order in which they are decided
	conditions map[*catalog.Field][]condition
	ways       states
	chosen     map[*catalog.Field]relation.State
	steps      int
}

// find looks for ways to send fields that meet every condition. It decides field by field, as
// long as every condition can still be met.
func (s states) find(conditions ...condition) (Combination, pattern.Result) {
	r := &search{
		conditions: map[*catalog.Field][]condition{},
		ways:       states{},
		chosen:     map[*catalog.Field]relation.State{},
		steps:      mostCombinations,
	}
	for _, d := range conditions {
		for _, f := range d.fields {
			if r.conditions[f] == nil {
				r.fields = append(r.fields, f)
			}
			r.conditions[f] = append(r.conditions[f], d)
		}
	}
	for _, f := range r.fields {
		r.ways[f] = distinct(s[f], r.conditions[f])
	}
	isMet := r.decide(r.fields)
	switch {
	case r.steps < 0:
		return nil, pattern.Undecided
	case !isMet:
		return nil, pattern.None
	}
	combination := Combination{}
	for f, state := range r.chosen {
		combination[f.Name] = state
	}
	return combination, pattern.Found
}

// distinct returns the states that conditions tell apart, one of each kind. Without it, the search
// would try every value of a field in every combination.
func distinct(candidates []relation.State, conditions []condition) []relation.State {
	isKnown := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(candidates), func(s relation.State) bool {
		key := ""
		for _, d := range conditions {
			if d.sent(s) {
				key += "+"
			} else {
				key += "-"
			}
		}
		isAgain := isKnown[key]
		isKnown[key] = true
		return isAgain
	})
}

// decide chooses states of fields, and reports whether it succeeded.
func (s *search) decide(fields []*catalog.Field) bool {
	if len(fields) == 0 {
		return true
	}
	f := fields[0]
	for _, state := range s.ways[f] {
		s.steps--
		if s.steps < 0 {
			return false
		}
		s.chosen[f] = state
		if !slices.ContainsFunc(s.conditions[f], s.isUnmet) && s.decide(fields[1:]) {
			return true
		}
	}
	delete(s.chosen, f)
	return false
}

// isUnmet reports whether a condition cannot be met, however the other fields are sent.
func (s *search) isUnmet(d condition) bool {
	sent, most := 0, len(d.fields)
	for _, f := range d.fields {
		state, isDecided := s.chosen[f]
		switch {
		case !isDecided:
		case d.sent(state):
			sent++
		default:
			most--
		}
	}
	for sent <= most && !d.allows(sent) {
		sent++
	}
	return sent > most
}
