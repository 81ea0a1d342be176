package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// correspondence pairs the elements of both catalogs.
type correspondence struct {
	areas      map[*catalog.Area]*catalog.Area
	operations map[*catalog.Operation]*catalog.Operation
	records    map[*catalog.Shape]*catalog.Shape
	enums      map[*catalog.Enum]*catalog.Enum
	unions     map[*catalog.TaggedUnion]*catalog.TaggedUnion
}

// correspond pairs the elements of both catalogs by name, then elements that were renamed
// or moved. Each step needs the previous ones: features of records need enums, and
// features of operations need records.
func correspond(base, head *catalog.Catalog) *correspondence {
	c := &correspondence{
		areas:      map[*catalog.Area]*catalog.Area{},
		operations: map[*catalog.Operation]*catalog.Operation{},
		records:    map[*catalog.Shape]*catalog.Shape{},
		enums:      map[*catalog.Enum]*catalog.Enum{},
		unions:     map[*catalog.TaggedUnion]*catalog.TaggedUnion{},
	}
	enumsGone, enumsNew := pairByKey(c.enums, base.Enums, head.Enums, func(e *catalog.Enum) string { return e.Name })
	pairBySimilarity(c.enums, enumsGone, enumsNew, func(e *catalog.Enum, _ side) []string { return e.Texts() })

	recordsGone, recordsNew := pairByKey(c.records, base.Records, head.Records, func(s *catalog.Shape) string { return s.Name })
	pairBySimilarity(c.records, recordsGone, recordsNew, func(s *catalog.Shape, side side) []string { return c.fieldFeatures(nil, "", s.Fields, side) })

	unionsGone, unionsNew := pairByKey(c.unions, base.Unions, head.Unions, func(u *catalog.TaggedUnion) string { return u.Name })
	pairBySimilarity(c.unions, unionsGone, unionsNew, c.unionFeatures)

	areasGone, areasNew := pairByKey(c.areas, base.Areas, head.Areas, func(a *catalog.Area) string { return a.Name })
	areasGone, areasNew = pairByKey(c.areas, areasGone, areasNew, func(a *catalog.Area) string { return a.GoName })
	pairBySimilarity(c.areas, areasGone, areasNew, c.areaFeatures)

	c.matchOperations(base, head)
	return c
}

// matchOperations pairs operations by name and Go name within an area, by path, by name
// across areas, and then by their fields.
func (c *correspondence) matchOperations(base, head *catalog.Catalog) {
	var gone, added []*catalog.Operation
	taken := map[*catalog.Area]bool{}
	for _, a := range base.Areas {
		b := c.areas[a]
		if b == nil {
			gone = append(gone, a.Operations...)
			continue
		}
		taken[b] = true
		x, y := pairByKey(c.operations, a.Operations, b.Operations,
			func(op *catalog.Operation) string { return op.Name })
		x, y = pairByKey(c.operations, x, y, func(op *catalog.Operation) string { return op.GoName })
		gone, added = append(gone, x...), append(added, y...)
	}
	for _, a := range head.Areas {
		if !taken[a] {
			added = append(added, a.Operations...)
		}
	}
	gone, added = pairByKey(c.operations, gone, added, func(op *catalog.Operation) string { return op.Path })
	pairBySimilarity(c.operations, gone, added, c.namedFeatures)
	met := map[*catalog.Operation]bool{}
	for _, h := range c.operations {
		met[h] = true
	}
	for _, a := range base.Areas {
		if b := c.areas[a]; b != nil {
			x := slices.DeleteFunc(slices.Clone(a.Operations), func(op *catalog.Operation) bool {
				return c.operations[op] != nil || op.Deprecated != nil // its end was announced
			})
			y := slices.DeleteFunc(slices.Clone(b.Operations), func(op *catalog.Operation) bool { return met[op] })
			pairBySimilarity(c.operations, x, y, c.operationFeatures)
		}
	}
}

// pairByKey pairs elements with the same key, and returns the remaining ones of both sides.
func pairByKey[T comparable](found map[T]T, base, head []T, key func(T) string) (gone, added []T) {
	keys := make(map[string]T, len(head))
	for _, y := range head {
		keys[key(y)] = y
	}
	for _, x := range base {
		if y, ok := keys[key(x)]; ok {
			found[x] = y
			delete(keys, key(x))
			continue
		}
		gone = append(gone, x)
	}
	for _, y := range head {
		if keys[key(y)] == y {
			added = append(added, y)
		}
	}
	return gone, added
}

// typeKey names a type. A type has the same key on both sides even if its record, enum or
// union was renamed.
func (c *correspondence) typeKey(t *catalog.Type, side side) string {
	switch {
	case t.Kind == catalog.Array:
		return "[" + c.itemKey(t.Elem, side) + "]"
	case t.Kind == catalog.Map:
		return "{string: " + c.itemKey(t.Elem, side) + "}"
	case side == inHead:
		return t.String()
	case c.records[t.Record] != nil:
		return c.records[t.Record].Name
	case c.enums[t.Enum] != nil:
		return c.enums[t.Enum].Name
	case c.unions[t.Union] != nil:
		return c.unions[t.Union].Name
	}
	return t.String()
}

func (c *correspondence) itemKey(t *catalog.Type, side side) string {
	return c.typeKey(t, side) + choose(t.Nullable, "?", "")
}

func (c *correspondence) unionFeatures(u *catalog.TaggedUnion, side side) []string {
	features := make([]string, len(u.Variants))
	for i, v := range u.Variants {
		if features[i] = v.Tag; v.Record != nil {
			features[i] += " " + c.typeKey(v.Record.Type(), side)
		}
	}
	return features
}

func (c *correspondence) fieldFeatures(features []string, prefix string, fields []*catalog.Field, side side) []string {
	for _, f := range fields {
		features = append(features, prefix+f.Name+" "+c.typeKey(f.Type, side))
	}
	return features
}

func (c *correspondence) operationFeatures(op *catalog.Operation, side side) []string {
	features := c.fieldFeatures(nil, "request ", op.Request.Fields, side)
	features = c.fieldFeatures(features, "response ", op.Response.Fields, side)
	if op.Summary != "" {
		features = append(features, "summary "+op.Summary)
	}
	return features
}

// namedFeatures returns features that an operation shares only with those of its name.
func (c *correspondence) namedFeatures(op *catalog.Operation, side side) []string {
	features := append(c.operationFeatures(op, side), "")
	for i := range features {
		features[i] = op.Name + " " + features[i]
	}
	return features
}

func (c *correspondence) areaFeatures(a *catalog.Area, side side) []string {
	features := make([]string, len(a.Operations))
	for i, op := range a.Operations {
		features[i] = op.Name
		for _, f := range c.fieldFeatures(nil, " ", op.Request.Fields, side) {
			features[i] += f
		}
	}
	return features
}
