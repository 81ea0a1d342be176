// Package plan decides what happens to a request, and says it as data: which
// members a client sends, in which order and on which conditions; which values
// both sides refuse; and what a server settles before the service sees a request.
//
// A [Plan] is made from the types of package catalog alone. The generator prints
// plans as Go, package interpreter carries them out, and every other package that has
// to know what is sent or refused asks them. What a rule of the catalog, send_if
// or omit_empty does is decided here and nowhere else.
//
// The folder testdata shows a catalog for each feature beside the plans that it
// becomes.
package plan

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// Plan is what happens to the body of an operation, or to a record in one.
type Plan struct {
	Shape  *catalog.Shape
	Send   []Step  // what a client sends, in this order
	Checks []Check // what both sides refuse in a field, in the order of the fields
	Rules  []Rule  // what both sides refuse in several fields, after the checks
	Settle []Step  // what a server changes after the checks, in this order
}

// Step sends members, or settles them: it leaves in a request what a client would
// have sent. It is a [Member], a [First] or a [Group].
type Step interface{ Members() []Member }

// Member is a field that has its own value if a condition holds, and otherwise
// the default.
type Member struct {
	Field   *catalog.Field
	When    Condition // nil always holds
	Default any       // string, bool, int or json.Number; nil is nothing
}

// First is several members of which only one stays: the first whose condition
// holds.
type First []Member

// Group is several members that take part only if a condition holds.
type Group struct {
	When Condition
	Of   []Member
}

// Members returns the member.
func (m Member) Members() []Member { return []Member{m} }

// Members returns the members in order of priority.
func (f First) Members() []Member { return f }

// Members returns the members in order.
func (g Group) Members() []Member { return g.Of }

// Request returns the plan of an operation's body.
func Request(op *catalog.Operation) *Plan {
	p := &Plan{Shape: op.Request, Checks: checks(op.Request), Rules: Rules(op)}
	firsts := map[*catalog.Field]First{}
	for _, rule := range p.Rules {
		if !rule.Priority {
			continue
		}
		var first First
		for _, f := range rule.Fields {
			first = append(first, Member{Field: f, When: Given{f}})
		}
		for _, f := range rule.Fields {
			firsts[f] = first
		}
		p.Settle = append(p.Settle, first)
	}
	pages := pageDefaults(op.Pagination)
	done := map[*catalog.Field]bool{}
	for _, f := range op.Request.Fields {
		var step Step = Lower(f)
		if first := firsts[f]; first != nil {
			step = first
		} else if slices.ContainsFunc(pages.Of, func(m Member) bool { return m.Field == f }) {
			step = pages
		}
		if !done[f] {
			p.Send = append(p.Send, step)
		}
		for _, m := range step.Members() {
			done[m.Field] = true
		}
	}
	p.Settle = append(p.Settle, settled(op.Request)...)
	if pages.Of != nil {
		p.Settle = append(p.Settle, pages)
	}
	return p
}

// Record returns the plan of a record, of which no rule is over several fields.
func Record(s *catalog.Shape) *Plan {
	p := &Plan{Shape: s, Checks: checks(s), Settle: settled(s)}
	for _, f := range s.Fields {
		p.Send = append(p.Send, Lower(f))
	}
	return p
}

// Lower returns how a field is sent if no rule over several fields and no paging
// have a part in it, as in every record.
func Lower(f *catalog.Field) Member {
	m := Member{Field: f, When: NotNil{f}, Default: f.Default}
	switch {
	case f.SendIf == catalog.FirstItemNonEmpty:
		m.When = FirstItemGiven{f}
	case f.OmitEmpty:
		m.When = Given{f}
	case !f.Go().Nilable():
		m.When = nil
	}
	return m
}

// settled returns the fields that a server fills in or empties.
func settled(s *catalog.Shape) []Step {
	var steps []Step
	for _, f := range s.Fields {
		m := Lower(f)
		if _, omitted := m.When.(Given); omitted || m.Default != nil {
			steps = append(steps, m)
		}
	}
	return steps
}

// pageDefaults returns the fields of paging, which are sent together, if paging has
// defaults. By a cursor it has none.
func pageDefaults(p *catalog.Pagination) Group {
	if p == nil || p.First == nil && p.DefaultSize == nil {
		return Group{}
	}
	page, size := Lower(p.Page), Lower(p.Size)
	if p.First != nil {
		page.Default = *p.First
	}
	if p.DefaultSize != nil {
		size.Default = *p.DefaultSize
	}
	return Group{AnyOf{NotNil{p.Page}, NotNil{p.Size}}, []Member{page, size}}
}

// Needed returns what a caller has to give: each entry is a required field alone,
// or several of which one is enough.
func (p *Plan) Needed() [][]*catalog.Field {
	var needed [][]*catalog.Field
	for _, c := range p.Checks {
		if c.Ask == Required {
			needed = append(needed, []*catalog.Field{c.Field})
		}
	}
	for _, r := range p.Rules {
		if r.NeedsOne() {
			needed = append(needed, r.Fields)
		}
	}
	return needed
}
