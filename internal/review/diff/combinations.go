package diff

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/text/pattern"
)

// This file judges a step from one rule over several fields to another. It searches the
// presences of fields that one catalog accepts and the other does not, instead of comparing the
// kinds of rules: only the search sees that other rules, required fields or defaults make a
// step harmless.

// Situations of rules over several fields.
var (
	refusesSome = Situation{
		words: "some old requests are refused, and the service receives no others",
	}
	andOthers = Situation{
		words: "some old requests are refused, and the service receives other combinations",
	}
	otherFields = Situation{
		words: "no old request is refused, and the service receives other fields of some",
	}
	otherWinner = Situation{words: "no old request is refused, and another field decides in some"}
	acceptsMore = Situation{words: "only more combinations are accepted"}
	noEffect    = Situation{words: "the same requests are accepted"}.equivalent()
	unsettled   = Situation{
		words:     "it is not decided whether old requests are refused",
		undecided: true,
	}
)

// combinations judges the rules over several fields of an operation. Its fields are those
// of the head, and those of the base that were removed.
type combinations struct {
	base, head               []*group // all rules
	baseMinimal, headMinimal []*group // without implied rules
	states                   states   // that both sides count alike
	mixed                    []mixedState
}

// mixedState is a way to send a field that counts as given in only one of the catalogs. A
// record counts if it is sent with members, so what counts changes with its fields, even if the
// rule stays the same: {"address":{}} counts for nobody, and for the head alone if a field of the
// record got a default.
type mixedState struct {
	field *catalog.Field // of the head
	relation.State
}

// combinationsOf prepares the judgment of rules of both catalogs. The request is that of the
// head; open says whether that of the base was.
func combinationsOf(
	base, head []*group, body *pairing.Fields, request *catalog.Shape, wasOpen bool,
) *combinations {
	c := &combinations{base: base, head: head, states: states{}}
	for _, g := range slices.Concat(base, head) {
		for _, f := range g.fields {
			if _, isKnown := c.states[f]; !isKnown {
				c.addStates(body.Base[f], f, slices.Contains(request.Fields, f), wasOpen)
			}
		}
	}
	c.headMinimal = unimpliedRules(c.states.acceptedBy(pairing.Base), pairing.Head, head, base)
	c.baseMinimal = unimpliedRules(c.states.acceptedBy(pairing.Head), pairing.Base, base, head)
	return c
}

// addStates adds the ways to send a field; was is nil if only one side has it. A catalog that has
// it in no rule counts like the other one.
func (c *combinations) addStates(baseField, f *catalog.Field, isInHead, wasOpen bool) {
	names := func(g *group) bool { return slices.Contains(g.fields, f) }
	inBaseRule := slices.ContainsFunc(c.base, names)
	inHeadRule := slices.ContainsFunc(c.head, names)
	c.states[f] = nil
	for _, s := range relation.States(cmp.Or(baseField, f), f) {
		b, h := &s.Read[pairing.Base], &s.Read[pairing.Head]
		switch {
		case !inBaseRule:
			b.Given = h.Given
		case !inHeadRule:
			h.Given = b.Given
		}
		switch {
		case baseField != nil:
		case isInHead: // an old request has it only as an unknown key of an open request
			b.Accepted = s.Absent || wasOpen && h.Accepted
		default: // no new request has it
			h.Accepted = s.Absent
		}
		switch {
		case !s.Absent && !(b.Fits && h.Fits): // another type is another change
		case !s.IsMixed():
			c.states[f] = append(c.states[f], s)
		case s.IsAccepted() && baseField.Name == f.Name && !c.knowsMixed(f, s):
			c.mixed = append(c.mixed, mixedState{f, s})
		}
	}
}

// knowsMixed reports whether a mixed state that counts on the same side is known.
func (c *combinations) knowsMixed(f *catalog.Field, s relation.State) bool {
	return slices.ContainsFunc(c.mixed, func(m mixedState) bool {
		return m.field == f && m.Read[pairing.Base].Given == s.Read[pairing.Base].Given
	})
}

// isRetyped reports whether no old value of a field can be read.
func (c *combinations) isRetyped(f *catalog.Field) bool {
	isRead := func(s relation.State) bool { return s.Value != nil && s.Read[pairing.Base].Accepted }
	return !slices.ContainsFunc(c.states[f], isRead)
}

