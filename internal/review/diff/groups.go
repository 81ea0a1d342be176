package diff

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/pattern"
)

// group is a rule over several fields, with the fields of the head, or those of the
// base if they were removed.
type group struct {
	*catalog.Rule
	fields []*catalog.Field
	other  *group // its counterpart in the other catalog
}

// groups compares the rules over several fields. It pairs equal rules first, then rules
// over the same fields, then rules of one kind that share most fields.
func (c *comparison) groups(p place, bo, ho *catalog.Operation, body *matching) {
	var base, head []*group
	for _, r := range bo.Rules {
		g := &group{Rule: r}
		for _, f := range r.Fields {
			g.fields = append(g.fields, cmp.Or(body.head[f], f))
		}
		base = append(base, g)
	}
	for _, r := range ho.Rules {
		head = append(head, &group{Rule: r, fields: r.Fields})
	}
	pair(base, head, func(b, h *group) int { return choose(b.Kind == h.Kind && b.hasSameFields(h), 1, 0) })
	pair(base, head, func(b, h *group) int { return choose(b.hasSameFields(h), 1, 0) })
	pair(base, head, func(b, h *group) int { return choose(b.Kind == h.Kind, len(b.commonFields(h)), 0) })
	p.base.Shape, p.head.Shape = bo.Request, ho.Request
	all := sync.OnceValue(func() *combinations { return combinationsOf(base, head, body, ho.Request, bo.Request.Open) })
	for _, b := range base {
		if b.other == nil {
			change := p.baseChange("", b.Pos)
			change.Base.Rule = b.Rule
			c.addEffect(change, oneofLoosened, all().judge(b, nil), "removed "+b.String(), "the rule %s is gone", b)
		}
	}
	for _, h := range head {
		change := p.headChange("", h.Pos)
		change.Head.Rule = h.Rule
		if h.other == nil {
			c.addEffect(change, oneofTightened, all().judge(nil, h), "added "+h.String(), "the rule %s is new", h)
		} else {
			change.Base.Rule = h.other.Rule
			c.group(change, h.other, h, all)
		}
		for _, f := range h.fields {
			names := func(b *group) bool { return slices.Contains(b.fields, f) }
			if was := body.base[f]; was != nil && !countsAlike(was, f) && slices.ContainsFunc(base, names) {
				c.addEffect(change, oneofTightened, effect{refuses: pattern.Undecided}, "values of field "+f.Name+": "+h.String(),
					"the rule %s counts other values of field %s as given", h, f.Name)
			}
		}
	}
}

// group compares two rules. Whatever changes, it is one change.
func (c *comparison) group(change Change, b, h *group, all func() *combinations) {
	old, now := catalog.Names(b.fields), catalog.Names(h.fields)
	added, gone := missing(now, old), missing(old, now)
	switch what := arrow(b.String(), h.String()); {
	case b.Kind != h.Kind:
		e, rule := all().judge(b, h), oneofLoosened
		if e.refuses != pattern.None {
			rule = oneofTightened
		} else if e.shifts || !e.admits && !b.Allows(0) && !h.Allows(0) {
			rule = oneofChanged
		}
		c.addEffect(change, rule, e, what, "the rule over the fields changes: %s", what)
	case len(added) > 0 || len(gone) > 0:
		rule, says := oneofMemberAdded, "includes field "+strings.Join(added, ", ")+" now"
		if len(added) == 0 {
			rule, says = oneofMemberRemoved, "no longer includes field "+strings.Join(gone, ", ")
		} else if len(gone) > 0 {
			says += ", and no longer field " + strings.Join(gone, ", ")
		}
		var members []string
		for _, name := range added {
			members = append(members, "+"+name)
		}
		for _, name := range gone {
			members = append(members, "-"+name)
		}
		c.addEffect(change, rule, all().judge(b, h), strings.Join(members, " ")+": "+h.String(), "the rule %s %s", h, says)
	case h.Ranked() && !slices.Equal(old, now):
		e := all().judge(b, h)
		// A caller who follows the new type of a field gets no error from the new order.
		e.shifts = e.shifts || slices.ContainsFunc(h.fields, all().retyped)
		c.addEffect(change, oneofPriorityChanged, e, what, "another field comes first: %s", what)
	}
}

// pair pairs each group of the base with the group of the head that scores best.
func pair(base, head []*group, score func(b, h *group) int) {
	for _, b := range base {
		var best *group
		most := 0
		for _, h := range head {
			if b.other == nil && h.other == nil && score(b, h) > most {
				best, most = h, score(b, h)
			}
		}
		if best != nil {
			b.other, best.other = best, b
		}
	}
}

