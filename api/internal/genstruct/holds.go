package genstruct

import (
	"reflect"

	"example.com/opgen/api/internal/encode"
)

// Whether a value has to be redacted, for handlers of slog that print values by their fields. Unlike the
// descriptions in body.go, which follow the catalog, this follows the values of a program: a generated
// struct may be in a map[string]any of a caller's own type.

// Holds reports whether a value is or contains a generated struct with a sensitive field, in any
// struct, slice, map, pointer or interface around it. Below the deepest nesting that is shown, it
// reports true.
func Holds(v any) bool { return holds(reflect.ValueOf(v), 0) }

// holds is Holds for a value at a depth. It looks at values and not only at types, since a value of an
// interface type may be harmless.
func holds(v reflect.Value, depth int) bool {
	switch {
	case !v.IsValid() || !mayHold.Get(v.Type()):
		return false
	case depth > maxShownDepth:
		return true
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return holds(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holds(v.Index(i), depth+1) {
				return true
			}
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			if holds(key, depth+1) || holds(value, depth+1) {
				return true
			}
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			if IsSensitive(field) || holds(value, depth+1) {
				return true
			}
		}
	}
	return false
}

// mayHold reports by its type whether a value can contain a struct with a sensitive field. The result
// is cached,
// since most types that are logged cannot.
var mayHold = encode.ByType[bool]{Find: func(t reflect.Type) bool {
	return typeMayHold(t, map[reflect.Type]bool{})
}}

// typeMayHold skips the types in seen, since a type may contain itself.
func typeMayHold(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return typeMayHold(t.Elem(), seen)
	case reflect.Map:
		return typeMayHold(t.Key(), seen) || typeMayHold(t.Elem(), seen)
	case reflect.Struct:
		for field := range t.Fields() {
			if IsSensitive(field) || typeMayHold(field.Type, seen) {
				return true
			}
		}
	}
	return false
}
