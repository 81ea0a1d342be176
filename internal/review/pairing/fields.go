package pairing

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// This file pairs the fields of two shapes. Fields have more ways to move than other elements: into
// the record that a body includes, into a record of their own, or under a new name to the same
// place. Each is tried before a field counts as removed, because a removed field breaks more, and
// is explained less well.

// RecordFields pairs the fields of a record of the base that both catalogs have.
func (e *Elements) RecordFields(record *catalog.Shape) *Fields {
	if paired := e.recordFields[record]; paired != nil {
		return paired
	}
	fields := newFields()
	fields.pair(e, record.Fields, e.Records[record].Fields)
	e.recordFields[record] = fields
	return fields
}

// BodyFields pairs the fields of two requests or responses. Fields of a record that both
// include are paired in the record, unless they moved into it or out of it.
func (e *Elements) BodyFields(base, head *catalog.Shape) *Fields {
	fields := newFields()
	if base.Include == nil || !e.SameInclude(base, head) {
		fields.pair(e, base.Fields, head.Fields)
		return fields
	}
	record := e.RecordFields(base.Include)
	for _, p := range record.Pairs {
		fields.add(p[Base], p[Head])
	}
	name := func(f *catalog.Field) string { return f.Name }
	moved := map[*catalog.Field]*catalog.Field{}
	ownBase, _ := ByKey(moved, base.Own(), record.Added, name)
	_, ownHead := ByKey(moved, record.Removed, head.Own(), name)
	for b, h := range moved {
		fields.add(b, h)
		fields.Moved = append(fields.Moved, [2]*catalog.Field{b, h})
	}
	fields.pair(e, ownBase, ownHead)
	return fields
}

// pair pairs fields by name, then by Go name, then those that moved into a record or out of
// one, then by place.
func (f *Fields) pair(e *Elements, base, head []*catalog.Field) {
	name := func(f *catalog.Field) string { return f.Name }
	goName := func(f *catalog.Field) string { return f.GoName }
	f.Removed, f.Added = ByKey(f.Head, base, head, name)
	f.Removed, f.Added = ByKey(f.Head, f.Removed, f.Added, goName)
	for b, h := range f.Head {
		f.Base[h] = b
	}
	f.findNestings(e, Head, f.Added, f.Removed)
	f.findNestings(e, Base, f.Removed, f.Added)
	f.pairByPlace(e,
		slices.DeleteFunc(slices.Clone(base), f.IsNested),
		slices.DeleteFunc(slices.Clone(head), f.IsNested))
	f.Removed = slices.DeleteFunc(f.Removed, f.isPaired)
	f.Added = slices.DeleteFunc(f.Added, f.isPaired)
	for _, b := range base {
		if h := f.Head[b]; h != nil {
			f.Pairs = append(f.Pairs, [2]*catalog.Field{b, h})
		}
	}
}

// findNestings finds holders of a record with two or more of the other side's fields, or with
// one of them and no further field: street and city were replaced by address, whose record Address
// has both.
func (f *Fields) findNestings(e *Elements, side Side, holders, others []*catalog.Field) {
	for _, holder := range holders {
		if holder.Type.Kind != catalog.Record {
			continue
		}
		features := setOf(e.fieldFeatures("", holder.Type.Record.Fields, side))
		var moved []*catalog.Field
		for i, feature := range e.fieldFeatures("", others, 1-side) {
			if features[feature] {
				moved = append(moved, others[i])
			}
		}
		if len(moved) > 1 || len(moved) == 1 && len(features) == 1 {
			f.Nestings = append(f.Nestings, Nesting{holder, side, moved})
		}
	}
}

// pairByPlace pairs fields that follow the same field on both sides, if there are equally many
// and each could be the other one.
//
// Fields are written in an order that people chose, and whoever renames one leaves it where it was.
func (f *Fields) pairByPlace(e *Elements, base, head []*catalog.Field) {
	isRenamed := func(b, h *catalog.Field) bool {
		// A deprecated field was not renamed: its end was announced.
		return b.Deprecated == nil && b.Required == h.Required && e.SameType(b.Type, h.Type)
	}
	next := 0 // in head, after the pair of the previous field
	for i, b := range base {
		if h := f.Head[b]; h != nil {
			next = slices.Index(head, h) + 1
			continue
		}
		if i > 0 && f.Head[base[i-1]] == nil { // not the first one at its place
			continue
		}
		removed := f.leadingUnpaired(base[i:])
		added := f.leadingUnpaired(head[next:])
		if slices.EqualFunc(removed, added, isRenamed) {
			for j, b := range removed {
				f.add(b, added[j])
			}
		}
	}
}

// leadingUnpaired returns the fields before the first one with a pair.
func (f *Fields) leadingUnpaired(fields []*catalog.Field) []*catalog.Field {
	if end := slices.IndexFunc(fields, f.isPaired); end >= 0 {
		return fields[:end]
	}
	return fields
}