// commonFields returns the fields of a group that another one also has.
func (g *group) commonFields(other *group) []*catalog.Field {
	return slices.DeleteFunc(slices.Clone(g.fields), func(f *catalog.Field) bool { return !slices.Contains(other.fields, f) })
}

// hasSameFields reports whether two groups are over the same fields.
func (g *group) hasSameFields(other *group) bool {
	n := len(g.commonFields(other))
	return n == len(g.fields) && n == len(other.fields)
}

func (g *group) String() string {
	return string(g.Kind) + " [" + strings.Join(catalog.Names(g.fields), ", ") + "]"
}

var oneofPriorityChanged = rule("oneof-priority-changed",
	"The order of the fields of first_of changed, so another one has priority.",
	"Requests with several fields act on another one. Nothing is refused, and everything compiles.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- first_of: [claim_number, claim_id]"},
	Anywhere.verdicts("S–SS").because(otherData), Anywhere.verdicts("····").when(noEffect))

var oneofTightened = rule("oneof-tightened",
	"A rule over several fields is new, is of a stricter kind, or counts a record as present in other cases.",
	"Old requests with none of the fields, or with several, may be refused. With first_of, the service receives only the first of several. No old request has new fields, unless it was open. A record counts as given if it is sent with members, so a record with a default always counts. Everything compiles.",
	example{after: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–SS"), Anywhere.verdicts("B–S·").when(refusesSome),
	Anywhere.verdicts("S–SS").when(otherFields), Anywhere.verdicts("····").when(noEffect),
	Anywhere.verdicts("?–SS").when(unsettled)).
	replaces("oneof-added", "oneof-cardinality-tightened")

var oneofLoosened = rule("oneof-loosened",
	"A rule over several fields was removed, is of a less strict kind, or counts a record as present in other cases.",
	"Old requests stay valid. The service may receive combinations that it did not before. After first_of, all of the fields reach it, and not only the first.",
	example{before: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("S–SS"), Anywhere.verdicts("·–·S").when(acceptsMore),
	Anywhere.verdicts("····").when(noEffect)).
	replaces("oneof-removed", "oneof-cardinality-loosened")

var oneofChanged = rule("oneof-changed",
	"Only the first of several fields is sent now, or all of them are, or a record counts as present in other cases.",
	"The same requests are valid. If a request has several of the fields, others of them reach the service.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- at_least_one_of: [claim_id, claim_number]"},
	Anywhere.verdicts("S–SS"), Anywhere.verdicts("····").when(noEffect)).
	replaces("oneof-send-policy-changed")

// addEffect adds a change with the situation of its effect.
func (c *comparison) addEffect(change Change, rule *Rule, e effect, what, format string, args ...any) {
	when := e.situation()
	change.Combinations = e.examples()
	if when == noEffect || when == unsettled {
		format += when.clause()
	}
	c.add(change.inSituation(when), rule, what, format, args...)
}

var oneofMemberAdded = rule("oneof-member-added",
	"A rule over several fields includes another field, and may no longer include some.",
	"If one of the fields is required, more requests are valid. If only the first is sent, old requests with several act on a different one if a field now comes before the one that was sent. If combinations are refused, so are old requests with them, and with all_or_none_of, those that lack a new field. No old request has that, unless the request was open.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- first_of: [claim_id, claim_number, policy_id]"},
	Anywhere.verdicts("B–S·"), Anywhere.verdicts("B–SS").when(andOthers),
	Anywhere.verdicts("S–SS").when(otherFields), Anywhere.verdicts("S–SS").when(otherWinner).because(otherData),
	Anywhere.verdicts("·–·S").when(acceptsMore), Anywhere.verdicts("····").when(noEffect),
	Anywhere.verdicts("?–SS").when(unsettled)).
	replaces("field-moved-into-oneof")

var oneofMemberRemoved = rule("oneof-member-removed",
	"A rule over several fields no longer includes one of them. A field that is gone is also a change of its own.",
	"If one of the fields is required, old requests with only this one are refused. If combinations are refused, fewer are.",
	example{before: "- at_least_one_of: [claim_id, claim_number, policy_id]", after: "- at_least_one_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–SS"), Anywhere.verdicts("B–S·").when(refusesSome),
	Anywhere.verdicts("S–SS").when(otherFields), Anywhere.verdicts("·–·S").when(acceptsMore),
	Anywhere.verdicts("····").when(noEffect), Anywhere.verdicts("?–SS").when(unsettled)).
	replaces("field-moved-out-of-oneof")
