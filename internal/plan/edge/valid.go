package edge

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// This file makes values that a declaration accepts. The other values are made by changing one of
// these in one place.

// LongestArray is the length of the longest arrays that are made. Bounds above it are not tried.
const LongestArray = 1_000

// UnknownKey is the key of a member that no declaration names.
const UnknownKey = "further_key"

// UnknownTag returns a tag that a union does not have.
func UnknownTag(u *catalog.TaggedUnion) string {
	tag := "some tag"
	for u.Variant(tag) != nil {
		tag += "s"
	}
	return tag
}

// Required returns an object with the required members of a record, which may be nil, or an
// empty one if some of them have no value.
func Required(record *catalog.Shape) map[string]any {
	if record == nil {
		return map[string]any{}
	}
	r, ok := sample.Shape(record, sample.Minimal)
	if !ok {
		return map[string]any{}
	}
	return r.Value().(map[string]any)
}

// Valid returns a value of a field as it is sent. It reports false if it finds none.
func Valid(f *catalog.Field) (any, bool) {
	alone := *f
	alone.Required, alone.Whole = true, false
	r, ok := sample.Shape(&catalog.Shape{Fields: []*catalog.Field{&alone}}, sample.Minimal)
	if !ok {
		return nil, false
	}
	v, ok := r.Value().(map[string]any)[f.Name]
	return v, ok
}
