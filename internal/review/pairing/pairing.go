// Package pairing finds the elements of one catalog in another one: areas, operations,
// enums, unions, records and their fields.
//
// Elements are paired by name first, so that an edit of an element is never taken for a
// rename of another one. The remaining ones are compared by content, which recognizes what
// was renamed or moved. A pairing makes no statement about what a change means.
package pairing

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
)

// Of pairs the elements of two catalogs. Each step needs the previous ones: features of
// records need enums, and features of operations need records.
func Of(base, head *catalog.Catalog) *Elements {
	e := &Elements{
		Areas:        map[*catalog.Area]*catalog.Area{},
		Operations:   map[*catalog.Operation]*catalog.Operation{},
		Records:      map[*catalog.Shape]*catalog.Shape{},
		Enums:        map[*catalog.Enum]*catalog.Enum{},
		Unions:       map[*catalog.TaggedUnion]*catalog.TaggedUnion{},
		Added:        map[any]bool{},
		recordFields: map[*catalog.Shape]*Fields{},
	}
	pairAll(e.Added, e.Enums, base.Enums, head.Enums, enumFeatures,
		func(enum *catalog.Enum) string { return enum.Name })
	pairAll(e.Added, e.Records, base.Records, head.Records, e.recordFeatures,
		func(record *catalog.Shape) string { return record.Name })
	pairAll(e.Added, e.Unions, base.Unions, head.Unions, e.unionFeatures,
		func(union *catalog.TaggedUnion) string { return union.Name })
	pairAll(e.Added, e.Areas, base.Areas, head.Areas, e.areaFeatures,
		func(area *catalog.Area) string { return area.Name },
		func(area *catalog.Area) string { return area.GoName })
	e.pairOperations(slices.Collect(base.Operations()), slices.Collect(head.Operations()))
	return e
}

// pairOperations pairs operations by name and Go name within an area, by path, by name
// across areas, and then by their fields within an area. An area that was renamed has its new name
// on both sides, so its operations are still within one area.
func (e *Elements) pairOperations(base, head []*catalog.Operation) {
	area := func(op *catalog.Operation) string {
		return cmp.Or(e.Areas[op.Area], op.Area).Name + "."
	}
	for _, key := range []func(*catalog.Operation) string{
		func(op *catalog.Operation) string { return area(op) + op.Name },
		func(op *catalog.Operation) string { return area(op) + op.GoName },
		func(op *catalog.Operation) string { return op.Path },
	} {
		base, head = ByKey(e.Operations, base, head, key)
	}
	named := func(op *catalog.Operation, side Side) []string {
		// The name itself is a feature of an operation without fields.
		return withPrefix(op.Name+" ", append(e.operationFeatures(op, side), ""))
	}
	base, head = bySimilarity(e.Operations, base, head, named)
	// A deprecated operation was not renamed: its end was announced.
	base = slices.DeleteFunc(base, func(op *catalog.Operation) bool { return op.Deprecated != nil })
	pairAll(e.Added, e.Operations, base, head, func(op *catalog.Operation, side Side) []string {
		return withPrefix(area(op), e.operationFeatures(op, side))
	})
}
