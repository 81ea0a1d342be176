package diff

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
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
	old, current             map[*catalog.Field]presence
	body                     *pairing.Fields
	countChanges             []countChange

	// given has a value that counts only in rules that name the field.
	given *catalog.Field
}

// combinationsOf prepares the judgment of rules of both catalogs. The request is that of the
// head; open says whether that of the base was.
func combinationsOf(
	base, head []*group, body *pairing.Fields, request *catalog.Shape, open bool,
) *combinations {
	c := &combinations{
		base:    base,
		head:    head,
		old:     map[*catalog.Field]presence{},
		current: map[*catalog.Field]presence{},
		body:    body,
	}
	for _, g := range slices.Concat(base, head) {
		for _, f := range g.fields {
			was := body.Base[f]
			switch {
			case c.isRetyped(f): // any value has the wrong type, which is a separate change
				c.old[f] = presence{lack: !was.Required}
				c.current[f] = presence{lack: !f.Required}
			case was != nil:
				if _, known := c.old[f]; known {
					continue
				}
				c.old[f] = presenceOf(was)
				c.current[f] = presenceOf(f)
				c.tryValues(was, f)
			case slices.Contains(request.Fields, f): // it is new
				c.old[f], c.current[f] = presence{lack: true}, presenceOf(f)
				if open { // an old request may have it as an unknown key, with a value or without
					old := c.current[f]
					old.lack = true
					c.old[f] = old
				}
			default: // it is gone, so no new request has it
				c.old[f], c.current[f] = presenceOf(f), presence{lack: true}
			}
		}
	}
	c.headMinimal = unimpliedRules(head, base, c.old)
	c.baseMinimal = unimpliedRules(base, head, c.current)
	return c
}

// unimpliedRules returns the rules except those that follow from the other side's rules and the
// remaining ones. Rules that the other side also has stay.
func unimpliedRules(rules, other []*group, habits map[*catalog.Field]presence) []*group {
	left := rules
	for _, g := range rules {
		isSame := func(o *group) bool { return o.Kind == g.Kind && o.hasSameFields(g) }
		if slices.ContainsFunc(other, isSame) {
			continue
		}
		others := without(left, g)
		conditions := append(conditionsOf(slices.Concat(other, others)...), g.violation())
		if _, result := chooseFields(habits, conditions); result == pattern.None {
			left = others
		}
	}
	return left
}

// isRetyped reports whether no old value of a field can be read.
func (c *combinations) isRetyped(f *catalog.Field) bool {
	was := c.body.Base[f]
	return was != nil && !hasSameForm(was, f)
}

// effect is the effect of one step from a rule to another; either may be nil.
type effect struct {
	refuses         pattern.Result
	admits, shifts  bool
	outranked       bool             // a field that won loses to one that did not matter to it
	refused, others []*catalog.Field // fields of a request that shows it
}

// judge returns the effect of a step on the way from rule b to rule h.
func (c *combinations) judge(b, before, after, h *group) effect {
	var e effect
	if after != nil {
		met := slices.Concat(c.base, without(c.headMinimal, h), []*group{before})
		conditions := append(conditionsOf(met...), after.violation(), h.violation())
		e.refused, e.refuses = chooseFields(c.old, conditions)
	}
	if before != nil {
		met := slices.Concat(c.head, without(c.baseMinimal, b), []*group{after})
		conditions := append(conditionsOf(met...), before.violation(), b.violation())
		found, result := chooseFields(c.current, conditions)
		e.admits, e.others = result != pattern.None, found
	}
	c.findShift(&e, before, after)
	return e
}

// findShift looks for a request that both sides accept, with a field that only one side
// omits because another field comes first. It prefers a request in which a previous
// winner loses now.
func (c *combinations) findShift(e *effect, before, after *group) {
	both := map[*catalog.Field]presence{}
	for f, was := range c.old {
		is := c.current[f]
		both[f] = presence{was.give && is.give, was.lack && is.lack, was.empty && is.empty}
	}
	accepted := conditionsOf(slices.Concat(c.base, c.head)...)
	try := func(outranked bool, conditions ...condition) {
		if e.outranked || e.shifts && !outranked {
			return
		}
		found, result := chooseFields(both, slices.Concat(accepted, conditions))
		if result != pattern.None {
			e.shifts, e.others = true, found
			e.outranked = outranked && result == pattern.Found
		}
	}
	for _, way := range [][2]*group{{after, before}, {before, after}} {
		for _, f := range way[0].rankedFields() {
			if f == c.given {
				continue
			}
			wins := way[1].fieldsBefore(f)
			stays := slices.Contains(way[1].rankedFields(), f)
			for _, first := range way[0].fieldsBefore(f) {
				if !slices.Contains(wins, first) {
					both := func(n int) bool { return n == 2 }
					given := condition{[]*catalog.Field{f, first}, both}
					try(stays && way[0] == after, given, noneGiven(wins...))
				}
			}
			if both[f].empty && !stays { // without a value, it is left out
				try(false, noneGiven(f))
			}
		}
	}
}

// examples returns combinations that show the effect.
func (e effect) examples() [][]*catalog.Field {
	var all [][]*catalog.Field
	if e.refuses == pattern.Found {
		all = append(all, e.refused)
	}
	if e.admits || e.shifts {
		all = append(all, e.others)
	}
	return all
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

// countEffect returns the effect of a value that counts in only one of the catalogs, on the
// way from rule b, which may be nil, to rule h.
func (c combinations) countEffect(b, h *group, r countChange) effect {
	rules, rule := &c.head, &h // of the catalog that does not count it
	if r.side == pairing.Head {
		rules, rule = &c.base, &b
	}
	var reduced []*group
	for _, g := range *rules {
		other := &group{Rule: g.Rule, fields: without(g.fields, r.field)}
		reduced = append(reduced, other)
		if g == *rule {
			*rule = other
		}
	}
	*rules, c.given = reduced, r.field
	c.headMinimal, c.baseMinimal = nil, nil
	c.old = maps.Clone(c.old)
	c.current = maps.Clone(c.current)
	c.old[r.field], c.current[r.field] = presence{give: true}, presence{give: true}
	e := c.judge(b, b, h, h)
	for _, found := range [][]*catalog.Field{e.refused, e.others} {
		if i := slices.Index(found, r.field); i >= 0 {
			found[i] = r.replacement
		}
	}
	return e
}
