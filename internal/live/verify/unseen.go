package verify

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// This file finds optional fields that no response has. A service that leaves out an optional
// field keeps the catalog, but so does one that calls the field something else: in both cases the
// callers read nothing. So an operation does not conform before each of its fields was seen.

// sightings counts the objects in the responses of an operation by their shape, wherever they are: a
// field that one object of a shape has is known by its name.
type sightings map[*catalog.Shape]*sighting

// sighting is what was seen of one shape.
type sighting struct {
	objects int
	place   string // one of the places with such objects, with * for items and for keys of maps
	fields  map[*catalog.Field]bool
}

// add counts the objects in a value of a type.
func (s sightings) add(t *catalog.Type, pointer string, v any) {
	switch v := v.(type) {
	case []any:
		if t.Holder() {
			for _, item := range v {
				s.add(t.Elem, pointer+"/*", item)
			}
		}
	case map[string]any:
		if t.Holder() {
			for _, item := range v {
				s.add(t.Elem, pointer+"/*", item)
			}
			return
		}
		if shape := shapeIn(t, v); shape != nil {
			s.addObject(shape, pointer, v)
		}
	}
}

// shapeIn returns the shape of an object, nil if the catalog does not have it.
func shapeIn(t *catalog.Type, object map[string]any) *catalog.Shape {
	if t.Union == nil {
		return t.Record
	}
	tag, _ := object[t.Union.By].(string)
	variant := t.Union.Variant(tag)
	if variant == nil {
		return nil
	}
	return variant.Record
}

// addObject counts an object, and what is in its fields.
func (s sightings) addObject(shape *catalog.Shape, pointer string, object map[string]any) {
	seen := s[shape]
	if seen == nil {
		seen = &sighting{place: pointer, fields: map[*catalog.Field]bool{}}
		s[shape] = seen
	}
	seen.objects++
	seen.place = min(seen.place, pointer)
	for _, f := range shape.Fields {
		value, isPresent := object[f.Name]
		if isPresent {
			seen.fields[f] = true
			s.add(f.Type, memberPlace(pointer, f), value)
		}
	}
}

// unseen returns the facts about optional fields that none of the objects of a shape had, if there
// were enough of them. A required field that is missing is a deviation.
func (s sightings) unseen(op *interpreter.Operation) (facts []Fact) {
	for shape, seen := range s {
		if seen.objects < confirmations {
			continue
		}
		for _, f := range shape.Fields {
			if f.Required || seen.fields[f] {
				continue
			}
			pointer := memberPlace(seen.place, f)
			facts = append(facts, Fact{
				ID:      ResponseRule + " " + pointer + " seen",
				Rule:    ResponseRule,
				Verdict: Unseen,
				Why:     fmt.Sprintf("none of %s has %s", wording.Count(seen.objects, "object"), pointer),
				Pos:     cmp.Or(f.Pos, op.Pos),
			})
		}
	}
	slices.SortFunc(facts, func(a, b Fact) int { return cmp.Compare(a.ID, b.ID) })
	return facts
}
