package proof

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/sample"
)

// This file finds the places of a change in a body, and puts values there. Trying every value in
// every place at once would need too many bodies, and combinations that matter are few: each place
// is tried alone, with everything around it as it must be.

// spot is a place in a body that a change concerns. Its values are made for this place alone,
// and then lifted into a body: so there is a body for each value, not for each combination of
// values.
type spot struct {
	path     []step
	declared pair // what both sides declare there; empty for an unknown key
}

// step leads from an object to one of its members.
type step struct {
	object map[string]any // the members that the object needs; nil for the body
	name   string         // of the member
	field  *catalog.Field // that declares it, if it leads further
}

// pair is what both catalogs declare at one place; one of them may be nil.
type pair [2]*catalog.Field

// fields returns the declarations.
func (p pair) fields() []*catalog.Field {
	return slices.DeleteFunc(slices.Clone(p[:]), func(f *catalog.Field) bool { return f == nil })
}

// mostSpots is how many places of a body are tried, the nearest first.
const mostSpots = 8

// records are what both catalogs declare of one object; one of them may be nil.
type records [2]*catalog.Shape

// names returns the names of the members, in the order of the catalogs.
func (r records) names() []string {
	var names []string
	for _, s := range r {
		if s == nil {
			continue
		}
		for _, name := range catalog.Names(s.Fields) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// member returns the declarations of a member.
func (r records) member(name string) pair {
	var p pair
	for i, s := range r {
		if s != nil {
			p[i] = s.Field(name)
		}
	}
	return p
}

// needSeveral reports whether both sides require several members.
func (r records) needSeveral() bool {
	for _, s := range r {
		isOptional := func(f *catalog.Field) bool { return !f.Required }
		if len(slices.DeleteFunc(slices.Clone(s.Fields), isOptional)) < 2 {
			return false
		}
	}
	return true
}

// visit is an object on the way through a body.
type visit struct {
	records
	path   []step // to the object
	object map[string]any
}

// spotsOf returns the places of a body that a change concerns. It walks through both declarations of
// the body, and enters each pair of records once.
func (s scope) spotsOf(body records) []spot {
	var spots []spot
	if slices.ContainsFunc(body[:], func(shape *catalog.Shape) bool { return s.records[shape] }) {
		spots = append(spots, spot{path: []step{{name: edge.UnknownKey}}})
	}
	entered := map[records]bool{body: true}
	queue := []visit{{records: body}}
	for len(queue) > 0 && len(spots) < mostSpots {
		object := queue[0]
		queue = queue[1:]
		for _, name := range object.names() {
			member := object.member(name)
			declared := member.fields()
			path := append(slices.Clip(object.path), step{object.object, name, declared[0]})
			if slices.ContainsFunc(declared, s.concernsField) {
				spots = append(spots, spot{path, member})
			}
			for _, next := range objectsIn(member) {
				if !entered[next.records] {
					entered[next.records] = true
					next.path = path
					queue = append(queue, next)
				}
			}
		}
	}
	return spots[:min(len(spots), mostSpots)]
}

// concernsField reports whether a field, or what it holds, is concerned.
func (s scope) concernsField(f *catalog.Field) bool {
	return s.parts[f] || s.concernsType(f.Type) ||
		slices.ContainsFunc(f.Records(), func(r *catalog.Shape) bool { return s.records[r] })
}

// objectsIn returns the objects that a member may contain: a record, or the variants of a union.
func objectsIn(member pair) []visit {
	var plain records
	var tags []string
	by := ""
	for i, f := range member {
		if f == nil {
			continue
		}
		plain[i] = f.Record()
		if u := f.Union(); u != nil {
			by = u.By
			tags = append(tags, u.Tags()...)
		}
	}
	var objects []visit
	if plain != (records{}) {
		objects = append(objects, visit{records: plain, object: edge.Required(cmp.Or(plain[0], plain[1]))})
	}
	slices.Sort(tags)
	for _, tag := range slices.Compact(tags) {
		variant := records{recordIn(member[0], tag), recordIn(member[1], tag)}
		if variant != (records{}) {
			object := edge.Required(cmp.Or(variant[0], variant[1]))
			object[by] = tag
			objects = append(objects, visit{records: variant, object: object})
		}
	}
	return objects
}

// recordIn returns the record of a variant of a field's union, or nil.
func recordIn(f *catalog.Field, tag string) *catalog.Shape {
	if f == nil || f.Union() == nil {
		return nil
	}
	if v := f.Union().Variant(tag); v != nil {
		return v.Record
	}
	return nil
}

// values returns the values to try at a place.
func (s spot) values() []any {
	if s.declared == (pair{}) {
		return []any{"x", nil}
	}
	return edge.Values(s.declared.fields()...)
}

// lift returns a body with a value at the place, and the members of root. From the inside out, it
// wraps the value into the objects on the path: "x" at address.city becomes
// {"address":{"city":"x"}}.
func (s spot) lift(root map[string]any, v any) any {
	last := len(s.path) - 1
	for i, step := range slices.Backward(s.path) {
		object := step.object
		if i == 0 {
			object = root
		}
		if i < last {
			v = held(step.field, v)
		}
		v = sample.WithMember(object, step.name, v)
	}
	return v
}

// liftAbsent returns a body with everything around the place, which has no value.
func (s spot) liftAbsent(root map[string]any) any {
	last := len(s.path) - 1
	object := s.path[last].object
	if last == 0 {
		object = root
	}
	withoutMember := maps.Clone(object)
	delete(withoutMember, s.path[last].name)
	if last == 0 {
		return withoutMember
	}
	outerStep := s.path[last-1]
	outer := spot{path: s.path[:last]}
	return outer.lift(root, held(outerStep.field, withoutMember))
}

// held returns an object in the arrays and maps of a field.
func held(f *catalog.Field, object any) any {
	v := heldBy(f.Type, object)
	if items, ok := v.([]any); ok && f.MinItems != nil {
		return slices.Repeat(items, max(1, min(*f.MinItems, mostItems)))
	}
	return v
}

// mostItems bounds the arrays around a value.
const mostItems = 1_000

// heldBy wraps a value in the arrays and maps of a type.
func heldBy(t *catalog.Type, v any) any {
	switch t.Kind {
	case catalog.Array:
		return []any{heldBy(t.Elem, v)}
	case catalog.Map:
		return map[string]any{"key": heldBy(t.Elem, v)}
	}
	return v
}

// lifted returns the bodies with the values of all places, for each of the roots.
func (p probe) lifted(body records, roots []map[string]any) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, s := range p.spotsOf(body) {
			for b := range s.bodies(roots) {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// bodies returns the roots without and then with each value of the place.
func (s spot) bodies(roots []map[string]any) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, root := range roots {
			if !yield(s.liftAbsent(root)) {
				return
			}
		}
		for _, v := range s.values() {
			for _, root := range roots {
				if !yield(s.lift(root, v)) {
					return
				}
			}
		}
	}
}

// present returns bodies with a value at each place that the old side declares. Null is no value: it
// is like an absent field.
func (p probe) present(body records) iter.Seq[any] {
	minimal := p.objectOf(p.base, ofRequest, sample.Minimal)
	return func(yield func(any) bool) {
		for _, s := range p.spotsOf(body) {
			if s.declared[0] == nil {
				continue
			}
			for _, v := range edge.Values(s.declared[0]) {
				if v != nil && !yield(s.lift(minimal, v)) {
					return
				}
			}
		}
	}
}
