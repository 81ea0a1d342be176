// Package redact shows bodies and values without what is sensitive. Callers and
// services may put anything anywhere, so a value is shown only if the catalog names
// its place, does not mark it sensitive, and says that such a value is there. The
// tags of generated structs tell.
package redact

import (
	"fmt"
	"reflect"
	"strconv"

	"example.com/opgen/api/internal/cursor"
)

// Redacted stands for a value that is not shown.
const Redacted = "[redacted]"

// Value prints a generated struct: the fields that are given, without the values
// of the sensitive ones. Keys and texts that the catalog does not name may hold
// anything, and are counted.
func Value(v any) string { return describe(reflect.ValueOf(v)) }

// describe prints a value as Go writes it, pointers as what they point at.
func describe(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Invalid:
		return "nil"
	case reflect.Pointer:
		return describe(v.Elem())
	case reflect.Struct:
		return describeStruct(v)
	case reflect.String:
		return strconv.Quote(v.String())
	case reflect.Slice, reflect.Map, reflect.Interface:
		return describeOther(v)
	default:
		return fmt.Sprint(v.Interface())
	}
}

func describeStruct(v reflect.Value) string {
	text := v.Type().String() + "{"
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		received := value.Kind() == reflect.Struct && field.Tag.Get("json") == "-"
		if value.IsZero() || !field.IsExported() || received {
			continue
		}
		if text[len(text)-1] != '{' {
			text += ", "
		}
		text += field.Name + ": "
		if isSensitive(field) {
			text += Redacted
		} else {
			text += describe(value)
		}
	}
	return text + "}"
}

// describeOther prints the items of an array, and counts the rest.
func describeOther(v reflect.Value) string {
	switch {
	case v.Type() == rawType:
		return size(v.Len(), "byte")
	case v.Kind() == reflect.Map:
		return size(v.Len(), "key")
	case v.Kind() == reflect.Interface:
		return Redacted
	}
	text := "["
	for i := range v.Len() {
		if i > 0 {
			text += ", "
		}
		text += describe(v.Index(i))
	}
	return text + "]"
}

// isSensitive reports whether the catalog marks a field of a generated struct.
func isSensitive(field reflect.StructField) bool { return field.Tag.Get("sensitive") == "true" }

// size says of what is not printed how much it is.
func size(n int, noun string) string { return "[" + cursor.Count(n, noun) + "]" }
