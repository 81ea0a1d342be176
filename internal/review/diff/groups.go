package diff

import (
	"slices"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/text/pattern"
)

// This file compares the rules over several fields, such as first_of. What a change of a rule
// means depends on all other rules of the operation, old and new: a stricter rule refuses
// nothing if another one refused it before. So a step from one rule to another is judged by a
// search for a request that shows it, see [combinations].

// compareGroups compares the rules over several fields. It pairs equal rules first, then rules
// over the same fields, then rules of one kind that share most fields. The judgment of a step needs
// all rules and is costly, so it is prepared when the first difference asks for it.
func (c *comparison) compareGroups(p place, bo, ho *catalog.Operation, body *pairing.Fields) {
	base, head := groupsOf(bo, ho, body)
	p.base.Shape, p.head.Shape = bo.Request, ho.Request
	judge := sync.OnceValue(func() *combinations {
		return combinationsOf(base, head, body, ho.Request, bo.Request.Open)
	})
	pairGroups(base, head, isSameRule, func(b, h *group) { c.comparePriority(p, b, h, judge) })
	pairGroups(base, head, isOverSameFields, func(b, h *group) {
		key := arrow(b.String(), h.String())
		e := judge().judge(b, b, h, h)
		c.groupEffect(p, b, h, e, key, "the rule over the fields changes: %s", key)
	})
	pairGroups(base, head, likeness, func(b, h *group) {
		c.compareGroupFields(p, b, h, body, judge)
	})
	for _, b := range base {
		if b.other == nil {
			c.reportRemovedGroup(p, b, judge().judge(b, b, nil, nil))
		}
	}
	for _, h := range head {
		if h.other == nil {
			e := judge().judge(nil, nil, h, h)
			c.addEffect(h.headChange(p, nil), ruleTightened, e, "added "+h.String(), "the rule %s is new", h)
		}
		c.reportCountChanges(p, h.other, h, body, judge)
	}
}

// groupsOf returns the rules of an operation in both catalogs. Those of the base have the fields of
// the head in place of their own, so that a renamed field is the same one on both sides.
func groupsOf(bo, ho *catalog.Operation, body *pairing.Fields) (base, head []*group) {
	for _, r := range bo.Rules {
		g := &group{Rule: r}
		for _, f := range r.Fields {
			if h := body.Head[f]; h != nil {
				f = h
			}
			g.fields = append(g.fields, f)
		}
		base = append(base, g)
	}
	for _, r := range ho.Rules {
		head = append(head, &group{Rule: r, fields: r.Fields})
	}
	return base, head
}

// reportRemovedGroup reports a rule that is gone without a counterpart.
func (c *comparison) reportRemovedGroup(p place, b *group, e effect) {
	change := p.baseChange("", b.Pos)
	change.Base.Rule = b.Rule
	c.addEffect(change, ruleLoosened, e, "removed "+b.String(), "the rule %s is gone", b)
}

// isSameRule scores groups of the same kind over the same fields.
func isSameRule(b, h *group) int {
	if b.Kind != h.Kind {
		return 0
	}
	return isOverSameFields(b, h)
}

// isOverSameFields scores groups over the same fields, in any order: their kinds may differ.
func isOverSameFields(b, h *group) int {
	if b.hasSameFields(h) {
		return 1
	}
	return 0
}

// likeness scores groups of the same kind by the number of common fields.
func likeness(b, h *group) int {
	if b.Kind != h.Kind {
		return 0
	}
	return len(b.commonFields(h))
}

// pairGroups pairs each group of the base with the group of the head that has the highest
// score above 0, and hands each new pair to a function. Groups that have a pair keep it.
func pairGroups(base, head []*group, score func(b, h *group) int, handle func(b, h *group)) {
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
			handle(b, best)
		}
	}
}

// headChange begins a change of a group of the head.
func (g *group) headChange(p place, b *group) Change {
	change := p.headChange("", g.Pos)
	change.Head.Rule = g.Rule
	if b != nil {
		change.Base.Rule = b.Rule
	}
	return change
}

// All fields are accepted as before, so that only who sends several of them could notice.
var firstOfOrderChanged = rule("first-of-order-changed",
	"The order of the fields of first_of changed, so another one has priority.",
	"Requests with several fields act on another one. Nothing is refused, and everything compiles.",
	example{
		before: "- first_of: [claim_id, claim_number]",
		after:  "- first_of: [claim_number, claim_id]",
	},
	Anywhere.verdicts("S–SS").because(otherData),
	Anywhere.verdicts("····").when(noEffect),
).replaces("oneof-priority-changed")

