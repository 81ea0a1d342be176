package diff

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
)

// group is a rule over several fields, with its fields as they are in the head,
// or in the base where they are gone.
type group struct {
	*catalog.Rule
	fields []*catalog.Field
	taken  bool
}

// groups compares the rules over several fields: equal ones first, then those
// over the same fields, then those of one kind that share most.
func (c *comparison) groups(p place, bo, ho *catalog.Operation, body *matching) {
	base, head := make([]*group, len(bo.Rules)), make([]*group, len(ho.Rules))
	for i, r := range bo.Rules {
		base[i] = &group{Rule: r}
		for _, f := range r.Fields {
			if h := body.head[f]; h != nil {
				f = h
			}
			base[i].fields = append(base[i].fields, f)
		}
	}
	for i, r := range ho.Rules {
		head[i] = &group{Rule: r, fields: r.Fields}
	}
	p.base.Shape, p.head.Shape = bo.Request, ho.Request
	pair(base, head, func(b, h *group) int { return countIf(b.Kind == h.Kind && b.covers(h) && h.covers(b), 1) },
		func(b, h *group) { c.priority(p, b, h) })
	pair(base, head, func(b, h *group) int { return countIf(b.covers(h) && h.covers(b), 1) },
		func(b, h *group) { c.groupKind(p, b, h) })
	pair(base, head, func(b, h *group) int { return countIf(b.Kind == h.Kind, b.shared(h)) },
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

// pair takes the groups of base and head that score best with each other, until
// none scores.
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

// covers tells whether a group has all fields of another one.
func (g *group) covers(other *group) bool { return g.shared(other) == len(other.fields) }

// shared counts the fields of two groups that are the same.
func (g *group) shared(other *group) int {
	n := 0
	for _, f := range other.fields {
		n += countIf(slices.Contains(g.fields, f), 1)
	}
	return n
}

func (g *group) String() string {
	names := make([]string, len(g.fields))
	for i, f := range g.fields {
		names[i] = f.Name
	}
	return string(g.Kind) + " [" + strings.Join(names, ", ") + "]"
}

// in begins a change of a group that is in the head.
func (h *group) in(p place, b *group) Change {
	change := p.here("", h.Pos)
	change.Head.Rule = h.Rule
	if b != nil {
		change.Base.Rule = b.Rule
	}
	return change
}

// priority reports another order, which matters in first_of alone.
func (c *comparison) priority(p place, b, h *group) {
	if h.Kind == catalog.FirstOf && !slices.Equal(b.fields, h.fields) {
		what := arrow(b.String(), h.String())
		c.add(h.in(p, b).says(what, "another field comes first: %s", what), hit{rule: "oneof-priority-changed"})
	}
}

// groupKind reports another rule over the same fields. Those that need one of
// the fields take the same requests, and send other parts of them; any other
// two refuse different ones.
func (c *comparison) groupKind(p place, b, h *group) {
	rule := "oneof-cardinality-tightened"
	if needsOne(b.Kind) && needsOne(h.Kind) {
		rule = "oneof-send-policy-changed"
	}
	what := arrow(b.String(), h.String())
	c.add(h.in(p, b).says(what, "the rule over the fields is another one: %s", what), hit{rule: rule})
}

func needsOne(k catalog.RuleKind) bool { return k == catalog.FirstOf || k == catalog.AtLeastOneOf }

// members reports the fields that a group has now, or has not any more. One that
// came to the request with the group, or went with it, is told about here.
func (c *comparison) members(p place, b, h *group, body *matching) {
	for _, f := range h.fields {
		if slices.Contains(b.fields, f) {
			continue
		}
		change := h.in(p, b)
		change.Head.Field = f
		if body.base[f] != nil {
			change.Base.Field = body.base[f]
			c.add(change.says("+"+f.Name+": "+h.String(), "the rule %s is about field %s, too", h, f.Name),
				hit{rule: "field-moved-into-oneof", when: effectOf(h.Kind)})
			continue
		}
		c.told[told{f, "all"}] = true
		when := ""
		switch h.Kind {
		case catalog.AtMostOneOf:
			when = refuses
		case catalog.AllOrNoneOf:
			when = together
		}
		c.add(change.says("+"+f.Name+": "+h.String(), "the rule %s is about the new field %s, too", h, f.Name),
			hit{rule: "oneof-member-added", when: when})
	}
	for i, f := range b.fields {
		if slices.Contains(h.fields, f) {
			continue
		}
		change := h.in(p, b)
		change.Base.Field = b.Fields[i]
		if body.head[b.Fields[i]] != nil {
			change.Head.Field = f
			c.add(change.says("-"+f.Name+": "+h.String(), "the rule %s is not about field %s any more", h, f.Name),
				hit{rule: "field-moved-out-of-oneof", when: effectOf(h.Kind)})
			continue
		}
		c.told[told{f, "all"}] = true
		change.Go = []string{p.base.Area.Package + "." + p.base.Operation.Request.GoName + "." + f.GoName + ": removed"}
		c.add(change.says("-"+f.Name+": "+h.String(), "field %s is gone, and the rule is %s", f.Name, h),
			hit{rule: "oneof-member-removed"})
	}
}

// effectOf names the situation that a kind of rule is.
func effectOf(k catalog.RuleKind) string {
	switch k {
	case catalog.FirstOf:
		return firstWins
	case catalog.AtLeastOneOf:
		return someNeeded
	default:
		return refuses
	}
}

// removedGroup reports a rule that is gone. Where another one over the same
// fields stays, the two were one that was stricter.
func (c *comparison) removedGroup(p place, b *group, head []*group) {
	change := p.gone("", b.Pos)
	change.Base.Rule, change.Head = b.Rule, p.head
	rule := "oneof-removed"
	if slices.ContainsFunc(head, func(h *group) bool { return h.covers(b) && b.covers(h) }) {
		rule = "oneof-cardinality-loosened"
	}
	c.add(change.says("removed "+b.String(), "the rule %s is gone", b), hit{rule: rule})
}

func (c *comparison) addedGroup(p place, h *group, base []*group, body *matching) {
	rule, when := "oneof-added", ""
	if slices.ContainsFunc(base, func(b *group) bool { return h.covers(b) && b.covers(h) }) {
		rule = "oneof-cardinality-tightened"
	}
	old := 0
	for _, f := range h.fields {
		old += countIf(body.base[f] != nil, 1)
	}
	if h.Kind == catalog.AtMostOneOf && old < 2 || h.Kind == catalog.AllOrNoneOf && old == 0 {
		when = allNew
	}
	c.add(h.in(p, nil).says("added "+h.String(), "the rule %s is new", h), hit{rule: rule, when: when})
}
