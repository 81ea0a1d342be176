package sample

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// A sample of a request must satisfy every rule of its operation. The choice of its fields starts
// from all that the size wants and is restricted until the rules allow it; values of the fields do
// not depend on each other.

// Request returns a request. If size is Full, it has as many fields as the rules allow
// together. It reports false if a required field has no value, if the rules exclude each
// other, or if the request would be too large.
func Request(op *catalog.Operation, size Size) (*Record, bool) {
	return maker{Size: size}.limited(func(m *maker) (*Record, bool) { return m.request(op) })
}

func (m *maker) request(op *catalog.Operation) (*Record, bool) {
	p := plan.Request(op)
	c := choice{}
	for _, f := range op.Request.Fields {
		part := m
		if m.Size != Full { // most fields are left out again, so each counts by itself
			part = &maker{Size: m.Size, shown: m.shown, left: maxValues}
		}
		v, ok := part.field(place{shape: op.Request}, f)
		isMade := ok && part.left >= 0
		breaksRule := isInRule(p, f) && plan.IsEmpty(v)
		switch {
		case isMade && isSent(f, v) && !breaksRule:
			c[f] = v
		case f.Required:
			return nil, false
		}
	}
	c.restrictAll(p)
	if m.Size != Full {
		c = c.shrink(p, m.Size)
	}
	withFurther := m.Size == Full && (!m.shown || len(c) == 0)
	return c.record(op, withFurther), c.obeys(p) && c.completePages(p)
}

// Settled returns the request that a service gets.
func Settled(op *catalog.Operation, r *Record) *Record {
	c := choice{}
	for _, m := range r.Members {
		c[m.Field] = m.Value
	}
	for f, after := range plan.Request(op).Settled(c) {
		if after == nil {
			delete(c, f)
		} else {
			c[f] = after
		}
	}
	settled := c.record(op, false)
	settled.Further, settled.Kept = r.Further, r.Kept
	return settled
}

// choice holds the fields of a request and their values.
type choice map[*catalog.Field]any

// record returns the request, with an unknown key if it may have one and the operation is open.
func (c choice) record(op *catalog.Operation, withFurther bool) *Record {
	r := new(Record)
	if op.Request.Open && withFurther {
		r.Further, r.Kept = furtherKey(op.Request), "kept"
	}
	for _, f := range op.Request.Fields {
		if v, ok := c[f]; ok {
			r.Members = append(r.Members, Member{f, v})
		}
	}
	return r
}

// Value returns the value of a field, nil if it is not chosen.
func (c choice) Value(f *catalog.Field) any { return c[f] }

// has reports whether a field is chosen.
func (c choice) has(f *catalog.Field) bool { return c[f] != nil }

// isSent reports whether a client sends a value of a field.
func isSent(f *catalog.Field, v any) bool {
	return plan.Holds(plan.FieldStep(f).When, choice{f: v})
}

// count returns how many fields of a rule are chosen.
func (c choice) count(rule *catalog.Rule) (n int) {
	for _, f := range rule.Fields {
		if c.has(f) {
			n++
		}
	}
	return n
}

// obeys reports whether the request obeys the rules.
func (c choice) obeys(p *plan.Plan) bool {
	isBroken := func(r *catalog.Rule) bool { return !r.Allows(c.count(r)) }
	return !slices.ContainsFunc(p.Rules, isBroken)
}

// restrictAll removes fields until no rule has one that it does not allow. Removing one field may break
// another rule.
func (c choice) restrictAll(p *plan.Plan) {
	for c.restrict(p) {
	}
}

// restrict removes the last fields of rules that do not allow them, and reports whether it removed any.
func (c choice) restrict(p *plan.Plan) (changed bool) {
	for _, rule := range p.Rules {
		for _, f := range slices.Backward(rule.Fields) {
			if n := c.count(rule); n > 0 && !rule.Allows(n) {
				changed = changed || c.has(f)
				delete(c, f)
			}
		}
	}
	return changed
}

// shrink removes fields that are not part of a size, starting with the last one, if the rules
// allow it.
func (c choice) shrink(p *plan.Plan, size Size) choice {
	for _, f := range slices.Backward(p.Shape.Fields) {
		if size.wants(f) {
			continue
		}
		if !isInRule(p, f) {
			delete(c, f)
			continue
		}
		smaller := maps.Clone(c)
		delete(smaller, f)
		smaller.restrictAll(p)
		if smaller.obeys(p) {
			c = smaller
		}
	}
	return c
}

// completePages reports whether all or none of the members that are sent together are
// chosen. If some are chosen, the client also sends the others.
func (c choice) completePages(p *plan.Plan) bool {
	for _, step := range p.Send {
		group, _ := step.(plan.Group) // nil for another step
		chosen := 0
		for _, m := range group {
			if c.has(m.Field) {
				chosen++
			}
		}
		if chosen > 0 && chosen < len(group) {
			return false
		}
	}
	return true
}

// isInRule reports whether a rule over several fields names a field.
func isInRule(p *plan.Plan, f *catalog.Field) bool {
	namesField := func(r *catalog.Rule) bool { return slices.Contains(r.Fields, f) }
	return slices.ContainsFunc(p.Rules, namesField)
}
