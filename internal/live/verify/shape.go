package verify

import (
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
)

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
func fieldAt(of *catalog.Type, pointer string) (last *catalog.Field, named bool) {
	if pointer != "" && pointer[0] != '/' {
		return nil, false
	}
	for _, part := range strings.Split(pointer, "/")[1:] {
		f := fieldIn(of, jsonpointer.Unescape(part))
		switch {
		case f != nil:
			last, of = f, f.Type
		case of.Holder() && part == "*":
			of = of.Elem
		default:
			return last, false
		}
	}
	return last, true
}
