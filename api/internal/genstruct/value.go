// Package genstruct prints generated structs without sensitive values, and describes bodies
// by their tags to package redact of internal/json.
//
// A contact with a name, a sensitive number and two unknown keys prints as
//
//	contacts.Contact{Name: "Ada", SSN: [redacted], Extra: [2 keys]}
package genstruct

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/redact"
)

// The constants of package redact of internal/json.
const (
	Redacted = redact.Redacted
	CutOff   = redact.CutOff
	MaxShown = redact.MaxShown
)

// Value prints the fields of a generated struct that are set, without sensitive values. It
// counts keys and texts that the catalog does not name, since they may contain anything.
func Value(v any) string { return string(describe(nil, reflect.ValueOf(v), 0)) }

// maxDescribed is the number of bytes after which a value is cut off. maxShownDepth is the
// deepest nesting that is shown, since a value may contain itself.
const (
	maxDescribed  = 1 << 20
	maxShownDepth = 32
)

// Nullable prints an api.Nullable whose struct is not known, so that it may be sensitive. It
// prints a generated struct like Value, and redacts any other value.
func Nullable(n any) string {
	v := reflect.ValueOf(n)
	_, state := apitype.Held(n)
	isRecord := baseType(v.Type()).Kind() == reflect.Struct
	if state == apitype.Value && !isRecord {
		return Redacted
	}
	return string(describe(nil, v, 0))
}

// isFull reports whether a text is so long that the rest of a value is left out.
func isFull(b []byte) bool { return len(b) > maxDescribed }

// describe appends a value in the syntax of Go, and replaces a pointer or an api.Nullable by
// its value.
func describe(b []byte, v reflect.Value, depth int) []byte {
	if depth > maxShownDepth || isFull(b) {
		return append(b, CutOff...)
	}
	switch v.Kind() {
	case reflect.Invalid:
		return append(b, "nil"...)
	case reflect.Pointer:
		return describe(b, v.Elem(), depth)
	case reflect.Struct:
		if encode.IsNullable(v.Type()) {
			return describeNullable(b, v, depth)
		}
		return describeStruct(b, v, depth+1)
	case reflect.String:
		return strconv.AppendQuote(b, v.String())
	case reflect.Slice, reflect.Map, reflect.Interface:
		return describeOther(b, v, depth+1)
	default:
		return fmt.Append(b, v.Interface())
	}
}

// describeNullable appends the value of an api.Nullable, or null or absent. A value of any type may be
// anything, so it is not shown.
func describeNullable(b []byte, v reflect.Value, depth int) []byte {
	switch held, state := apitype.Held(v.Interface()); state {
	case apitype.Value:
		if v.Type().Field(0).Type.Kind() == reflect.Interface {
			return append(b, Redacted...)
		}
		return describe(b, reflect.ValueOf(held), depth)
	case apitype.Null:
		return append(b, "null"...)
	default:
		return append(b, "absent"...)
	}
}

// isReceived reports whether a field of a generated struct is Received, which repeats the body. It is the
// only struct without a name in JSON that does not hold the whole response.
func isReceived(field reflect.StructField) bool {
	return field.Type.Kind() == reflect.Struct && field.Tag.Get("json") == "-" && field.Tag.Get("whole") == ""
}

// describeStruct appends the fields that are set, except Received.
func describeStruct(b []byte, v reflect.Value, depth int) []byte {
	b = append(append(b, v.Type().String()...), '{')
	for field, value := range v.Fields() {
		if value.IsZero() || !field.IsExported() || isReceived(field) {
			continue
		}
		if b[len(b)-1] != '{' {
			b = append(b, ", "...)
		}
		if isFull(b) {
			b = append(b, CutOff...)
			break
		}
		b = append(append(b, field.Name...), ": "...)
		if IsSensitive(field) {
			b = append(b, Redacted...)
		} else {
			b = describe(b, value, depth)
		}
	}
	return append(b, '}')
}

// isMap reports whether a type is generated for a map of the catalog. An api.Object, which is
// a named type, is not.
func isMap(t reflect.Type) bool { return t.Kind() == reflect.Map && t.Name() == "" }

// describeMap appends the entries of a map, its keys sorted.
func describeMap(b []byte, v reflect.Value, depth int) []byte {
	keys := v.MapKeys()
	byText := func(x, y reflect.Value) int { return strings.Compare(x.String(), y.String()) }
	slices.SortFunc(keys, byText)
	b = append(b, '{')
	for i, key := range keys {
		if i > 0 {
			b = append(b, ", "...)
		}
		if isFull(b) {
			b = append(b, CutOff...)
			break
		}
		b = append(strconv.AppendQuote(b, key.String()), ": "...)
		b = describe(b, v.MapIndex(key), depth)
	}
	return append(b, '}')
}

// describeOther appends the items of an array and the entries of a map. It counts the content
// of other values.
func describeOther(b []byte, v reflect.Value, depth int) []byte {
	switch {
	case v.Type() == rawType:
		return append(b, redact.Size(v.Len(), "byte")...)
	case isMap(v.Type()):
		return describeMap(b, v, depth)
	case v.Kind() == reflect.Map:
		return append(b, redact.Size(v.Len(), "key")...)
	case v.Kind() == reflect.Interface && v.NumMethod() > 0: // the variant of a union
		return describe(b, v.Elem(), depth)
	case v.Kind() == reflect.Interface:
		return append(b, Redacted...)
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ", "...)
		}
		if isFull(b) {
			b = append(b, CutOff...)
			break
		}
		b = describe(b, v.Index(i), depth)
	}
	return append(b, ']')
}

// baseType returns the type inside pointers and api.Nullable.
func baseType(t reflect.Type) reflect.Type {
	for t != nil {
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case encode.IsNullable(t):
			t = t.Field(0).Type
		default:
			return t
		}
	}
	return nil
}

// IsSensitive reports whether the catalog marks a field of a generated struct as sensitive.
func IsSensitive(field reflect.StructField) bool { return field.Tag.Get("sensitive") == "true" }
