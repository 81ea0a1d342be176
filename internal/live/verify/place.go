package verify

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file has places in JSON values. A place is known by a pointer without indices, so that all
// items of a list are one place, and by the path to one value there.

// place is a place in a request.
type place struct {
	id   string         // pointer, with * for items and keys of maps: "/addresses/*/city"
	path []any          // keys and indices in the body: "addresses", 0, "city"
	top  *catalog.Field // the member of the body that it is in, nil for the body

	// No value can be made up here: the service must know it, or it is sensitive.
	isOpaque bool
}

// typedPlace is a place in a request with a value of a type.
type typedPlace struct {
	place
	value  any // the value, nil if there is none
	typ    *catalog.Type
	pos    catalog.Position
	field  *catalog.Field // nil for an item
	object map[string]any // the object with the field
}

// child returns the place of a key or an index. The token is * for an item or a key of a map.
func (p place) child(token string, key any) place {
	p.id += "/" + token
	p.path = append(slices.Clip(p.path), key)
	return p
}

// memberPlace returns the place of a field in an object at a place.
func memberPlace(parent string, f *catalog.Field) string {
	return parent + "/" + jsonpointer.Escape(f.Name)
}

// omitted stands for a member that is left out, which differs from a member that is null.
type omitted struct{}

// withValueAt returns a JSON value with another value at a path, or without the member there if
// value is [omitted]. The given value is not changed: requests share their parts.
func withValueAt(v any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	if i, ok := path[0].(int); ok {
		list := slices.Clone(v.([]any))
		list[i] = withValueAt(list[i], path[1:], value)
		return list
	}
	object := v.(map[string]any)
	key := path[0].(string)
	object = sample.WithMember(object, key, withValueAt(object[key], path[1:], value))
	if value == (omitted{}) && len(path) == 1 {
		delete(object, key)
	}
	return object
}

// fieldIn returns the field with a key in an object of a type, nil if there is none.
func fieldIn(t *catalog.Type, key string) *catalog.Field {
	if t.Union != nil && key == t.Union.By {
		return &catalog.Field{Type: &catalog.Type{Kind: catalog.String}}
	}
	for _, s := range t.Records() {
		if f := s.Field(key); f != nil {
			return f
		}
	}
	return nil
}

// fieldAt returns the last field on the path to a place in a value of a type, nil if there is
// none, and reports whether the catalog names every part of the path.
func fieldAt(typ *catalog.Type, pointer string) (lastField *catalog.Field, isNamed bool) {
	if pointer != "" && pointer[0] != '/' {
		return nil, false
	}
	for _, part := range strings.Split(pointer, "/")[1:] {
		f := fieldIn(typ, jsonpointer.Unescape(part))
		switch {
		case f != nil:
			lastField = f
			typ = f.Type
		case typ.Holder() && part == "*":
			typ = typ.Elem
		default:
			return lastField, false
		}
	}
	return lastField, true
}

// text writes a JSON value on one line, with sorted keys.
func text(v any) string { return cmp.Or(wording.Literal(v), "null") }

// decoded returns the value of a JSON text, nil if it is not JSON.
func decoded(text string) (v any) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}
