package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/text/pattern"
)

// Situations of rules over several fields.
var (
	refusesSome = Situation{"some old requests are refused, and the service receives no others"}
	andOthers   = Situation{"some old requests are refused, and the service receives other combinations"}
	otherFields = Situation{"no old request is refused, and the service receives other fields of some"}
	otherWinner = Situation{"no old request is refused, and another field decides in some"}
	acceptsMore = Situation{"only more combinations are accepted"}
	noEffect    = Situation{"the same requests are accepted"}
	unsettled   = Situation{"it is not decided whether old requests are refused"}
)

// combinations judges the rules over several fields of an operation. Its fields are those
// of the head, and those of the base that were removed.
type combinations struct {
	base, head               []*group // all rules
	baseMinimal, headMinimal []*group // without implied rules
	old, current             map[*catalog.Field]presence
	body                     *pairing.Fields
	countChanges             []countChange
	given                    *catalog.Field // with a value that counts only in rules that name the field
}

// presence says whether a request may give a field, may lack it, and may have it without a
// value.
type presence struct{ give, lack, empty bool }

// condition limits how many of several fields are given.
type condition struct {
	fields []*catalog.Field
	allows func(n int) bool
}

func noneGiven(fields ...*catalog.Field) condition {
	return condition{fields, func(n int) bool { return n == 0 }}
}

func (g *group) condition() condition { return condition{g.fields, g.Allows} }
func (g *group) violation() condition {
	return condition{g.fields, func(n int) bool { return !g.Allows(n) }}
}

func conditionsOf(groups ...*group) []condition {
	var all []condition
	for _, g := range groups {
		if g != nil {
			all = append(all, g.condition())
		}
	}
	return all
}

