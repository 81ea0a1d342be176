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
// code. So values that contain such a type are checked first.

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
	ours := t == apitype.ObjectType || implements(t, appenderType)
	if !ours && (implements(t, marshalerType) || implements(t, textMarshalerType)) {
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
		return fieldsEncodable(v, ours, depth)
	case reflect.Map:
		for items := v.MapRange(); items.Next(); {
			if !valueEncodable(items.Key(), depth+1) || !valueEncodable(items.Value(), depth+1) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		for i := 0; !isLeaf(t.Elem()) && i < v.Len(); i++ {
			if !valueEncodable(v.Index(i), depth+1) {
				return false
			}
		}
	}
	return true
}

// fieldsEncodable checks the fields that are written. In generated types, these include fields
// that encoding/json omits, such as Extra.
func fieldsEncodable(v reflect.Value, ours bool, depth int) bool {
	for field, value := range v.Fields() {
		isVisible := field.IsExported() || field.Anonymous
		isEncoded := ours || field.Tag.Get("json") != "-"
		if isVisible && isEncoded && !valueEncodable(value, depth+1) {
			return false
		}
	}
	return true
}

// implements reports whether t or *t implements the interface.
func implements(t, methods reflect.Type) bool {
	return t.Implements(methods) || t.Kind() != reflect.Interface && reflect.PointerTo(t).Implements(methods)
}

// isLeaf reports whether values of t contain no other values.
func isLeaf(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Map, reflect.Slice, reflect.Array, reflect.String:
		return false
	}
	return true
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
		for values := v.MapRange(); values.Next(); {
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
		if field := t.Field(i); encoded(t, field) && leadsToStruct(field.Type) {
			fields = append(fields, i)
		}
	}
	return fields
}}

// ByType holds the result of a function for each type that it was called with.
type ByType[V any] struct {
	Find  func(reflect.Type) V
	known sync.Map
}

// Get returns the result for t.
func (b *ByType[V]) Get(t reflect.Type) V {
	if v, ok := b.known.Load(t); ok {
		return v.(V)
	}
	v := b.Find(t)
	b.known.Store(t, v)
	return v
}

// encoded reports whether a field of a struct is part of what is sent.
func encoded(t reflect.Type, field reflect.StructField) bool {
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