// unimpliedRules returns the rules of a side except those that follow from the other side's rules
// and the remaining ones. Rules that the other side also has stay.
func unimpliedRules(accepted states, side pairing.Side, rules, other []*group) []*group {
	remaining := rules
	for _, g := range rules {
		isSame := func(o *group) bool { return o.Kind == g.Kind && o.hasSameFields(g) }
		if slices.ContainsFunc(other, isSame) {
			continue
		}
		others := without(remaining, g)
		conditions := slices.Concat(obeyed(1-side, other...), obeyed(side, others...))
		conditions = append(conditions, g.violated(side))
		if _, result := accepted.find(conditions...); result == pattern.None {
			remaining = others
		}
	}
	return remaining
}

// effect is the effect of one step from a rule to another; either may be nil.
type effect struct {
	refuses         pattern.Result
	admits, shifts  bool
	outranked       bool        // a field that won loses to one that did not matter to it
	refused, others Combination // requests that show it
}

// judge returns the effect of a step on the way from rule b to rule h: before and after are the
// rules at the beginning and the end of the step, nil if there is none. A request that is refused
// by another rule as well shows nothing, so all other rules have to be obeyed.
func (c *combinations) judge(b, before, after, h *group) effect {
	var e effect
	if after != nil {
		others := obeyed(pairing.Head, without(c.headMinimal, h)...)
		conditions := slices.Concat(obeyed(pairing.Base, c.base...), others, obeyed(pairing.Base, before))
		conditions = append(conditions, after.violated(pairing.Head), h.violated(pairing.Head))
		e.refused, e.refuses = c.states.acceptedBy(pairing.Base).find(conditions...)
	}
	if before != nil {
		others := obeyed(pairing.Base, without(c.baseMinimal, b)...)
		conditions := slices.Concat(obeyed(pairing.Head, c.head...), others, obeyed(pairing.Head, after))
		conditions = append(conditions, before.violated(pairing.Base), b.violated(pairing.Base))
		combination, result := c.states.acceptedBy(pairing.Head).find(conditions...)
		e.admits, e.others = result != pattern.None, combination
	}
	c.findShift(&e, before, after)
	return e
}

// findShift looks for a request that both sides accept, with a field that only one side
// omits because another field comes first. It prefers a request in which a previous
// winner loses now.
func (c *combinations) findShift(e *effect, before, after *group) {
	acceptedByBoth := c.states.acceptedBy(pairing.Base).acceptedBy(pairing.Head)
	obeysAll := append(obeyed(pairing.Base, c.base...), obeyed(pairing.Head, c.head...)...)
	search := func(outranked bool, sent []condition, omitted condition) {
		if e.outranked || e.shifts && !outranked {
			return
		}
		combination, result := acceptedByBoth.find(slices.Concat(sent, []condition{omitted}, obeysAll)...)
		if result != pattern.None {
			e.shifts, e.others = true, combination
			e.outranked = outranked && result == pattern.Found
		}
	}
	rules := [2]*group{before, after}
	for _, side := range []pairing.Side{pairing.Head, pairing.Base} { // that omits the field
		omitting, sending := rules[side], rules[1-side]
		for _, f := range omitting.rankedFields() {
			sent := []condition{
				one(relation.State.IsKept, f),
				none(givenOn(1-side), sending.fieldsBefore(f)...),
			}
			stays := slices.Contains(sending.rankedFields(), f)
			if stays {
				sent = append(sent, one(givenOn(1-side), f))
			}
			for _, first := range omitting.fieldsBefore(f) {
				search(stays && side == pairing.Head, sent, one(givenOn(side), first))
			}
			search(false, sent, none(givenOn(side), f)) // without a value, it is left out
		}
	}
}

// examples returns combinations that show the effect.
func (e effect) examples() []Combination {
	var combinations []Combination
	if e.refuses == pattern.Found {
		combinations = append(combinations, e.refused)
	}
	if e.admits || e.shifts {
		combinations = append(combinations, e.others)
	}
	return combinations
}

// situation returns the gravest of what a step does. That requests are refused outweighs what else
// changes for those that are not.
func (e effect) situation() Situation {
	switch {
	case e.refuses == pattern.Undecided:
		return unsettled
	case e.refuses == pattern.Found && (e.admits || e.shifts):
		return andOthers
	case e.refuses == pattern.Found:
		return refusesSome
	case e.outranked:
		return otherWinner
	case e.shifts:
		return otherFields
	case e.admits:
		return acceptsMore
	}
	return noEffect
}

// mixedEffect returns the effect of a way to send a field that counts in only one of the
// catalogs, on the way from rule b, which may be nil, to rule h.
func (c combinations) mixedEffect(b, h *group, m mixedState) effect {
	c.states = maps.Clone(c.states)
	c.states[m.field] = []relation.State{m.State}
	c.headMinimal, c.baseMinimal = nil, nil
	return c.judge(b, b, h, h)
}
