package api

import (
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strconv"
)

// redacted stands for a value that is not printed.
const redacted = "[redacted]"

// Format prints a generated struct that holds sensitive fields: the fields that
// are given, and of the sensitive ones, which their tag marks, that they are. It
// does so for every verb, since any of them would print a field. Keys and texts
// that the catalog does not name may hold anything, and are counted.
func Format(s fmt.State, v any) { io.WriteString(s, describe(reflect.ValueOf(v))) }

// LogValue is what [Format] prints, for slog.
func LogValue(v any) slog.Value { return slog.StringValue(describe(reflect.ValueOf(v))) }

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
		if value.IsZero() {
			continue
		}
		if text[len(text)-1] != '{' {
			text += ", "
		}
		text += field.Name + ": "
		if isSensitive(field) {
			text += redacted
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
		return describeSize(v.Len(), "byte")
	case v.Kind() == reflect.Map:
		return describeSize(v.Len(), "key")
	case v.Kind() == reflect.Interface:
		return redacted
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

// describeSize says of what is not printed how much it is.
func describeSize(n int, noun string) string { return "[" + count(n, noun) + "]" }
