package relation

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/pattern"
)

// Rules over several fields ask little of a value: whether the field carries one. This file
// reduces the values of a field to the ways to send it that such rules tell apart, so that
// combinations of fields can be searched instead of combinations of values.

// State is a way to send a field in a request: what the base and the head make of it. The
// witness is one of the values that are sent in this way.
type State struct {
	Witness
	Read [2]interpreter.Reading
}

// IsAccepted reports whether the declarations of both sides accept the field.
func (s State) IsAccepted() bool { return s.Read[0].Accepted && s.Read[1].Accepted }

// IsKept reports whether both services get the field, unless a rule leaves it out. An empty string
// that counts as absent is accepted and not kept.
func (s State) IsKept() bool { return s.Read[0].Kept && s.Read[1].Kept }

// IsMixed reports whether the two sides count the field differently.
func (s State) IsMixed() bool { return s.Read[0].Given != s.Read[1].Given }

// Ways are some of the ways to send a field in requests of the base: not at all, without a value, or
// with one.
type Ways struct{ Absent, Empty, Given bool }

// AnyWay includes all states.
var AnyWay = Ways{true, true, true}

// Include reports whether a state is one of the ways. An empty string that counts as absent is
// sent in both ways: the member is there, and the service gets nothing.
func (w Ways) Include(s State) bool {
	read := s.Read[0]
	switch {
	case read.Given:
		return w.Given
	case read.Kept:
		return w.Empty
	case s.Value != nil:
		return w.Absent || w.Empty
	}
	return w.Absent
}

// Each returns the ways one by one, so that a search can ask which of them is possible.
func (w Ways) Each() []Ways {
	var all []Ways
	for _, way := range []Ways{{Absent: w.Absent}, {Empty: w.Empty}, {Given: w.Given}} {
		if way != (Ways{}) {
			all = append(all, way)
		}
	}
	return all
}

// Or returns the ways that are in either.
func (w Ways) Or(other Ways) Ways {
	return Ways{w.Absent || other.Absent, w.Empty || other.Empty, w.Given || other.Given}
}

// States returns the ways to send a field, each with its simplest witness. The ways without a
// value come first, because a field that is left out needs no reason.
func States(b, h *catalog.Field) []State {
	state := stateFunc(b, h)
	var without, with []State
	type way struct {
		read   [2]interpreter.Reading
		hasOne bool // null is like no value, unless a service gets it
	}
	known := map[way]bool{}
	add := func(s State) {
		way := way{s.Read, s.Value != nil}
		switch {
		case known[way]:
		case s.Read[0].Given || s.Read[1].Given:
			with = append(with, s)
		default:
			without = append(without, s)
		}
		known[way] = true
	}
	for _, w := range stateWitnesses(b, h) {
		add(state(w))
	}
	for i, f := range []*catalog.Field{b, h} {
		if mayHaveUnknown(f) {
			var s State
			s.Read[1-i] = interpreter.Reading{Fits: true, Given: true, Kept: true}
			s.Read[i] = s.Read[1-i]
			s.Read[i].Accepted = true
			add(s)
		}
	}
	return append(without, with...)
}

// stateFunc returns a function that tells how a witness is sent. It is made once for two fields,
// because reading a value needs the plan of an operation.
func stateFunc(b, h *catalog.Field) func(Witness) State {
	var read [2]func(body string) interpreter.Reading
	for i, f := range []*catalog.Field{b, h} {
		alone := *f
		alone.Name, alone.Default = h.Name, nil // a default is not sent
		read[i] = interpreter.ReadingFunc(&alone)
	}
	return func(w Witness) State {
		body := w.body(h.Name)
		return State{w, [2]interpreter.Reading{read[0](body), read[1](body)}}
	}
}

// stateWitnesses returns values that may be sent in different ways. The values that tell two
// declarations apart do not vary what both declare alike, which may count or not, too.
func stateWitnesses(b, h *catalog.Field) []Witness {
	all := witnesses(b, h)
	for _, f := range []*catalog.Field{b, h} {
		for _, v := range edge.Values(f) {
			all = append(all, Witness{Value: v})
		}
	}
	both := append(edge.Limits(b), edge.Limits(h)...)
	for _, limits := range [][]edge.Limit{edge.Limits(b), edge.Limits(h), both} {
		if text, result := givenText(limits); result == pattern.Found {
			all = append(all, Witness{Value: text})
		}
	}
	return all
}

// givenText looks for a text that is not empty and keeps all limits.
func givenText(limits []edge.Limit) (string, pattern.Result) {
	var all []pattern.Constraint
	for _, l := range limits {
		all = append(all, l.Constraint)
	}
	return pattern.Find(all, pattern.Length(0, 0))
}

// mayHaveUnknown reports whether a field may have values that cannot be made: texts that are
// not found within bounds, and very long arrays. Rules are judged as if it had one.
func mayHaveUnknown(f *catalog.Field) bool {
	if f.MinItems != nil && *f.MinItems > edge.LongestArray {
		return true
	}
	_, result := givenText(edge.Limits(f))
	return result == pattern.Undecided
}
