package catalog

import (
	"math"
	"slices"
)

// A record may contain itself, directly or through others, by an optional field, an array, a map or a
// union with another variant, so that its values can end.

// node is a *Shape or a *TaggedUnion.
type node interface {
	contents() *content
	children() []node                // what it contains
	ownMarks() (private, coded bool) // without its children
}

// holds returns the record or the union of a field, which may be in arrays and maps, or nil.
func (f *Field) holds() node {
	if u := f.Union(); u != nil {
		return u
	}
	if record := f.Record(); record != nil {
		return record
	}
	return nil
}

func (c *content) contents() *content { return c }

// Recursive reports whether a value of the record or the union may contain another one.
func (c *content) Recursive() bool { return c.cycle != 0 }

// Entwined reports whether the record or the union and a record contain each other. A record may contain
// itself.
func (c *content) Entwined(record *Shape) bool { return c.cycle != 0 && c.cycle == record.cycle }

// Ending returns the variant whose values end soonest, nil if that is one with an unknown tag.
func (u *TaggedUnion) Ending() *Variant { return u.ending }

// Circular reports whether the field of a record contains records that contain that record.
func (f *Field) Circular() bool {
	held := f.holds()
	return held != nil && f.in != nil && held.contents().Entwined(f.in)
}

// HoldsCodes reports whether friendly names are mapped in a part of the shape or the union.
func (c *content) HoldsCodes() bool { return c.holdsCodes }

// HoldsCodes reports whether friendly names are mapped in the field.
func (f *Field) HoldsCodes() bool {
	return f.Codes != "" || slices.ContainsFunc(f.Records(), (*Shape).HoldsCodes)
}

// children returns the records and the unions in the fields of a shape.
func (s *Shape) children() (all []node) {
	for _, f := range s.Fields {
		if held := f.holds(); held != nil {
			all = append(all, held)
		}
	}
	return all
}

// children returns the records of the variants.
func (u *TaggedUnion) children() (all []node) {
	for _, record := range u.Records() {
		all = append(all, record)
	}
	return all
}

// HoldsAlways reports whether every value of the field contains a record or a union.
func (f *Field) HoldsAlways() bool { return f.alwaysHeld() != nil }

// alwaysHeld returns the record or the union that every value of the field contains, or nil.
func (f *Field) alwaysHeld() node {
	t := f.Type
	switch {
	case t == nil || !f.Required || t.Nullable:
		return nil
	case t.Holder() && (t.Elem.Holder() || t.Elem.Nullable):
		return nil
	case t.Holder() && (f.MinItems == nil || *f.MinItems == 0):
		return nil
	}
	return f.holds()
}

// derive sets what follows from the fields of all shapes: which of them are private, and which
// contain each other.
func (c *Catalog) derive() {
	shapes := slices.Clone(c.Records)
	for op := range c.Operations() {
		shapes = append(shapes, op.Request, op.Response.Shape)
	}
	markPrivate(shapes)
	findCycles(shapes, c.Unions)
}

// findCycles finds the records and the unions that contain each other, by the algorithm of Tarjan, and
// everything that contains private values.
func findCycles(shapes []*Shape, unions []*TaggedUnion) {
	const done = math.MaxInt
	order := map[node]int{} // in which nodes are visited, or done
	var open []node         // not done, because they may contain each other
	var visit func(n node) int
	visit = func(n node) (first int) { // the first open node that n contains
		if order[n] != 0 {
			return order[n]
		}
		order[n] = len(order) + 1
		c := n.contents()
		number := len(order)
		start := len(open)
		cyclic := false
		first, open = number, append(open, n)
		c.holdsPrivate, c.holdsCodes = n.ownMarks()
		for _, held := range n.children() {
			first = min(first, visit(held))
			cyclic = cyclic || held == n
			c.holdsPrivate = c.holdsPrivate || held.contents().holdsPrivate
			c.holdsCodes = c.holdsCodes || held.contents().holdsCodes
		}
		if first < number {
			return first
		}
		for _, m := range open[start:] { // all were visited below n, so it holds what they hold
			order[m], m.contents().holdsPrivate, m.contents().holdsCodes = done, c.holdsPrivate, c.holdsCodes
			if cyclic || len(open) > start+1 {
				m.contents().cycle = number
			}
		}
		open = open[:start]
		return done
	}
	for _, s := range shapes {
		visit(s)
	}
	for _, u := range unions {
		visit(u)
	}
}

// findEndless returns for each record and union what must end before its values do, and sets the variants
// that end soonest. A record ends if everything that it always contains does, a union if a variant does.
// The count of records and unions whose values never end stays positive.
func findEndless(c *Catalog) map[node]int {
	counts := map[node]int{}
	var nothing *Shape // the record of a variant without one, which ends
	users := map[node][]node{}
	for _, s := range c.Records {
		counts[s], users[nothing] = 1, append(users[nothing], s)
		for _, f := range s.Fields {
			if held := f.alwaysHeld(); held != nil {
				counts[s]++
				users[held] = append(users[held], s)
			}
		}
	}
	for _, u := range c.Unions {
		counts[u] = 1
		for _, v := range u.Variants {
			users[v.Record] = append(users[v.Record], u)
		}
	}
	settle := func(ended ...node) {
		for ; len(ended) > 0; ended = ended[1:] {
			for _, n := range users[ended[0]] {
				counts[n]--
				if counts[n] != 0 {
					continue
				}
				ended = append(ended, n)
				if u, ok := n.(*TaggedUnion); ok {
					u.ending = u.Variants[slices.IndexFunc(u.Variants,
						func(v *Variant) bool { return v.Record == ended[0] })]
				}
			}
		}
	}
	settle(nothing)
	var open []node
	for _, u := range c.Unions {
		if u.Open && counts[u] > 0 {
			counts[u], open = 0, append(open, u)
		}
	}
	settle(open...)
	return counts
}