// comparePriority reports another order of the fields of both groups, which matters only in
// first_of.
func (c *comparison) comparePriority(p place, b, h *group, judge func() *combinations) {
	if h.IsFirstOf() && !slices.Equal(b.commonFields(h), h.commonFields(b)) {
		rules := judge()
		key := arrow(b.String(), h.String())
		e := rules.judge(b, b, b.withFields(h.sorted(b.fields)), h)
		// A caller who follows the new type of a field gets no error from the new order.
		e.shifts = e.shifts || slices.ContainsFunc(b.commonFields(h), rules.isRetyped)
		c.addEffect(h.headChange(p, b), firstOfOrderChanged, e, key,
			"another field comes first: %s", key)
	}
}

// These rules are for all kinds of rules over fields: they differ in what a step from one rule to
// another does, and not in the kinds.
var ruleTightened = rule("rule-tightened",
	"A rule over several fields is new, is of a stricter kind, or counts a record as present in "+
		"other cases.",
	"Old requests with none of the fields, or with several, may be refused. With first_of, the "+
		"service receives only the first of several. No old request has new fields, unless it "+
		"was open. A record counts as given if it is sent with members, so a record with a "+
		"default always counts. Everything compiles.",
	example{after: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–SS"),
	Anywhere.verdicts("B–S·").when(refusesSome),
	Anywhere.verdicts("S–SS").when(otherFields),
	Anywhere.verdicts("····").when(noEffect),
	Anywhere.verdicts("?–SS").when(unsettled),
).replaces("oneof-tightened", "oneof-added", "oneof-cardinality-tightened")

// More combinations reach the service, which may have relied on the rule.
var ruleLoosened = rule("rule-loosened",
	"A rule over several fields was removed, is of a less strict kind, or counts a record as "+
		"present in other cases.",
	"Old requests stay valid. The service may receive combinations that it did not before. After "+
		"first_of, all of the fields reach it, and not only the first.",
	example{before: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("S–SS"),
	Anywhere.verdicts("·–·S").when(acceptsMore),
	Anywhere.verdicts("····").when(noEffect),
).replaces("oneof-loosened", "oneof-removed", "oneof-cardinality-loosened")

// Neither side refuses more, so only the meaning of a request with several fields differs.
var ruleChanged = rule("rule-changed",
	"Only the first of several fields is sent now, or all of them are, or a record counts as "+
		"present in other cases.",
	"The same requests are valid. If a request has several of the fields, others of them reach "+
		"the service.",
	example{
		before: "- first_of: [claim_id, claim_number]",
		after:  "- at_least_one_of: [claim_id, claim_number]",
	},
	Anywhere.verdicts("S–SS"),
	Anywhere.verdicts("····").when(noEffect),
).replaces("oneof-changed", "oneof-send-policy-changed")

// reportCountChanges reports that a rule counts more or fewer values of a record as given.
func (c *comparison) reportCountChanges(
	p place, b, h *group, body *pairing.Fields, judge func() *combinations,
) {
	isCounted := func(f *catalog.Field) bool {
		baseField := body.Base[f]
		return baseField != nil && (isCounted(baseField.Type) || isCounted(f.Type))
	}
	if !slices.ContainsFunc(h.fields, isCounted) {
		return
	}
	for _, m := range judge().mixed {
		if !slices.Contains(h.fields, m.field) {
			continue
		}
		subject := "fewer values of field " + m.field.Name
		if m.Read[pairing.Head].Given {
			subject = "more values of field " + m.field.Name
		}
		if e := judge().mixedEffect(b, h, m); e.situation() != noEffect {
			c.groupEffect(p, b, h, e, subject+": "+h.String(),
				"the rule %s counts %s as given", h, subject)
		}
	}
}

// isCounted reports whether the members of an object decide if it counts as given.
func isCounted(t *catalog.Type) bool {
	return t.Kind == catalog.Record || t.Kind == catalog.Union
}

// groupEffect adds a change with the rule that its effect determines.
func (c *comparison) groupEffect(p place, b, h *group, e effect, key, format string, args ...any) {
	rule := ruleTightened
	needsOne := b != nil && !b.Allows(0) && !h.Allows(0)
	switch {
	case e.refuses != pattern.None:
	case e.shifts, !e.admits && needsOne:
		rule = ruleChanged
	default:
		rule = ruleLoosened
	}
	c.addEffect(h.headChange(p, b), rule, e, key, format, args...)
}

// addEffect adds a change with the situation of its effect.
func (c *comparison) addEffect(
	change Change, rule *Rule, e effect, key, format string, args ...any,
) {
	when := e.situation()
	change.Combinations = e.examples()
	if when == noEffect || when == unsettled {
		format += when.clause()
	}
	c.add(change.inSituation(when), rule, key, format, args...)
}

// A field in a rule may be new in the request, too. This is one finding then, since the field alone
// would look harmless.
var ruleMemberAdded = rule("rule-member-added",
	"A rule over several fields includes another field, which may be new.",
	"If one of the fields is required, more requests are valid. If only the first is sent, old "+
		"requests with several act on a different one if a field now comes before the one that "+
		"was sent. If combinations are refused, so are old requests with them, and with "+
		"all_or_none_of, those that lack a new field. No old request has that, unless the "+
		"request was open.",
	example{
		before: "- first_of: [claim_id, claim_number]",
		after:  "- first_of: [claim_id, claim_number, policy_id]",
	},
	Anywhere.verdicts("B–S·"),
	Anywhere.verdicts("S–SS").when(otherFields),
	Anywhere.verdicts("S–SS").when(otherWinner).because(otherData),
	Anywhere.verdicts("·–·S").when(acceptsMore),
	Anywhere.verdicts("····").when(noEffect),
	Anywhere.verdicts("?–SS").when(unsettled),
).replaces("oneof-member-added", "field-moved-into-oneof")

// What it means depends on the kind of the rule: at_least_one_of refuses more without a field, and
// at_most_one_of less. The search for requests decides, as for every rule.
var ruleMemberRemoved = rule("rule-member-removed",
	"A rule over several fields no longer includes one of them, which may have been removed.",
	"If one of the fields is required, old requests with only this one are refused. If "+
		"combinations are refused, fewer are. Old requests with a field that is gone are "+
		"refused, and it is removed from Go; an open request keeps it in Extra.",
	example{
		before: "- at_least_one_of: [claim_id, claim_number, policy_id]",
		after:  "- at_least_one_of: [claim_id, claim_number]",
	},
	Anywhere.verdicts("B–SS"),
	Anywhere.verdicts("B–S·").when(refusesSome),
	Anywhere.verdicts("S–SS").when(otherFields),
	Anywhere.verdicts("·–·S").when(acceptsMore),
	Anywhere.verdicts("····").when(noEffect),
	Anywhere.verdicts("?–SS").when(unsettled),
	Anywhere.verdicts("B–BB").when(memberGone),
	Anywhere.verdicts("S–BB").when(openRecord),
).replaces("oneof-member-removed", "field-moved-out-of-oneof")

// The request is refused for the field, whatever the rule says.
var memberGone = Situation{words: "the field is gone"}

// compareGroupFields reports the fields that were added to a group or removed from it, step by
// step, even if they were added to the request or removed from it. Another order of the
// remaining fields is a separate change.
func (c *comparison) compareGroupFields(
	p place, b, h *group, body *pairing.Fields, judge func() *combinations,
) {
	c.comparePriority(p, b, h, judge)
	current := b.withFields(h.sorted(b.fields)) // the rule after the steps so far
	for _, f := range h.fields {
		if slices.Contains(b.fields, f) {
			continue
		}
		before := current
		current = b.withFields(h.sorted(append(slices.Clone(current.fields), f)))
		c.reportMemberAdded(p, b, h, f, body.Base[f], judge().judge(b, before, current, h))
	}
	for i, f := range b.fields {
		if slices.Contains(h.fields, f) {
			continue
		}
		before := current
		current = b.withFields(without(current.fields, f))
		baseField := b.Fields[i]
		e := judge().judge(b, before, current, h)
		if body.Head[baseField] == nil {
			c.reportMemberGone(p, b, h, baseField, e)
			continue
		}
		change := h.headChange(p, b)
		change.Base.Field, change.Head.Field = baseField, f
		c.addEffect(change, ruleMemberRemoved, e, "-"+f.Name+": "+h.String(),
			"the rule %s no longer includes field %s", h, f.Name)
	}
}

// reportMemberAdded reports a field that a rule includes now; was is nil if the field is new.
func (c *comparison) reportMemberAdded(p place, b, h *group, f, baseField *catalog.Field, e effect) {
	change, format := h.headChange(p, b), "the rule %s includes field %s now"
	change.Base.Field, change.Head.Field = baseField, f
	if baseField == nil {
		// A request that was open kept the key already, which is a change of its own.
		c.reported[part{element: f}] = !p.base.Operation.Request.Open
		change.addCase(fieldAdded.caseFor(InRequest, general))
		format = "the rule %s includes the new field %s"
	}
	c.addEffect(change, ruleMemberAdded, e, "+"+f.Name+": "+h.String(), format, h, f.Name)
}

// reportMemberGone reports a field of a rule that is gone. It is one finding with the change of the
// rule, so the field is not reported again as removed.
func (c *comparison) reportMemberGone(p place, b, h *group, f *catalog.Field, e effect) {
	c.reported[part{element: f}] = true
	change := h.headChange(p, b)
	change.Base.Field = f
	typ := p.base.Area.Package + "." + p.base.Operation.Request.GoName
	change.Go = []string{typ + "." + f.GoName + ": removed"}
	when := memberGone
	if p.head.Operation.Request.Open && e.refuses == pattern.None {
		when = openRecord
	}
	c.add(change.inSituation(when), ruleMemberRemoved, "-"+f.Name+": "+h.String(),
		"field %s is gone, and the rule is %s now", f.Name, h)
}
