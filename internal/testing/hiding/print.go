package hiding

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strconv"
	"strings"

	"example.com/opgen/api"
)

// This file looks for canaries in everything that fmt and slog can print of a value. There are many
// ways to print a struct past its methods: a verb such as %d, a pointer, a field of another struct.

// A canary is a text or a number with these digits, in a sensitive place.
const (
	digits = "2047110471"
	canary = "canary-" + digits
)

// traces are the digits in every form in which printing may show them.
var traces = tracesOf(digits)

// tracesOf returns a number in several bases, and its digits as printed bytes and in Base64.
func tracesOf(digits string) []string {
	n, _ := strconv.ParseInt(digits, 10, 64)
	forms := []string{digits}
	for _, base := range []int{16, 8, 2} {
		forms = append(forms, strconv.FormatInt(n, base))
	}
	for _, format := range []string{"%x", "% x", "%#x", "%# x", "%v", "%#v"} { // of the text and its bytes
		forms = append(forms, strings.Trim(fmt.Sprintf(format, []byte(digits)), "[]{}byte"))
	}
	for i, shift := range []int{0, 2, 3} { // number of characters that depend on preceding bytes
		encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("-", i) + digits))
		forms = append(forms, encoded[shift:len(encoded)-1])
	}
	return forms
}

// finder looks for traces, and records their places.
type finder struct{ faults []string }

// findTrace reports whether a text contains a trace.
func (f *finder) findTrace(where, text string) bool {
	// Hexadecimal digits have either case, Base64 has one.
	for _, text := range []string{text, strings.ToLower(text)} {
		for _, trace := range traces {
			if i := strings.Index(text, trace); i >= 0 {
				f.fault(where, "shows what is sensitive: "+text[max(0, i-60):min(len(text), i+60)])
				return true
			}
		}
	}
	return false
}

// fault records a fault, up to a length and a number, because one fault shows in many places.
// The values of the test are not real.
func (f *finder) fault(where, problem string) {
	const long, most = 160, 40
	if len(where) > long {
		where = where[:long] + "..."
	}
	if len(f.faults) < most {
		f.faults = append(f.faults, where+": "+problem)
	}
}

// checkStruct checks how a generated struct and the records in it are printed.
func (f *finder) checkStruct(name string, v any) {
	f.checkValue(name, reflect.ValueOf(v), map[reflect.Type]bool{})
}

// checkValue is checkStruct for a value, with the types of structs that were checked already.
func (f *finder) checkValue(name string, v reflect.Value, visited map[reflect.Type]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		f.checkValue(name, v.Elem(), visited)
	case reflect.Interface:
		if v.NumMethod() > 0 && !v.IsNil() { // the variant of a union
			f.checkValue(name, v.Elem(), visited)
		}
	case reflect.Slice:
		if v.Len() > 0 {
			f.checkValue(name, v.Index(0), visited)
		}
	case reflect.Struct:
		if visited[v.Type()] {
			return
		}
		visited[v.Type()] = true
		f.checkPrinting(name, v.Interface(), false)
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if field.IsExported() {
				f.checkValue(name+", its "+field.Name, v.Field(i), visited)
			}
		}
	}
}

// checkError checks how an error, its problem and its violations are printed.
func (f *finder) checkError(way string, err error) {
	if err == nil {
		return
	}
	f.checkPrinting("the error of "+way, err, true)
	if e, ok := errors.AsType[*api.Error](err); ok && e.Problem != nil {
		f.checkPrinting("the problem of "+way, e.Problem, true)
	}
	if e, ok := errors.AsType[*api.ValidationError](err); ok {
		f.checkPrinting("the violations of "+way, e, true)
	}
}

// verbs are the verbs of fmt with the flags that change what is printed, and one that does not exist.
var verbs = []string{
	"%v", "%+v", "%#v", "%s", "%q", "%#q", "%+q", "%x", "%X", "% x", "%#x", "%d",
	"%t", "%o", "%b", "%c", "%U", "%e", "%g", "%99v", "%T", "%z",
}

// checkPrinting checks how a value and a pointer to it are printed, alone and in a slice, a map and
// an exported field of a struct. If checksHolderJSON is set, it also checks the JSON of these. It
// stops at the first trace.
func (f *finder) checkPrinting(name string, v any, checksHolderJSON bool) {
	values := []reflect.Value{reflect.ValueOf(v)}
	if values[0].Kind() != reflect.Pointer {
		pointer := reflect.New(values[0].Type())
		pointer.Elem().Set(values[0])
		values = append(values, pointer)
	}
	for _, value := range values {
		if f.checkPrinted(name, value.Interface(), true) {
			return
		}
		for _, holder := range holders(value) {
			if f.checkPrinted(name, holder, checksHolderJSON) {
				return
			}
		}
	}
}

// checkPrinted checks how fmt and slog print a value.
func (f *finder) checkPrinted(name string, v any, asJSON bool) bool {
	prefix := fmt.Sprintf("%s as %T by ", name, v)
	for _, verb := range verbs {
		if f.findTrace(prefix+verb, fmt.Sprintf(verb, v)) {
			return true
		}
	}
	attrs := []any{"value", v, slog.Group("group", "value", v)}
	var text, record bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).With(attrs...).Info("", attrs...)
	if asJSON {
		slog.New(slog.NewJSONHandler(&record, nil)).With(attrs...).Info("", attrs...)
	}
	return f.findTrace(prefix+"slog as text", text.String()) ||
		f.findTrace(prefix+"slog as JSON", record.String())
}

// holders returns values that contain a value.
func holders(v reflect.Value) []any {
	list := reflect.Append(reflect.MakeSlice(reflect.SliceOf(v.Type()), 0, 1), v)
	table := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), v.Type()))
	table.SetMapIndex(reflect.ValueOf("key"), v)
	holder := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "Value", Type: v.Type()}})).Elem()
	holder.Field(0).Set(v)
	return []any{list.Interface(), table.Interface(), holder.Interface(), []any{v.Interface()}}
}
