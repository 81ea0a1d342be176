package encode

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
	"unicode/utf8"

	"example.com/opgen/api/internal/apitype"
)

// Values of a caller's own types are written by encoding/json. It detects values that
// contain themselves, but not through a MarshalJSON method of this package or of generated
// code, where it would overflow the stack, which no program can recover from. So values that contain
// such a type are checked first.

var (
	appenderType      = reflect.TypeFor[appender]()
	marshalerType     = reflect.TypeFor[json.Marshaler]()
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
)

// valueEncodable reports whether v is not nested too deep, and every value in an any can be
// encoded. Anything else is left to encoding/json.
func valueEncodable(v reflect.Value, depth int) bool {
	if depth > MaxDepth {
		return false
	}
	t := v.Type()
	if IsNullable(t) && v.CanInterface() {
		held, _ := nullableValue(v.Interface())
		return encodable(held, depth+1)
	}
	isOurs := t == apitype.ObjectType || implements(t, appenderType)
	if !isOurs && encodesItself(t) {
		return true // its JSON may not depend on its fields
	}
	switch t.Kind() {
	case reflect.String: // encoding/json would replace invalid UTF-8
		return utf8.ValidString(v.String())
	case reflect.Interface:
		return v.IsNil() || !v.CanInterface() || encodable(v.Elem().Interface(), depth+1)
	case reflect.Pointer:
		return v.IsNil() || valueEncodable(v.Elem(), depth+1)
	case reflect.Struct:
		return fieldsEncodable(v, isOurs, depth)
	case reflect.Map:
		items := v.MapRange()
		for items.Next() {
			if !valueEncodable(items.Key(), depth+1) || !valueEncodable(items.Value(), depth+1) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		if isLeaf(t.Elem()) {
			return true
		}
		for i := range v.Len() {
			if !valueEncodable(v.Index(i), depth+1) {
				return false
			}
		}
	}
	return true
}

// encodesItself reports whether encoding/json calls a method of values of t.
func encodesItself(t reflect.Type) bool {
	return implements(t, marshalerType) || implements(t, textMarshalerType)
}

// fieldsEncodable checks the fields that are written. In generated types, these include fields
// that encoding/json omits, such as Extra.
func fieldsEncodable(v reflect.Value, isOurs bool, depth int) bool {
	for field, value := range v.Fields() {
		isVisible := field.IsExported() || field.Anonymous
		isEncoded := isOurs || field.Tag.Get("json") != "-"
		if isVisible && isEncoded && !valueEncodable(value, depth+1) {
			return false
		}
	}
	return true
}

// implements reports whether t or *t implements the interface. encoding/json calls a method of *t if it
// can take the address of the value, which it can inside of slices and pointers.
func implements(t, methods reflect.Type) bool {
	if t.Implements(methods) {
		return true
	}
	return t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(methods)
}

// isLeaf reports whether values of t contain no other values.
func isLeaf(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Struct,
		reflect.Map, reflect.Slice, reflect.Array:
		return false
	case reflect.String:
		return false // its text may not be UTF-8
	default:
		return true
	}
}

// Finite reports whether a generated struct is finite: no record in it contains itself in
// memory, or is nested deeper than MaxDepth. It only visits fields that lead to structs. The
// value of an any is checked when it is written.
func Finite(v any) bool { return finite(reflect.ValueOf(v), 0) }

// finite stops at the first place that is too deep, since a value that contains itself
// twice has more than 2^1000 such places.
func finite(v reflect.Value, depth int) bool {
	if depth > MaxDepth {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || finite(v.Elem(), depth)
	case reflect.Struct:
		for _, field := range nested.Get(v.Type()) {
			if !finite(v.Field(field), depth+1) {
				return false
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if !finite(v.Index(i), depth+1) {
				return false
			}
		}
	case reflect.Map:
		values := v.MapRange()
		for values.Next() {
			if !finite(values.Value(), depth+1) {
				return false
			}
		}
	}
	return true
}

// nested holds the fields of each struct that lead to structs, through which a value may
// contain itself.
var nested = ByType[[]int]{Find: func(t reflect.Type) (fields []int) {
	for i := range t.NumField() {
		field := t.Field(i)
		if isEncoded(t, field) && leadsToStruct(field.Type) {
			fields = append(fields, i)
		}
	}
	return fields
}}

// ByType holds the result of a function for each type that it was called with: the tags of a type do
// not change, and reading them takes longer than printing a value. It is safe for concurrent use, and
// may call the function more than once for a type.
type ByType[V any] struct {
	Find func(reflect.Type) V

	results sync.Map // of type V, by reflect.Type
}

// Get returns the result for t.
func (b *ByType[V]) Get(t reflect.Type) V {
	if v, ok := b.results.Load(t); ok {
		return v.(V)
	}
	v := b.Find(t)
	b.results.Store(t, v)
	return v
}

// isEncoded reports whether a field of a struct is part of what is sent.
func isEncoded(t reflect.Type, field reflect.StructField) bool {
	isVisible := field.IsExported() || IsNullable(t)
	return isVisible && (field.Tag.Get("json") != "-" || holdsVariant(field.Type))
}

// holdsVariant reports whether a type is the interface for the variant of a union. Generated
// structs have no other interface with methods.
func holdsVariant(t reflect.Type) bool { return t.Kind() == reflect.Interface && t.NumMethod() > 0 }

// leadsToStruct reports whether a value of a type may hold a struct.
func leadsToStruct(t reflect.Type) bool {
	for {
		switch {
		case t.Kind() == reflect.Pointer, t.Kind() == reflect.Slice, t.Kind() == reflect.Map:
			t = t.Elem()
		case IsNullable(t):
			t = t.Field(0).Type
		default:
			return t.Kind() == reflect.Struct || holdsVariant(t)
		}
	}
}
