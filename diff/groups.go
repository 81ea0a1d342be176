package diff

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/plan"
)

// group is a rule over several fields, with the fields of the head, or those of the
// base that were removed.
type group struct {
	plan.Rule
	fields []*catalog.Field
	taken  bool
}

// Situations of rules over several fields.
var (
	firstWins  = Situation{"only the first field with a value is sent"}
	someNeeded = Situation{"at least one of the fields is required"}
	refuses    = Situation{"the rule refuses combinations and requires none of the fields"}
	allNew     = Situation{"no old request can break the rule"}
	together   = Situation{"the fields are required together"}
)

// groups compares the rules over several fields. It pairs equal ones first, then
// those over the same fields, then those of one kind that share most fields.
func (c *comparison) groups(p place, bo, ho *catalog.Operation, body *matching) {
	var base, head []*group
	for _, r := range plan.Rules(bo) {
		g := &group{Rule: r}
		for _, f := range r.Fields {
			if h := body.head[f]; h != nil {
				f = h
			}
			g.fields = append(g.fields, f)
		}
		base = append(base, g)
	}
	for _, r := range plan.Rules(ho) {
		head = append(head, &group{Rule: r, fields: r.Fields})
	}
	p.base.Shape, p.head.Shape = bo.Request, ho.Request
	pair(base, head, func(b, h *group) int { return countIf(b.ID == h.ID && b.like(h), 1) },
		func(b, h *group) { c.priority(p, b, h) })
	pair(base, head, func(b, h *group) int { return countIf(b.like(h), 1) },
		func(b, h *group) { c.groupKind(p, b, h) })
	pair(base, head, func(b, h *group) int { return countIf(b.ID == h.ID, len(b.kept(h))) },
		func(b, h *group) { c.members(p, b, h, body) })
	for _, b := range base {
		if !b.taken {
			c.removedGroup(p, b, head)
		}
	}
	for _, h := range head {
		if !h.taken {
			c.addedGroup(p, h, base, body)
		}
	}
}

// countIf returns n on a condition, and otherwise 0.
func countIf(condition bool, n int) int {
	if condition {
		return n
	}
	return 0
}

// pair pairs each group of the base with the one of the head that scores best.
func pair(base, head []*group, score func(b, h *group) int, found func(b, h *group)) {
	for _, b := range base {
		var best *group
		most := 0
		for _, h := range head {
			if !b.taken && !h.taken && score(b, h) > most {
				best, most = h, score(b, h)
			}
		}
		if best != nil {
			b.taken, best.taken = true, true
			found(b, best)
		}
	}
}

// kept returns the fields of a group that another one has, too, in the order of the
// group.
func (g *group) kept(other *group) []*catalog.Field {
	return slices.DeleteFunc(slices.Clone(g.fields), func(f *catalog.Field) bool { return !slices.Contains(other.fields, f) })
}

// like tells whether two groups are over the same fields.
func (g *group) like(other *group) bool {
	n := len(g.kept(other))
	return n == len(g.fields) && n == len(other.fields)
}

func (g *group) String() string {
	return string(g.Of.Kind) + " [" + strings.Join(catalog.Names(g.fields), ", ") + "]"
}

// in begins a change of a group that is in the head.
func (h *group) in(p place, b *group) Change {
	change := p.here("", h.Of.Pos)
	change.Head.Rule = h.Of
	if b != nil {
		change.Base.Rule = b.Of
	}
	return change
}

var oneofPriorityChanged = rule("oneof-priority-changed",
	"The order of the fields of first_of changed, so another one has priority.",
	"Requests with several fields act on another one. Nothing is refused, and everything compiles.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- first_of: [claim_number, claim_id]"},
	Anywhere.verdicts("S–SS").because(otherData))

// priority reports another order of the fields that are in both groups, which
// matters only in first_of.
func (c *comparison) priority(p place, b, h *group) {
	if h.Alone && !slices.Equal(b.kept(h), h.kept(b)) {
		what := arrow(b.String(), h.String())
		c.add(h.in(p, b), oneofPriorityChanged, what, "another field comes first: %s", what)
	}
}

var oneofCardinalityTightened = rule("oneof-cardinality-tightened",
	"A rule over the same fields is of another kind, or was added beside another one, and refuses more.",
	"Old requests with none of the fields, or with several, may be refused. Everything compiles.",
	example{before: "- at_most_one_of: [claim_id, claim_number]", after: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–S·"))

var oneofSendPolicyChanged = rule("oneof-send-policy-changed",
	"Only the first of several fields is sent now, or no longer is.",
	"The same requests are valid. If a request has several of the fields, others of them reach the service.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- at_least_one_of: [claim_id, claim_number]"},
	Anywhere.verdicts("S–SS"))

// groupKind reports another rule over the same fields. Kinds that require one of
// the fields accept the same requests but send other parts of them. Any other two
// kinds refuse different requests.
func (c *comparison) groupKind(p place, b, h *group) {
	rule := oneofCardinalityTightened
	if b.NeedsOne() && h.NeedsOne() {
		rule = oneofSendPolicyChanged
	}
	what := arrow(b.String(), h.String())
	c.add(h.in(p, b), rule, what, "the rule over the fields changes: %s", what)
}

var oneofMemberAdded = rule("oneof-member-added",
	"A rule over several fields includes a new field.",
	"No old request has the field. The service may receive requests without any of the old fields. With all_or_none_of, requests with the old fields lack the new one.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- first_of: [claim_id, claim_number, policy_id]"},
	Anywhere.verdicts("·–·S"),
	Anywhere.verdicts("·–··").when(refuses),
	Anywhere.verdicts("B–S·").when(together))

