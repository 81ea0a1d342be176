package oracle

import "example.com/opgen/internal/catalog"

// readUnion returns the values of a variant and its tag. If the tag is unknown, it does not
// read the other members.
func (m *model) readUnion(u *catalog.TaggedUnion, o Object, pointer string) any {
	var tag any
	var others Object
	tags := 0
	for _, e := range o {
		if e.Key != u.By {
			others = append(others, e)
			continue
		}
		tags++
		if tags == 1 {
			tag = e.Value
		}
	}
	text, isText := tag.(string)
	variant := u.Variant(text)
	if !isText || variant == nil && !u.Open {
		return m.findUnreadable(memberPointer(pointer, u.By), "variant")
	}
	if tags > 1 {
		m.findUnreadable(memberPointer(pointer, u.By), "duplicate-field")
	}
	shape := &catalog.Shape{Open: variant == nil}
	if variant != nil && variant.Record != nil {
		shape = variant.Record
	}
	values := m.read(shape, others, pointer)
	values[u.By] = text
	return values
}

// shapeOf returns the shape of an object of a type, nil if the catalog does not describe it.
func shapeOf(t *catalog.Type, v any) *catalog.Shape {
	object, isObject := v.(map[string]any)
	switch {
	case !isObject:
		return nil
	case t.Kind != catalog.Union:
		return t.Record
	}
	tag := object[t.Union.By].(string) // readUnion set it, and returned no object without a text
	variant := t.Union.Variant(tag)
	if variant == nil {
		return nil
	}
	return variant.Record
}
