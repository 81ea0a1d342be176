// Package plan decides what happens to a request, and describes it as data: which
// members a client sends, in which order and on which conditions; which values
// both sides refuse; and what a server settles before the service sees a request.
//
// The generator prints plans as Go, package interpreter executes them, and every other
// package that needs to know what is sent or refused queries them. Only this package
// decides what a rule of the catalog, send_if or omit_empty does.
//
// The files in testdata show a catalog for each feature with its plans.
package plan

import (
	"example.com/opgen/internal/catalog"
)

// Plan describes what happens to the body of an operation, or to a record in one.
type Plan struct {
	Shape  *catalog.Shape
	Send   []Step          // what a client sends, in order
	Checks []Check         // the checks of both sides on single fields, in the order of the fields
	Rules  []*catalog.Rule // the rules over several fields, which both sides check next
	Settle []Step          // what a server then changes, in order
}

// Step sends members, or settles them: it removes from a request what a client would not
// have sent, and adds defaults. It is a [Member], a [FirstOf] or a [Group].
type Step interface{ Members() []Member }

// Member is a field that is sent with its value if When holds, and otherwise with Default. It is not sent
// if there is no Default.
type Member struct {
	Field   *catalog.Field
	When    Condition // nil always holds
	Default any       // a string, bool, int or json.Number; nil if there is none
}

// FirstOf is a list of members, from the rule first_of. Only the first one whose condition holds takes
// part.
type FirstOf []Member

// Group is a list of members that take part together, if the condition of one of them holds.
type Group []Member

// Members returns the member.
func (m Member) Members() []Member { return []Member{m} }

// Members returns the members in order of priority.
func (f FirstOf) Members() []Member { return f }

// Members returns the members in order.
func (g Group) Members() []Member { return g }

// Request returns the plan of an operation's body.
func Request(op *catalog.Operation) *Plan {
	p := &Plan{Shape: op.Request, Checks: checks(op.Request), Rules: op.Rules}
	shared := map[*catalog.Field]Step{} // of the fields that are not sent by themselves
	for _, rule := range p.Rules {
		if !rule.IsFirstOf() {
			continue
		}
		first := firstOf(rule)
		for _, f := range rule.Fields {
			shared[f] = first
		}
		p.Settle = append(p.Settle, first)
	}
	pages := pageDefaults(op.Pagination)
	for _, m := range pages { // catalogs have none of them in first_of
		shared[m.Field] = pages
	}
	isSent := map[*catalog.Field]bool{} // by a step so far
	for _, f := range op.Request.Fields {
		step := shared[f]
		if step == nil {
			step = FieldStep(f)
		}
		if !isSent[f] {
			p.Send = append(p.Send, step)
		}
		for _, m := range step.Members() {
			isSent[m.Field] = true
		}
	}
	p.Settle = append(p.Settle, settled(op.Request)...)
	if pages != nil {
		p.Settle = append(p.Settle, pages)
	}
	return p
}

// firstOf returns the fields of the rule, each on the condition that it carries a value.
func firstOf(rule *catalog.Rule) FirstOf {
	var first FirstOf
	for _, f := range rule.Fields {
		first = append(first, Member{Field: f, When: Given{f}})
	}
	return first
}

// Record returns the plan of a record. Records have no rules over several fields.
func Record(s *catalog.Shape) *Plan {
	p := &Plan{Shape: s, Checks: checks(s), Settle: settled(s)}
	for _, f := range s.Fields {
		p.Send = append(p.Send, FieldStep(f))
	}
	return p
}

// FieldStep returns how a field is sent by itself. In a body, a rule over several fields or paging may
// decide otherwise; records have neither.
func FieldStep(f *catalog.Field) Member {
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

// settled returns the fields that a server fills in or removes.
func settled(s *catalog.Shape) []Step {
	var steps []Step
	for _, f := range s.Fields {
		m := FieldStep(f)
		_, omitsEmpty := m.When.(Given)
		if omitsEmpty || m.Default != nil {
			steps = append(steps, m)
		}
	}
	return steps
}

// pageDefaults returns the fields of paging, which are sent together, if they have
// defaults. Paging by a cursor has none, and neither has a page without a size, which is sent alone.
func pageDefaults(p *catalog.Pagination) Group {
	if p == nil || p.Size == nil {
		return nil
	}
	if p.First == nil && p.DefaultSize == nil {
		return nil
	}
	page := FieldStep(p.Page)
	size := FieldStep(p.Size)
	if p.First != nil {
		page.Default = *p.First
	}
	if p.DefaultSize != nil {
		size.Default = *p.DefaultSize
	}
	return Group{page, size}
}

// Needed returns what a caller must supply: each entry is a required field, or
// several fields, one of which suffices.
func (p *Plan) Needed() [][]*catalog.Field {
	var needed [][]*catalog.Field
	for _, c := range p.Checks {
		if c.Requirement == Required {
			needed = append(needed, []*catalog.Field{c.Field})
		}
	}
	for _, r := range p.Rules {
		if !r.Allows(0) {
			needed = append(needed, r.Fields)
		}
	}
	return needed
}