func combinationsOf(base, head []*group, body *pairing.Fields, request *catalog.Shape, open bool) *combinations {
	c := &combinations{base: base, head: head, old: map[*catalog.Field]presence{}, current: map[*catalog.Field]presence{}, body: body}
	for _, g := range slices.Concat(base, head) {
		for _, f := range g.fields {
			was := body.Base[f]
			switch {
			case c.isRetyped(f): // any value has the wrong type, which is a separate change
				c.old[f], c.current[f] = presence{lack: !was.Required}, presence{lack: !f.Required}
			case was != nil:
				if _, known := c.old[f]; known {
					continue
				}
				c.old[f], c.current[f] = presenceOf(was), presenceOf(f)
				c.tryValues(was, f)
			case slices.Contains(request.Fields, f): // it is new
				c.old[f], c.current[f] = presence{lack: true}, presenceOf(f)
				if open { // an old request may have it as an unknown key, with a value or without
					c.old[f] = presence{give: c.current[f].give, lack: true, empty: c.current[f].empty}
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
		if slices.ContainsFunc(other, func(o *group) bool { return o.Kind == g.Kind && o.hasSameFields(g) }) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(left), func(o *group) bool { return o == g })
		if _, result := chooseFields(habits, append(conditionsOf(slices.Concat(other, others)...), g.violation())); result == pattern.None {
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

// hasSameForm reports whether a value of one field may be read as one of another.
func hasSameForm(b, h *catalog.Field) bool {
	form := func(f *catalog.Field) catalog.Kind {
		switch {
		case f.Join != "" || f.Type.Kind == catalog.Enumeration:
			return catalog.String
		case f.Type.Kind == catalog.Integer:
			return catalog.Number
		case f.Type.Kind == catalog.Record:
			return catalog.Object
		}
		return f.Type.Kind
	}
	return form(b) == form(h) || isAny(b.Type) || isAny(h.Type)
}

// presenceOf returns the presence that a field alone allows.
func presenceOf(f *catalog.Field) presence {
	h := presence{give: true}
	switch t := f.Type; t.Kind {
	case catalog.String, catalog.Enumeration:
		var all []pattern.Constraint
		for _, l := range edge.Limits(f) {
			all = append(all, l.Constraint)
		}
		_, result := pattern.Find(all, pattern.Length(0, 0))
		h.give = result != pattern.None
		h.empty = !edge.EmptyIsAbsent(f) && !slices.ContainsFunc(all, func(c pattern.Constraint) bool { return !c.Holds("") })
	case catalog.Array:
		h.give = f.MaxItems == nil || *f.MaxItems > 0
		h.empty = f.MinItems == nil || *f.MinItems == 0
	case catalog.Record:
		h.give = len(t.Record.Fields) > 0 || t.Record.Open
		h.empty = !slices.ContainsFunc(t.Record.Fields, func(f *catalog.Field) bool { return f.Required || f.Default != nil })
	case catalog.Object, catalog.Any, catalog.Unspecified:
		h.empty = true
	}
	h.lack = h.empty || !f.Required
	return h
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
		others := slices.DeleteFunc(slices.Clone(c.headMinimal), func(g *group) bool { return g == h })
		e.refused, e.refuses = chooseFields(c.old, append(conditionsOf(slices.Concat(c.base, others, []*group{before})...), after.violation(), h.violation()))
	}
	if before != nil {
		others := slices.DeleteFunc(slices.Clone(c.baseMinimal), func(g *group) bool { return g == b })
		found, result := chooseFields(c.current, append(conditionsOf(slices.Concat(c.head, others, []*group{after})...), before.violation(), b.violation()))
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
		if found, result := chooseFields(both, slices.Concat(accepted, conditions)); result != pattern.None {
			e.shifts, e.others, e.outranked = true, found, outranked && result == pattern.Found
		}
	}
	for _, way := range [][2]*group{{after, before}, {before, after}} {
		for _, f := range way[0].rankedFields() {
			if f == c.given {
				continue
			}
			wins, stays := way[1].fieldsBefore(f), slices.Contains(way[1].rankedFields(), f)
			for _, first := range way[0].fieldsBefore(f) {
				if !slices.Contains(wins, first) {
					given := condition{[]*catalog.Field{f, first}, func(n int) bool { return n == 2 }}
					try(stays && way[0] == after, given, noneGiven(wins...))
				}
			}
			if both[f].empty && !stays { // without a value, it is left out
				try(false, noneGiven(f))
			}
		}
	}
}

// rankedFields returns the fields if only the first of them is sent.
func (g *group) rankedFields() []*catalog.Field {
	if g == nil || !g.Ranked() {
		return nil
	}
	return g.fields
}

func (g *group) fieldsBefore(f *catalog.Field) []*catalog.Field {
	all := g.rankedFields()
	return all[:max(0, slices.Index(all, f))]
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

// mostCombinations bounds a search.
const mostCombinations = 10_000

// chooseFields looks for fields whose presence in a request meets every condition. It decides field
// by field, as long as every condition can still be met.
func chooseFields(habits map[*catalog.Field]presence, all []condition) (found []*catalog.Field, result pattern.Result) {
	var fields []*catalog.Field
	about := map[*catalog.Field][]condition{}
	for _, d := range all {
		for _, f := range d.fields {
			if about[f] == nil {
				fields = append(fields, f)
			}
			about[f] = append(about[f], d)
		}
	}
	left, gives := mostCombinations, map[*catalog.Field]bool{} // of decided fields
	unmet := func(d condition) bool {
		given, open := 0, 0
		for _, f := range d.fields {
			if give, decided := gives[f]; give {
				given++
			} else if !decided {
				open++
			}
		}
		most := given + open
		for given <= most && !d.allows(given) {
			given++
		}
		return given > most
	}
	var decide func(fields []*catalog.Field) bool // reports whether that succeeded
	decide = func(fields []*catalog.Field) bool {
		if len(fields) == 0 {
			return true
		}
		f := fields[0]
		for _, give := range []bool{false, true} {
			if left--; left < 0 {
				return false
			}
			gives[f] = give
			if choose(give, habits[f].give, habits[f].lack) && !slices.ContainsFunc(about[f], unmet) && decide(fields[1:]) {
				if give {
					found = append(found, f)
				}
				return true
			}
		}
		delete(gives, f)
		return false
	}
	switch ok := decide(fields); {
	case left < 0:
		return nil, pattern.Undecided
	case !ok:
		return nil, pattern.None
	}
	return found, pattern.Found
}
