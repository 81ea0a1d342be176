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

// states are the ways to send each field.
type states map[*catalog.Field][]relation.State

// acceptedBy returns the ways that one side accepts.
func (s states) acceptedBy(side pairing.Side) states {
	isRefused := func(s relation.State) bool { return !s.Read[side].Accepted }
	accepted := states{}
	for f, all := range s {
		accepted[f] = slices.DeleteFunc(slices.Clone(all), isRefused)
	}
	return accepted
}

// condition limits how many of several fields are sent in a way.
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
	var all []condition
	for _, g := range rules {
		if g != nil {
			all = append(all, condition{g.fields, givenOn(side), g.Allows})
		}
	}
	return all
}

// violated is the condition that requests meet if they violate the rule.
func (g *group) violated(side pairing.Side) condition {
	return condition{g.fields, givenOn(side), func(n int) bool { return !g.Allows(n) }}
}

// none is the condition that no field is sent in a way, and one that a field is.
func none(sent func(relation.State) bool, fields ...*catalog.Field) condition {
	return condition{fields, sent, func(n int) bool { return n == 0 }}
}

func one(sent func(relation.State) bool, field *catalog.Field) condition {
	return condition{[]*catalog.Field{field}, sent, func(n int) bool { return n == 1 }}
}

// mostCombinations bounds a search.
const mostCombinations = 10_000

// search looks for a combination that meets conditions.
type search struct {
	fields []*catalog.Field // in the order in which they are decided
	about  map[*catalog.Field][]condition
	ways   states
	chosen map[*catalog.Field]relation.State
	left   int
}

// find looks for ways to send fields that meet every condition. It decides field by field, as
// long as every condition can still be met.
func (s states) find(all ...condition) (Combination, pattern.Result) {
	r := &search{
		about:  map[*catalog.Field][]condition{},
		ways:   states{},
		chosen: map[*catalog.Field]relation.State{},
		left:   mostCombinations,
	}
	for _, d := range all {
		for _, f := range d.fields {
			if r.about[f] == nil {
				r.fields = append(r.fields, f)
			}
			r.about[f] = append(r.about[f], d)
		}
	}
	for _, f := range r.fields {
		r.ways[f] = distinct(s[f], r.about[f])
	}
	isMet := r.decide(r.fields)
	switch {
	case r.left < 0:
		return nil, pattern.Undecided
	case !isMet:
		return nil, pattern.None
	}
	found := Combination{}
	for f, state := range r.chosen {
		found[f.Name] = state
	}
	return found, pattern.Found
}

// distinct returns the states that conditions tell apart.
func distinct(all []relation.State, conditions []condition) []relation.State {
	known := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(s relation.State) bool {
		key := ""
		for _, d := range conditions {
			if d.sent(s) {
				key += "+"
			} else {
				key += "-"
			}
		}
		again := known[key]
		known[key] = true
		return again
	})
}

// decide chooses states of fields, and reports whether it succeeded.
func (r *search) decide(fields []*catalog.Field) bool {
	if len(fields) == 0 {
		return true
	}
	f := fields[0]
	for _, state := range r.ways[f] {
		r.left--
		if r.left < 0 {
			return false
		}
		r.chosen[f] = state
		if !slices.ContainsFunc(r.about[f], r.isUnmet) && r.decide(fields[1:]) {
			return true
		}
	}
	delete(r.chosen, f)
	return false
}

// isUnmet reports whether a condition cannot be met, however the other fields are sent.
func (r *search) isUnmet(d condition) bool {
	sent, most := 0, len(d.fields)
	for _, f := range d.fields {
		state, isDecided := r.chosen[f]
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
