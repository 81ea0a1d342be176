package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"example.com/opgen/api/internal/apitype"
)

// Responses of types that were not generated are decoded by encoding/json. It would lose digits of
// large numbers in an any, so a decoder that keeps them is used for types that can contain one.

// Unmarshal stores JSON text in the value that v points to, as encoding/json does. However,
// numbers in an any stay exact, as [json.Number], and a generated request gets the fields that it
// has: its UnmarshalJSON would refuse the other members of a response.
func Unmarshal(text []byte, v any) error {
	if IsBlank(text) {
		return errors.New("the response has no body")
	}
	if _, ok := v.(apitype.Request); ok {
		v = withoutMethods(v)
	}
	t := reflect.TypeOf(v)
	if t != nil && !holdsAny.Get(t) {
		return json.Unmarshal(text, v) // in two thirds of the time of a decoder
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(v); err != nil {
		return err
	}
	if !IsBlank(text[d.InputOffset():]) { // a decoder does not look at it
		return errors.New("the response has text behind its JSON value")
	}
	return nil
}

// withoutMethods returns the pointer to a generated request as a pointer to a struct with the same
// fields and no methods. A nil pointer stays nil.
func withoutMethods(request any) any {
	pointer := reflect.ValueOf(request)
	fields := slices.Collect(pointer.Type().Elem().Fields())
	plain := reflect.PointerTo(reflect.StructOf(fields))
	return pointer.Convert(plain).Interface()
}

// holdsAny remembers for each type whether its values can contain an interface, into which a number
// would be decoded as a float.
var holdsAny = ByType[bool]{Find: func(t reflect.Type) bool {
	return hasInterface(t, map[reflect.Type]bool{})
}}

// hasInterface reports whether a value of a type can contain an interface. Types in seen are being
// looked at already, or have none: a type may contain itself.
func hasInterface(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return hasInterface(t.Elem(), seen)
	case reflect.Struct:
		for field := range t.Fields() {
			if hasInterface(field.Type, seen) {
				return true
			}
		}
	}
	return false
}
