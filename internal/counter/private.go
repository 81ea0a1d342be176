package counter

import (
	"maps"
	"slices"

	"example.com/opgen/catalog"
)

// notShown stands for a value of a sensitive field that a catalog gives.
const notShown = "..."

// hide takes out of a value of JSON what a catalog gives as the default or an
// example of a sensitive field, and reports whether there was any. Invented values
// stay. The shapes are those that the value may be of; within says that it is
// inside of a sensitive field.
func hide(v any, within bool, shapes []*catalog.Shape) (shown any, hidden bool) {
	object, ok := v.(map[string]any)
	if !ok {
		return v, false
	}
	object = maps.Clone(object)
	for key, value := range object {
		var fields []*catalog.Field
		var records []*catalog.Shape
		for _, s := range shapes {
			if f := fieldOf(s, key); f != nil {
				fields = append(fields, f)
				if r := item(f.Type).Record; r != nil {
					records = append(records, r)
				}
			}
		}
		secret := within || slices.ContainsFunc(fields, func(f *catalog.Field) bool { return f.Sensitive })
		inner, changed := hideMember(value, secret, records, fields)
		object[key], hidden = inner, hidden || changed
	}
	return object, hidden
}

func hideMember(v any, secret bool, records []*catalog.Shape, fields []*catalog.Field) (shown any, hidden bool) {
	if secret && isGiven(v, fields) {
		return notShown, true
	}
	list, ok := v.([]any)
	if !ok {
		return hide(v, secret, records)
	}
	list = slices.Clone(list)
	for i := range list {
		inner, changed := hideMember(list[i], secret, records, fields)
		list[i], hidden = inner, hidden || changed
	}
	return list, hidden
}

// isGiven reports whether a value is one that the catalog gives for a field, or is
// an item of one.
func isGiven(v any, fields []*catalog.Field) bool {
	for _, f := range fields {
		for _, given := range []any{f.Default, f.Example} {
			items, _ := given.([]any)
			for _, g := range append([]any{given}, items...) {
				if g != nil && compact(g) == compact(v) {
					return true
				}
			}
		}
	}
	return false
}
