package catalog

import (
	"slices"
)

// This file determines which values are private:
//
//   - A marked field is private, and so is its record, even in arrays and maps. The keys of a
//     private map are also private.
//   - The union of a private field is private, and so are the records of its variants. An object
//     with an unknown tag is always private.
//   - A private record is private as a whole: its fields, unknown keys and nested records. This
//     applies to every use in the catalog, including fields without a mark and bodies that include it.
//
// Private values are never printed, and documents do not show their examples or defaults.

// Private reports whether a value of the field is never printed.
func (f *Field) Private() bool { return f.Sensitive || f.in != nil && f.in.private }

// HoldsPrivate reports whether a value of the field, or a part of it, is never printed.
func (f *Field) HoldsPrivate() bool {
	union := f.Union()
	return f.Private() || union != nil && union.HoldsPrivate() ||
		slices.ContainsFunc(f.Records(), (*Shape).HoldsPrivate)
}

// Private reports whether the shape or the union is private as a whole.
func (c *content) Private() bool { return c.private }

// HoldsPrivate reports whether a part of the shape or the union is never printed.
func (c *content) HoldsPrivate() bool { return c.holdsPrivate }

// PrivateKeys reports whether unknown keys of an open shape are never printed.
func (s *Shape) PrivateKeys() bool {
	return s.private || s.Include != nil && s.Include.private
}

// ShownExample returns the example of the field, nil if it is not shown. The example of a record is shown
// if it has no private members.
func (f *Field) ShownExample() any {
	switch {
	case !f.HoldsPrivate():
		return f.Example
	case f.Private() || f.Type.Kind != Record:
		return nil
	}
	members, _ := f.Example.(map[string]any)
	if f.Type.Record.anyPrivate(members) {
		return nil
	}
	return f.Example
}

// anyPrivate reports whether one of some members of the shape holds a private value.
func (s *Shape) anyPrivate(members map[string]any) bool {
	for key := range members {
		f := s.Field(key)
		if f == nil && s.PrivateKeys() {
			return true
		}
		if f != nil && f.HoldsPrivate() {
			return true
		}
	}
	return false
}

// ShownDefault returns the default of the field, nil if it is not shown.
func (f *Field) ShownDefault() any {
	if f.Private() {
		return nil
	}
	return f.Default
}

// ownMarks reports whether the shape has private fields or keys, and fields with friendly names, apart
// from those of the records in its fields.
func (s *Shape) ownMarks() (private, coded bool) {
	private = s.PrivateKeys() || slices.ContainsFunc(s.Fields, (*Field).Private)
	coded = slices.ContainsFunc(s.Fields, func(f *Field) bool { return f.Codes != "" })
	return private, coded
}

// ownMarks reports whether the union is private, or keeps objects with unknown tags, which are.
func (u *TaggedUnion) ownMarks() (private, coded bool) { return u.Open || u.private, false }

// markPrivate marks what the sensitive fields of shapes contain. Bodies share included fields with the
// record.
func markPrivate(shapes []*Shape) {
	var mark func(n node)
	mark = func(n node) {
		if n == nil || n.contents().private {
			return
		}
		n.contents().private = true
		for _, held := range n.children() {
			mark(held)
		}
	}
	for _, s := range shapes {
		for _, f := range s.Fields {
			if f.Sensitive {
				mark(f.holds())
			}
		}
	}
}
