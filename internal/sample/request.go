package sample

import (
	"maps"
	"slices"

	"example.com/opgen/catalog"
)

// Request returns a request, with every field that the rules allow beside each
// other where it is Full. It is false where no value of a required field was
// found, where rules exclude each other, and where it would be too large.
func Request(op *catalog.Operation, size Size) (*Record, bool) {
	size, ok := size.fit(op.Request)
	if !ok {
		return nil, false
	}
	c := choice{}
	for _, f := range op.Request.Fields {
		if size != Full && size.tooLarge(f) {
			continue
		}
		v, ok := size.field(f)
		switch {
		case ok && f.SendIf != "":
			ok = !startsEmpty(v)
		case ok && inRule(op, f):
			ok = !isEmpty(v)
		}
		if ok {
			c[f] = v
		} else if f.Required {
			return nil, false
		}
	}
	for c.restrict(op) {
	}
	if size != Full {
		c = c.shrink(op, size)
	}
	return c.record(op), c.keeps(op.Rules) && c.completePages(op)
}

// Settled returns what a service is given of a request: of each first_of, the
// first field alone.
func Settled(op *catalog.Operation, r *Record) *Record {
	c := choice{}
	for _, m := range r.Members {
		c[m.Field] = m.Value
	}
	for _, rule := range op.Rules {
		if rule.Kind == catalog.FirstOf {
			c.keepFirst(rule)
		}
	}
	return c.record(op)
}

// choice is the fields of a request and their values.
type choice map[*catalog.Field]any

func (c choice) record(op *catalog.Operation) *Record {
	r := new(Record)
	for _, f := range op.Request.Fields {
		if v, ok := c[f]; ok {
			r.Members = append(r.Members, Member{f, v})
		}
	}
	return r
}

// count returns how many fields of a rule are chosen.
func (c choice) count(rule *catalog.Rule) (n int) {
	for _, f := range rule.Fields {
		if _, ok := c[f]; ok {
			n++
		}
	}
	return n
}

// keeps reports whether rules are kept.
func (c choice) keeps(rules []*catalog.Rule) bool {
	for _, rule := range rules {
		n := c.count(rule)
		switch rule.Kind {
		case catalog.FirstOf, catalog.AtLeastOneOf:
			if n == 0 {
				return false
			}
		case catalog.AtMostOneOf:
			if n > 1 {
				return false
			}
		case catalog.AllOrNoneOf:
			if n > 0 && n < len(rule.Fields) {
				return false
			}
		}
	}
	return true
}

// restrict takes away fields that rules do not allow, and reports whether there
// were any.
func (c choice) restrict(op *catalog.Operation) (changed bool) {
	for _, rule := range op.Rules {
		n := c.count(rule)
		switch {
		case rule.Kind == catalog.AtMostOneOf && n > 1:
			c.keepFirst(rule)
		case rule.Kind == catalog.AllOrNoneOf && n > 0 && n < len(rule.Fields):
			c.drop(rule.Fields)
		default:
			continue
		}
		changed = true
	}
	return changed
}

// keepFirst takes away all fields of a rule but the first.
func (c choice) keepFirst(rule *catalog.Rule) {
	for i, f := range rule.Fields {
		if _, ok := c[f]; ok {
			c.drop(rule.Fields[i+1:])
			return
		}
	}
}

func (c choice) drop(fields []*catalog.Field) {
	for _, f := range fields {
		delete(c, f)
	}
}

// shrink takes away what a size does not want, from the last field on, as far as
// the rules do without it.
func (c choice) shrink(op *catalog.Operation, size Size) choice {
	for _, f := range slices.Backward(op.Request.Fields) {
		if size.wants(f) {
			continue
		}
		if !inRule(op, f) {
			delete(c, f)
			continue
		}
		smaller := maps.Clone(c)
		for delete(smaller, f); smaller.restrict(op); {
		}
		if smaller.keeps(op.Rules) {
			c = smaller
		}
	}
	return c
}

// completePages reports whether both paging fields were chosen or none: one alone
// would not arrive alone.
func (c choice) completePages(op *catalog.Operation) bool {
	p := op.Pagination
	if p == nil || p.First == nil && p.DefaultSize == nil {
		return true
	}
	_, page := c[p.Page]
	_, size := c[p.Size]
	return page == size
}

func inRule(op *catalog.Operation, f *catalog.Field) bool {
	return slices.ContainsFunc(op.Rules, func(r *catalog.Rule) bool { return slices.Contains(r.Fields, f) })
}