var oneofMemberRemoved = rule("oneof-member-removed",
	"A rule over several fields lost one of them, which was removed.",
	"Old requests with the field are refused. The field is removed from Go.",
	example{before: "- first_of: [claim_id, claim_number, policy_id]", after: "- first_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–BB"))

var fieldMovedIntoOneof = rule("field-moved-into-oneof",
	"A rule over several fields includes another field of the request.",
	"If one of the fields is required, more requests are valid. If only the first is sent, old requests with several act on one. If combinations are refused, so are old requests with them.",
	example{before: "- first_of: [claim_id, claim_number]", after: "- first_of: [claim_id, claim_number, policy_id]"},
	Anywhere.verdicts("S–SS").when(firstWins),
	Anywhere.verdicts("·–·S").when(someNeeded),
	Anywhere.verdicts("B–S·").when(refuses))

var fieldMovedOutOfOneof = rule("field-moved-out-of-oneof",
	"A rule over several fields no longer includes one of them, which stays in the request.",
	"If one of the fields is required, old requests with only this one are refused. If combinations are refused, fewer are.",
	example{before: "- at_least_one_of: [claim_id, claim_number, policy_id]", after: "- at_least_one_of: [claim_id, claim_number]"},
	Anywhere.verdicts("B–SS").when(firstWins),
	Anywhere.verdicts("B–S·").when(someNeeded),
	Anywhere.verdicts("·–·S").when(refuses))

// members reports the fields that were added to a group, or removed from it. If such
// a field was added to the request or removed from it, that is reported here, too.
// Another order of the fields that stay is a change of its own.
func (c *comparison) members(p place, b, h *group, body *matching) {
	c.priority(p, b, h)
	for _, f := range h.fields {
		if slices.Contains(b.fields, f) {
			continue
		}
		change := h.in(p, b)
		change.Head.Field = f
		if body.base[f] != nil {
			change.Base.Field = body.base[f]
			c.addWhen(change, fieldMovedIntoOneof, effectOf(h.Rule), "+"+f.Name+": "+h.String(),
				"the rule %s includes field %s now", h, f.Name)
			continue
		}
		c.told[told{f, whole}] = true
		when := general
		switch {
		case h.OrNone:
			when = together
		case !h.NeedsOne():
			when = refuses
		}
		c.addWhen(change, oneofMemberAdded, when, "+"+f.Name+": "+h.String(),
			"the rule %s includes the new field %s", h, f.Name)
	}
	for i, f := range b.fields {
		if slices.Contains(h.fields, f) {
			continue
		}
		change := h.in(p, b)
		change.Base.Field = b.Fields[i]
		if body.head[b.Fields[i]] != nil {
			change.Head.Field = f
			c.addWhen(change, fieldMovedOutOfOneof, effectOf(h.Rule), "-"+f.Name+": "+h.String(),
				"the rule %s no longer includes field %s", h, f.Name)
			continue
		}
		c.told[told{f, whole}] = true
		change.Go = []string{p.base.Area.Package + "." + p.base.Operation.Request.GoName + "." + f.GoName + ": removed"}
		c.add(change, oneofMemberRemoved, "-"+f.Name+": "+h.String(), "field %s is gone, and the rule is %s now", f.Name, h)
	}
}

// effectOf returns the situation for a kind of rule.
func effectOf(r plan.Rule) Situation {
	switch {
	case r.Alone:
		return firstWins
	case r.NeedsOne():
		return someNeeded
	default:
		return refuses
	}
}

var oneofRemoved = rule("oneof-removed",
	"A rule over several fields was removed.",
	"Old requests stay valid. The service may receive combinations that it did not before. After first_of, all of the fields reach it, and not only the first.",
	example{before: "- first_of: [claim_id, claim_number]"}, Anywhere.verdicts("·–·S"), Anywhere.verdicts("S–SS").when(firstWins))

var oneofCardinalityLoosened = rule("oneof-cardinality-loosened",
	"One of two rules over the same fields was removed.",
	"Old requests stay valid. The service may receive combinations that it did not before.",
	example{before: "- at_most_one_of: [claim_id, claim_number]"}, Anywhere.verdicts("·–·S"))

// removedGroup reports a rule that was removed. If another rule over the same fields
// stays, both together were stricter.
func (c *comparison) removedGroup(p place, b *group, head []*group) {
	change := p.gone("", b.Of.Pos)
	change.Base.Rule, change.Head = b.Of, p.head
	rule := oneofRemoved
	if slices.ContainsFunc(head, b.like) {
		rule = oneofCardinalityLoosened
	}
	c.addWhen(change, rule, choose(b.Alone, firstWins, general), "removed "+b.String(), "the rule %s is gone", b)
}

var oneofAdded = rule("oneof-added",
	"A rule over several fields is new.",
	"Old requests with none of the fields, or with several, may be refused. If the fields are new, no old request breaks a rule that refuses combinations.",
	example{after: "- first_of: [claim_id, claim_number]"}, Anywhere.verdicts("B–S·"), Anywhere.verdicts("·–S·").when(allNew))

func (c *comparison) addedGroup(p place, h *group, base []*group, body *matching) {
	rule, when := oneofAdded, general
	if slices.ContainsFunc(base, h.like) {
		rule = oneofCardinalityTightened
	}
	old, kept := 0, h.Allows(0)
	for _, f := range h.fields {
		old += countIf(body.base[f] != nil, 1)
		kept = kept && h.Allows(old)
	}
	if kept {
		when = allNew
	}
	c.addWhen(h.in(p, nil), rule, when, "added "+h.String(), "the rule %s is new", h)
}
