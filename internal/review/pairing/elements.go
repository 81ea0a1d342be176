package pairing

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// This file declares what a pairing consists of. How elements and fields are paired is in the files
// that are named after it.

// Side is one of the two catalogs.
type Side int

// The sides. They are indexes of arrays that have a value for each catalog.
const (
	Base Side = iota // the old catalog
	Head             // the new one
)

// Elements are the paired elements of two catalogs. The maps lead from the base to the head
// and lack elements that only one catalog has.
type Elements struct {
	Areas      map[*catalog.Area]*catalog.Area
	Operations map[*catalog.Operation]*catalog.Operation
	Records    map[*catalog.Shape]*catalog.Shape
	Enums      map[*catalog.Enum]*catalog.Enum
	Unions     map[*catalog.TaggedUnion]*catalog.TaggedUnion
	Added      map[any]bool // elements of the head without a counterpart

	recordFields map[*catalog.Shape]*Fields // by the record of the base
}

// Fields are the paired fields of a shape of the base and a shape of the head.
type Fields struct {
	Head map[*catalog.Field]*catalog.Field // by field of the base
	Base map[*catalog.Field]*catalog.Field // by field of the head

	// The fields that belong to the shapes themselves. Those of a record that both include are
	// paired in the record, and only the maps have them.
	Pairs    [][2]*catalog.Field // in the order of the base
	Moved    [][2]*catalog.Field // between a body and the record that it includes
	Removed  []*catalog.Field
	Added    []*catalog.Field
	Nestings []Nesting
}

// Nesting is a field of a record type that replaced fields, or was replaced by them. If street and
// city are gone and address is new, whose record has both, address is the holder, on the side of the
// head, and street and city have moved.
type Nesting struct {
	Holder *catalog.Field
	Side   Side // of the holder
	Moved  []*catalog.Field
}

// newFields returns a pairing without pairs.
func newFields() *Fields {
	return &Fields{
		Head: map[*catalog.Field]*catalog.Field{},
		Base: map[*catalog.Field]*catalog.Field{},
	}
}

// add notes a pair in both maps.
func (f *Fields) add(base, head *catalog.Field) {
	f.Head[base], f.Base[head] = head, base
}

// IsNested reports whether a field belongs to a nesting.
func (f *Fields) IsNested(field *catalog.Field) bool {
	return slices.ContainsFunc(f.Nestings, func(n Nesting) bool {
		return n.Holder == field || slices.Contains(n.Moved, field)
	})
}

// isPaired reports whether a field of either side has a pair.
func (f *Fields) isPaired(field *catalog.Field) bool {
	return f.Head[field] != nil || f.Base[field] != nil
}
