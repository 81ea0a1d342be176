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

// A canary is a text or a number with these digits, in a sensitive place.
const (
	digits = "2047110471"
	canary = "canary-" + digits
)

// traces are the digits in every form in which printing may show them.
var traces = tracesOf(digits)

func tracesOf(digits string) []string {
	n, _ := strconv.Atoi(digits)
	all := []string{digits, strconv.FormatInt(int64(n), 16), strconv.FormatInt(int64(n), 8), strconv.FormatInt(int64(n), 2)}
	for _, format := range []string{"%x", "% x", "%#x", "%# x", "%v", "%#v"} { // of the text and its bytes
		all = append(all, strings.Trim(fmt.Sprintf(format, []byte(digits)), "[]{}byte"))
	}
	for i, shift := range []int{0, 2, 3} { // number of characters that depend on preceding bytes
		encoded := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("-", i) + digits))
		all = append(all, encoded[shift:len(encoded)-1])
	}
	return all
}

// finder looks for traces, and records their places.
type finder struct{ faults []string }

// findTrace reports whether a text contains a trace.
func (f *finder) findTrace(where, text string) bool {
	for _, text := range []string{text, strings.ToLower(text)} { // hexadecimal digits have either case, base64 has one
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
func (f *finder) fault(where, what string) {
	const long, most = 160, 40
	if len(where) > long {
		where = where[:long] + "..."
	}
	if len(f.faults) < most {
		f.faults = append(f.faults, where+": "+what)
	}
}

// checkStruct checks how a generated struct and the records in it are printed.
func (f *finder) checkStruct(what string, v any) {
	seen := map[reflect.Type]bool{}
	var walk func(string, reflect.Value)
	walk = func(what string, v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			walk(what, v.Elem())
		case reflect.Interface:
			if v.NumMethod() > 0 && !v.IsNil() { // the variant of a union
				walk(what, v.Elem())
			}
		case reflect.Slice:
			if v.Len() > 0 {
				walk(what, v.Index(0))
			}
		case reflect.Struct:
			if seen[v.Type()] {
				return
			}
			seen[v.Type()] = true
			f.checkPrinting(what, v.Interface(), false)
			for i := range v.NumField() {
				if field := v.Type().Field(i); field.IsExported() {
					walk(what+", its "+field.Name, v.Field(i))
				}
			}
		}
	}
	walk(what, reflect.ValueOf(v))
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

var verbs = []string{"%v", "%+v", "%#v", "%s", "%q", "%#q", "%+q", "%x", "%X", "% x", "%#x", "%d", "%t", "%o", "%b", "%c", "%U", "%e", "%g", "%99v", "%T", "%z"}

// checkPrinting checks how a value and a pointer to it are printed, alone and in a slice, a map and
// an exported field of a struct. If held is set, it also checks the JSON of the latter. It stops
// at the first trace.
func (f *finder) checkPrinting(what string, v any, held bool) {
	values := []reflect.Value{reflect.ValueOf(v)}
	if values[0].Kind() != reflect.Pointer {
		pointer := reflect.New(values[0].Type())
		pointer.Elem().Set(values[0])
		values = append(values, pointer)
	}
	for _, value := range values {
		if f.checkPrinted(what, value.Interface(), true) {
			return
		}
		for _, holder := range holders(value) {
			if f.checkPrinted(what, holder, held) {
				return
			}
		}
	}
}

// checkPrinted checks how fmt and slog print a value.
func (f *finder) checkPrinted(what string, v any, asJSON bool) bool {
	how := fmt.Sprintf("%s as %T by ", what, v)
	for _, verb := range verbs {
		if f.findTrace(how+verb, fmt.Sprintf(verb, v)) {
			return true
		}
	}
	attrs := []any{"value", v, slog.Group("group", "value", v)}
	var text, record bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).With(attrs...).Info("", attrs...)
	if asJSON {
		slog.New(slog.NewJSONHandler(&record, nil)).With(attrs...).Info("", attrs...)
	}
	return f.findTrace(how+"slog as text", text.String()) || f.findTrace(how+"slog as JSON", record.String())
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
