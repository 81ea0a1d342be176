package api

import (
	"encoding/json"
	"reflect"
)

// Slab is a decoded request and the memory of its optional strings, so that
// both are one allocation.
type Slab[T, S any] struct {
	value T
	Slots S

	_ [0]func() // without a function that compares slabs
}

// NewSlab returns a slab and the request in it.
func NewSlab[T, S any]() (*Slab[T, S], *T) {
	s := new(Slab[T, S])
	return s, &s.value
}

// Given reports whether an optional string carries a value: it is there and is
// not empty.
func Given[S ~string](s *S) bool { return s != nil && *s != "" }

// NotEmpty returns s, or nil where it is empty.
func NotEmpty[S ~string](s *S) *S {
	if Given(s) {
		return s
	}
	return nil
}

// IsEmpty reports whether v is nothing: nil, an empty string, object or array,
// also of a caller's own type.
func IsEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case Object:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	case bool, int, json.Number:
		return false
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.String, reflect.Map, reflect.Slice:
		return r.Len() == 0
	case reflect.Pointer:
		return r.IsNil()
	default:
		return false
	}
}

// Or returns what p points at, or the default where it is nil.
func Or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// Default returns p, or a pointer to the default where it is nil.
func Default[T any](p *T, otherwise T) *T {
	if p == nil {
		return &otherwise
	}
	return p
}
