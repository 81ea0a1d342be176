package catalog

import (
	"slices"
	"strings"

	"example.com/opgen/internal/wording"
)

// A record may contain itself, directly or through others: by way of an optional field,
// an array or a map. Then a value of it ends somewhere.

// Recursive tells whether the shape is a record that contains itself, directly or
// through others.
func (s *Shape) Recursive() bool { return s.cycle != 0 }

// Entwined tells whether two records contain each other, or are one that contains
// itself.
func (s *Shape) Entwined(other *Shape) bool { return s.cycle != 0 && s.cycle == other.cycle }

// Circular tells whether the field of a record holds records that contain that record
// in turn.
func (f *Field) Circular() bool { return f.circular }

// findCycles finds the records that contain each other.
func (r *resolver) findCycles() {
	groups := r.groups(func(f *Field) []*Shape {
		if record := f.Record(); record != nil {
			return []*Shape{record}
		}
		return nil
	})
	for _, s := range r.catalog.Records {
		s.cycle = groups[s]
	}
	for _, s := range r.catalog.Records {
		for _, f := range s.Fields {
			f.circular = f.Record() != nil && s.Entwined(f.Record())
		}
	}
}

// groups numbers the groups of records that contain each other, by the algorithm of
// Tarjan. The func returns the records that a field leads to.
func (r *resolver) groups(records func(*Field) []*Shape) map[*Shape]int {
	cycle := map[*Shape]int{}
	number, low := map[*Shape]int{}, map[*Shape]int{}
	var stack []*Shape
	open := map[*Shape]bool{} // those on the stack
	groups := 0
	var visit func(s *Shape)
	visit = func(s *Shape) {
		number[s] = len(number) + 1
		low[s] = number[s]
		stack, open[s] = append(stack, s), true
		self := false
		for _, f := range s.Fields {
			for _, record := range records(f) {
				switch {
				case number[record] == 0:
					visit(record)
					low[s] = min(low[s], low[record])
				case open[record]:
					low[s] = min(low[s], number[record])
					self = self || record == s
				}
			}
		}
		if low[s] != number[s] {
			return
		}
		first := len(stack) - 1
		for stack[first] != s {
			first--
		}
		group := stack[first:]
		stack = stack[:first]
		if len(group) > 1 || self {
			groups++
		}
		for _, member := range group {
			if open[member] = false; len(group) > 1 || self {
				cycle[member] = groups
			}
		}
	}
	for _, s := range r.catalog.Records {
		if number[s] == 0 {
			visit(s)
		}
	}
	return cycle
}

// endless returns the record of which a value of the field always holds one, or nil.
func (f *Field) endless() *Shape {
	switch t := f.Type; {
	case t == nil || !f.Required || t.Nullable:
		return nil
	case t.Kind == Record:
		return t.Record
	case t.Holder() && t.Elem.Kind == Record && !t.Elem.Nullable && f.MinItems != nil && *f.MinItems > 0:
		return t.Elem.Record
	}
	return nil
}

// checkCycles reports each circle of records that no value can end once, at the field
// that closes it.
func (r *resolver) checkCycles() {
	const (
		open = iota + 1
		done
	)
	state, place := map[*Shape]int{}, map[*Shape]int{}
	var chain []string
	var visit func(s *Shape)
	visit = func(s *Shape) {
		state[s], place[s] = open, len(chain)
		chain = append(chain, s.Name)
		for _, f := range s.Fields {
			record := f.endless()
			if record == nil {
				continue
			}
			switch state[record] {
			case open:
				circle := chain[place[record]:]
				if len(circle) > 30 {
					circle = circle[:30] // more than a message shows
				}
				circle = append(slices.Clone(circle), record.Name)
				o := r.fields[f]
				r.Report(CyclicRecord, o.Value("type"), o.Scope, "record %s always contains itself, so that no value of it ends: %s; one field of the circle must be optional or nullable, or an array or a map that may be empty",
					wording.Quote(record.Name), wording.Clip(strings.Join(circle, " -> "))).And(r.shapes[record].Key, "the record is here")
			case 0:
				visit(record)
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
	r.checkUnionCycles()
}

// checkUnionCycles reports the unions by way of which a record contains itself.
func (r *resolver) checkUnionCycles() {
	cycle := r.groups((*Field).Records)
	for _, s := range r.catalog.Records {
		for _, f := range s.Fields {
			u := f.Union()
			if u == nil {
				continue
			}
			if slices.ContainsFunc(u.Records(), func(record *Shape) bool { return cycle[record] != 0 && cycle[record] == cycle[s] }) {
				o := r.fields[f]
				r.Report(CyclicRecord, o.Value("type"), o.Scope, "record %s contains itself by way of union %s, which the format cannot express; type this field as object, which keeps the wire and leaves it unchecked",
					wording.Quote(s.Name), wording.Quote(u.Name)).And(r.ofUnion[u].Key, "the union is here")
			}
		}
	}
}
