package catalog

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A record may contain itself, directly or through others, by an optional field, an array, a map or a
// union with another variant, so that its values can end.

// content describes what the values of a shape or a union contain, directly or through others.
type content struct {
	private, holdsPrivate bool // see sensitive.go
	cycle                 int  // equal for records and unions that contain each other, otherwise 0
}

func (c *content) of() *content { return c }

// Recursive reports whether a value of the record or the union may contain another one.
func (c *content) Recursive() bool { return c.cycle != 0 }

// Entwined reports whether the record or the union and a record contain each other. A record may contain
// itself.
func (c *content) Entwined(record *Shape) bool { return c.cycle != 0 && c.cycle == record.cycle }

// Ending returns the variant whose values end soonest, nil if that is one with an unknown tag.
func (u *TaggedUnion) Ending() *Variant { return u.ending }

// Circular reports whether the field of a record contains records that contain that record.
func (f *Field) Circular() bool { return f.circular }

// node is a *Shape or a *TaggedUnion.
type node interface{ of() *content }

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

// findCycles finds the records and the unions that contain each other.
func (r *resolver) findCycles() {
	groups := r.groups()
	for n, number := range groups {
		n.of().cycle = number
	}
	for _, s := range r.catalog.Records {
		for _, f := range s.Fields {
			f.circular = s.cycle != 0 && groups[f.holds()] == s.cycle
		}
	}
	r.endless = r.findEndless()
}

// groups numbers the groups of records and unions that contain each other, by the algorithm of
// Kosaraju.
func (r *resolver) groups() map[node]int {
	holders, seen := map[node][]node{}, map[node]bool{}
	var done []node // a node follows all nodes that it leads to, except those of its group
	var visit func(n node)
	visit = func(n node) {
		seen[n] = true
		for _, held := range children(n) {
			if holders[held] = append(holders[held], n); !seen[held] {
				visit(held)
			}
		}
		done = append(done, n)
	}
	for _, s := range r.catalog.Records {
		if !seen[s] {
			visit(s)
		}
	}
	group, size := map[node]int{}, map[int]int{}
	var collect func(n node, number int)
	collect = func(n node, number int) {
		if group[n] == 0 {
			group[n] = number
			size[number]++
			for _, holder := range holders[n] {
				collect(holder, number)
			}
		}
	}
	for i, n := range slices.Backward(done) {
		collect(n, i+1)
	}
	maps.DeleteFunc(group, func(n node, number int) bool { return size[number] == 1 && !slices.Contains(holders[n], n) })
	return group
}

// children returns the records and unions in the fields of a record, or the records of a union.
func children(n node) (all []node) {
	switch n := n.(type) {
	case *Shape:
		for _, f := range n.Fields {
			if held := f.holds(); held != nil {
				all = append(all, held)
			}
		}
	case *TaggedUnion:
		for _, record := range n.Records() {
			all = append(all, record)
		}
	}
	return all
}

// HoldsAlways reports whether every value of the field contains a record or a union.
func (f *Field) HoldsAlways() bool { return f.always() != nil }

// always returns the record or the union that every value of the field contains, or nil.
func (f *Field) always() node {
	switch t := f.Type; {
	case t == nil || !f.Required || t.Nullable:
		return nil
	case t.Holder() && (t.Elem.Holder() || t.Elem.Nullable || f.MinItems == nil || *f.MinItems == 0):
		return nil
	}
	return f.holds()
}

// findEndless returns the records and unions whose values never end, and sets the variants that end
// soonest. A record ends if everything that it always contains does, a union if a variant does.
func (r *resolver) findEndless() map[node]bool {
	endless, then := map[node]bool{}, map[node][]func(){} // what follows once a node is known to end
	var ready []node
	for _, s := range r.catalog.Records {
		endless[s] = true
		missing := 0 // fields that always contain something not known to end
		for _, f := range s.Fields {
			if held := f.always(); held != nil {
				missing++
				then[held] = append(then[held], func() {
					if missing--; missing == 0 {
						ready = append(ready, s)
					}
				})
			}
		}
		if missing == 0 {
			ready = append(ready, s)
		}
	}
	for _, u := range r.catalog.Unions {
		endless[u] = true
		end := func(v *Variant) {
			if u.ending == nil && endless[u] {
				u.ending, ready = v, append(ready, u)
			}
		}
		for _, v := range u.Variants {
			if v.Record == nil {
				end(v)
			} else {
				then[v.Record] = append(then[v.Record], func() { end(v) })
			}
		}
	}
	settle := func() {
		for ; len(ready) > 0; ready = ready[1:] {
			delete(endless, ready[0])
			for _, follow := range then[ready[0]] {
				follow()
			}
		}
	}
	settle()
	for _, u := range r.catalog.Unions {
		if u.Open && endless[u] {
			ready = append(ready, u)
		}
	}
	settle()
	return endless
}

// checkCycles reports each cycle of endless records once, at the field that closes it.
func (r *resolver) checkCycles() {
	const (
		open = iota + 1
		done
	)
	state, place := map[*Shape]int{}, map[*Shape]int{}
	var chain []string
	var visit func(s *Shape)
	follow := func(f *Field) {
		defer func(n int) { chain = chain[:n] }(len(chain))
		if u := f.Union(); u != nil {
			chain = append(chain, u.Name)
		}
		for _, record := range f.Records() {
			switch state[record] {
			case open:
				r.circle(f, record, chain[place[record]:])
				return
			case 0:
				visit(record)
			}
		}
	}
	visit = func(s *Shape) {
		state[s], place[s] = open, len(chain)
		chain = append(chain, s.Name)
		for _, f := range s.Fields {
			if r.endless[f.always()] {
				follow(f)
			}
		}
		chain = chain[:len(chain)-1]
		state[s] = done
	}
	for _, s := range r.catalog.Records {
		if state[s] == 0 {
			visit(s)
		}
	}
}

// circle reports a field that closes a cycle from a record to itself.
func (r *resolver) circle(f *Field, record *Shape, chain []string) {
	const shown = 30 // more than fit in a message
	chain = append(slices.Clone(chain[:min(len(chain), shown)]), record.Name)
	o := r.of[f]
	r.Report(CyclicRecord, o.Value("type"), o.Scope, "record %s always contains itself, so its values never end: %s; one field of the cycle must be optional or nullable, or an array or a map that may be empty, or a union must have another variant",
		wording.Quote(record.Name), wording.Clip(strings.Join(chain, " -> "))).And(r.of[record].Key, "the record is here")
}
