package diff

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// correspondence pairs the elements of both catalogs.
type correspondence struct {
	areas      map[*catalog.Area]*catalog.Area
	operations map[*catalog.Operation]*catalog.Operation
	records    map[*catalog.Shape]*catalog.Shape
	enums      map[*catalog.Enum]*catalog.Enum
	unions     map[*catalog.TaggedUnion]*catalog.TaggedUnion
	added      map[any]bool // elements of the head without a counterpart
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
		added:      map[any]bool{},
	}
	pairAll(c.added, c.enums, base.Enums, head.Enums, func(e *catalog.Enum, _ side) []string { return e.Texts() },
		func(e *catalog.Enum) string { return e.Name })
	pairAll(c.added, c.records, base.Records, head.Records, func(s *catalog.Shape, side side) []string { return c.fieldFeatures("", s.Fields, side) },
		func(s *catalog.Shape) string { return s.Name })
	pairAll(c.added, c.unions, base.Unions, head.Unions, c.unionFeatures,
		func(u *catalog.TaggedUnion) string { return u.Name })
	pairAll(c.added, c.areas, base.Areas, head.Areas, c.areaFeatures,
		func(a *catalog.Area) string { return a.Name }, func(a *catalog.Area) string { return a.GoName })
	c.pairOperations(slices.Collect(base.Operations()), slices.Collect(head.Operations()))
	return c
}

// pairOperations pairs operations by name and Go name within an area, by path, by name
// across areas, and then by their fields within an area.
func (c *correspondence) pairOperations(base, head []*catalog.Operation) {
	area := func(op *catalog.Operation) string { return cmp.Or(c.areas[op.Area], op.Area).Name + "." }
	for _, key := range []func(*catalog.Operation) string{
		func(op *catalog.Operation) string { return area(op) + op.Name },
		func(op *catalog.Operation) string { return area(op) + op.GoName },
		func(op *catalog.Operation) string { return op.Path },
	} {
		base, head = pairByKey(c.operations, base, head, key)
	}
	base, head = pairBySimilarity(c.operations, base, head, func(op *catalog.Operation, side side) []string {
		return withPrefix(op.Name+" ", append(c.operationFeatures(op, side), ""))
	})
	base = slices.DeleteFunc(base, func(op *catalog.Operation) bool { return op.Deprecated != nil }) // its end was announced
	pairAll(c.added, c.operations, base, head, func(op *catalog.Operation, side side) []string {
		return withPrefix(area(op), c.operationFeatures(op, side))
	})
}

// pairAll pairs elements by keys, one after the other, and then by similarity. It adds those that
// the head alone has.
func pairAll[T comparable](added map[any]bool, found map[T]T, base, head []T, features func(T, side) []string, keys ...func(T) string) {
	for _, key := range keys {
		base, head = pairByKey(found, base, head, key)
	}
	_, head = pairBySimilarity(found, base, head, features)
	for _, h := range head {
		added[h] = true
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

func (c *correspondence) fieldFeatures(prefix string, fields []*catalog.Field, side side) []string {
	features := make([]string, len(fields))
	for i, f := range fields {
		features[i] = prefix + f.Name + " " + c.typeKey(f.Type, side)
	}
	return features
}

func (c *correspondence) operationFeatures(op *catalog.Operation, side side) []string {
	features := append(c.fieldFeatures("request ", op.Request.Fields, side), c.fieldFeatures("response ", op.Response.Fields, side)...)
	if op.Summary != "" {
		features = append(features, "summary "+op.Summary)
	}
	return features
}

func (c *correspondence) areaFeatures(a *catalog.Area, side side) []string {
	features := make([]string, len(a.Operations))
	for i, op := range a.Operations {
		features[i] = op.Name + strings.Join(c.fieldFeatures(" ", op.Request.Fields, side), "")
	}
	return features
}

func withPrefix(prefix string, texts []string) []string {
	for i := range texts {
		texts[i] = prefix + texts[i]
	}
	return texts
}
