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

// contents returns what is known about a node, which findCycles completes.
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

// findCycles finds the records and the unions that contain each other, and everything that contains
// private values or friendly names.
func findCycles(shapes []*Shape, unions []*TaggedUnion) {
	c := cycleFinder{order: map[node]int{}}
	for _, s := range shapes {
		c.visit(s)
	}
	for _, u := range unions {
		c.visit(u)
	}
}

// cycleFinder is the algorithm of Tarjan for strongly connected components: nodes that contain each
// other. It visits what a node contains before it knows all about the node.
type cycleFinder struct {
	order map[node]int // in which nodes are visited, from 1, or done
	open  []node       // visited and not done, because they may contain each other
}

// done is the order of a node whose component is known. It is after all others.
const done = math.MaxInt

// visit visits a node and what it contains. It returns the order of the first open node that it
// contains, or done.
func (c *cycleFinder) visit(n node) (first int) {
	if c.order[n] != 0 {
		return c.order[n]
	}
	number, start := len(c.order)+1, len(c.open)
	c.order[n] = number
	c.open = append(c.open, n)
	contents := n.contents()
	contents.holdsPrivate, contents.holdsCodes = n.ownMarks()
	first = number
	containsItself := false
	for _, held := range n.children() {
		first = min(first, c.visit(held))
		containsItself = containsItself || held == n
		contents.holdsPrivate = contents.holdsPrivate || held.contents().holdsPrivate
		contents.holdsCodes = contents.holdsCodes || held.contents().holdsCodes
	}
	if first < number {
		return first // n is in the component of that node, which is still visited
	}
	component := c.open[start:]
	isCycle := containsItself || len(component) > 1
	for _, m := range component { // each was visited below n, so n holds what any of them holds
		c.order[m] = done
		m.contents().holdsPrivate = contents.holdsPrivate
		m.contents().holdsCodes = contents.holdsCodes
		if isCycle {
			m.contents().cycle = number
		}
	}
	c.open = c.open[:start]
	return done
}

// findEndless returns for each record and union what must end before its values do, and sets the variants
// that end soonest. A record ends if everything that it always contains does, a union if a variant does.
// The count of records and unions whose values never end stays positive.
func findEndless(c *Catalog) map[node]int {
	e := ending{counts: map[node]int{}, users: map[node][]node{}}
	var nothing *Shape // the record of a variant without one, which ends
	for _, s := range c.Records {
		e.counts[s] = 1
		e.users[nothing] = append(e.users[nothing], s)
		for _, f := range s.Fields {
			if held := f.alwaysHeld(); held != nil {
				e.counts[s]++
				e.users[held] = append(e.users[held], s)
			}
		}
	}
	for _, u := range c.Unions {
		e.counts[u] = 1
		for _, v := range u.Variants {
			e.users[v.Record] = append(e.users[v.Record], u)
		}
	}
	e.settle(nothing)
	var open []node // unions that end only by a variant with an unknown tag
	for _, u := range c.Unions {
		if u.Open && e.counts[u] > 0 {
			e.counts[u] = 0
			open = append(open, u)
		}
	}
	e.settle(open...)
	return e.counts
}

// ending counts what must end before the values of a node do.
type ending struct {
	counts map[node]int
	users  map[node][]node // the nodes that count a node
}

// settle takes nodes that have ended from the counts of their users, and goes on with those of them
// that end by it.
func (e *ending) settle(ended ...node) {
	for ; len(ended) > 0; ended = ended[1:] {
		for _, user := range e.users[ended[0]] {
			e.counts[user]--
			if e.counts[user] != 0 {
				continue
			}
			ended = append(ended, user)
			if u, isUnion := user.(*TaggedUnion); isUnion {
				isEnded := func(v *Variant) bool { return v.Record == ended[0] }
				u.ending = u.Variants[slices.IndexFunc(u.Variants, isEnded)]
			}
		}
	}
}
