package encode

import (
	"reflect"
	"sync"
)

// Finite reports whether a generated struct ends: no record in it contains itself in
// memory, or is nested deeper than MaxDepth. Only what may lead to a record of its own
// type is looked at. What is in an any is judged when that is written.
func Finite(v any) bool { return finite(reflect.ValueOf(v), 0) }

// finite ends at the first place that is too deep, as a value that contains itself
// twice has more than 2^1000 of them.
func finite(v reflect.Value, depth int) bool {
	if depth > MaxDepth {
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || finite(v.Elem(), depth)
	case reflect.Struct:
		for _, field := range fieldsInCircles(v.Type()) {
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

// fieldsInCircles returns the fields of a struct by which a value may contain another
// one of a type that contains itself.
func fieldsInCircles(t reflect.Type) []int {
	if known, ok := circles.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if field := t.Field(i); encoded(t, field) && leadsInCircle(field.Type, nil) {
			fields = append(fields, i)
		}
	}
	circles.Store(t, fields)
	return fields
}

// circles holds the result of fieldsInCircles for each type.
var circles sync.Map

// encoded reports whether a field of a struct is part of what is sent.
func encoded(t reflect.Type, field reflect.StructField) bool {
	return (field.IsExported() || IsNullable(t)) && (field.Tag.Get("json") != "-" || holdsVariant(field.Type))
}

// holdsVariant reports whether a type is that of the variant of a union. No other
// interface with methods is in a generated struct.
func holdsVariant(t reflect.Type) bool { return t.Kind() == reflect.Interface && t.NumMethod() > 0 }

// leadsInCircle reports whether a type leads to a struct that is around it, or to one
// that contains itself. The variant of a union may.
func leadsInCircle(t reflect.Type, around []reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return holdsVariant(t)
	}
	for _, outer := range around {
		if outer == t {
			return true
		}
	}
	around = append(around[:len(around):len(around)], t)
	for i := range t.NumField() {
		if field := t.Field(i); encoded(t, field) && leadsInCircle(field.Type, around) {
			return true
		}
	}
	return false
}
