package sample

import (
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
)

// variant returns a variant of a union: the first for a field, and each in turn for the items
// of an array, followed by an unknown one, which readers do not see. In a deep place, it is the
// one that ends soonest. It reports false if a required field has no value.
func (m *maker) variant(in place, f *catalog.Field, u *catalog.TaggedUnion) (*Record, bool) {
	n := itemIndex(f) % (len(u.Variants) + 1)
	if n == len(u.Variants) && (!u.Open || m.shown) {
		n = 0
	}
	if in.deepIn(u) {
		n = slices.Index(u.Variants, u.Ending())
		if n < 0 { // the unknown one
			n = len(u.Variants)
		}
	}
	if n == len(u.Variants) {
		return unknownVariant(u), true
	}
	r, ok := m.variantSample(in, u, u.Variants[n])
	if ok && m.shown {
		r.Further = ""
	}
	return r, ok
}

// variantSample returns a variant of a union.
func (m *maker) variantSample(in place, u *catalog.TaggedUnion, v *catalog.Variant) (*Record, bool) {
	r := new(Record)
	if v.Record != nil {
		shape, ok := m.shape(in.recordPlace(v.Record))
		if !ok {
			return nil, false
		}
		r = shape
		for r.Further != "" && (r.Further == u.By || v.Record.Field(r.Further) != nil) {
			r.Further += " key"
		}
	}
	r.Union, r.Tag = u, v.Tag
	return r, true
}

// Variants returns a sample of each variant of a union, if there is one, and of an unknown
// variant.
func Variants(u *catalog.TaggedUnion, size Size) []*Record {
	var all []*Record
	for _, v := range u.Variants {
		r, ok := maker{Size: size}.limited(func(m *maker) (*Record, bool) {
			return m.variantSample(place{}, u, v)
		})
		if ok {
			all = append(all, r)
		}
	}
	return append(all, unknownVariant(u))
}

// unknownVariant returns a variant that the catalog does not name.
func unknownVariant(u *catalog.TaggedUnion) *Record {
	tag := "some tag"
	for u.Variant(tag) != nil {
		tag += "s"
	}
	tagOnly := &catalog.Shape{Fields: []*catalog.Field{{Name: u.By}}}
	return &Record{Union: u, Tag: tag, Further: furtherKey(tagOnly), Kept: "kept"}
}

// itemIndex returns the index of an item in its array, 0 for a field. The name of an item ends with its
// number: "emails 2".
func itemIndex(f *catalog.Field) int {
	n, _ := strconv.Atoi(f.Name[strings.LastIndexByte(f.Name, ' ')+1:])
	return max(n-1, 0)
}
