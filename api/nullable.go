package api

import (
	"fmt"
	"io"
	"log/slog"
	"reflect"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
)

// The fields of Nullable are in package apitype, so that package wire can decode into the value in
// place, and package genstruct can print it, without methods that users would see.

// Nullable is the value of a field that may be null. Null differs from absent: to a
// service, null may mean "delete this", and an absent field "leave this as it is". The
// zero value is absent. [Null] and [Value] return the others:
//
//	&UpdateContactRequest{Name: api.Value("Ada"), Phone: api.Null[string]()}
//
// Of a response, read it like this:
//
//	name, ok := contact.Name.Get() // "", false if it is absent or null
//
// Nullables can be copied, and are comparable if T is.
type Nullable[T any] apitype.Nullable[T]

// state returns the state without copying the value.
func (n *Nullable[T]) state() apitype.State {
	_, state := (*apitype.Nullable[T])(n).At()
	return *state
}

// Null returns a Nullable that is null.
func Null[T any]() Nullable[T] { return Nullable[T](apitype.NewNullable(*new(T), apitype.Null)) }

// Value returns a Nullable that holds v. It is null if v is a nil slice, map, pointer or
// interface, as in encoding/json.
func Value[T any](v T) Nullable[T] {
	switch reflect.TypeFor[T]().Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		if isNil(v) {
			return Null[T]()
		}
	}
	return Nullable[T](apitype.NewNullable(v, apitype.Value))
}

// isNil is a separate function, so that only its argument is allocated.
func isNil[T any](v T) bool { return reflect.ValueOf(&v).Elem().IsNil() }

// Get returns the value, and false if n is absent or null.
func (n Nullable[T]) Get() (T, bool) {
	value, state := (*apitype.Nullable[T])(&n).At()
	return *value, *state == apitype.Value
}

// IsNull reports whether n is null. If so, it is not absent and has no value.
func (n Nullable[T]) IsNull() bool { return n.state() == apitype.Null }

// IsZero reports whether n is absent. It lets encoding/json omit fields tagged omitzero.
func (n Nullable[T]) IsZero() bool { return n.state() == apitype.Absent }

// nullable is implemented by every Nullable.
type nullable interface{ held() (any, apitype.State) }

// held returns the value, zero if there is none, and the state.
func (n Nullable[T]) held() (any, apitype.State) {
	value, _ := n.Get()
	return value, n.state()
}

// MarshalJSON encodes the value as in a request, and returns null if there is none. It returns an
// error if JSON cannot hold the value, such as text that is not UTF-8.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	v, ok := n.Get()
	if !ok {
		return []byte("null"), nil
	}
	text := encode.Value(nil, v)
	if encode.IsMarked(text) {
		return nil, encode.ErrNotEncodable
	}
	return text, nil
}

// UnmarshalJSON decodes null, or else a value, as encoding/json does. However, a number
// that is stored in an any stays exact, as a [json.Number].
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = Null[T]()
		return nil
	}
	var v T
	if err := encode.Unmarshal(text, &v); err != nil {
		return err
	}
	*n = Value(v)
	return nil
}

// Format prints null or absent, or a record without sensitive values. Any other value is
// [redacted], because only the struct that contains n knows whether it is sensitive;
// printing that struct shows the value if it is not. To print the value, use Get.
func (n Nullable[T]) Format(s fmt.State, _ rune) { io.WriteString(s, genstruct.Nullable(n)) }

// LogValue is Format for slog.
func (n Nullable[T]) LogValue() slog.Value { return slog.StringValue(genstruct.Nullable(n)) }
