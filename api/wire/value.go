package wire

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"sync/atomic"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
)

// Small functions that generated code needs for optional values and for printing.

// Slab is a decoded request together with the memory of its optional strings, in one
// allocation.
type Slab[T, S any] struct {
	value T
	Slots S

	_ [0]func() // so that the compiler makes no function that compares slabs
}

// NewSlab returns a slab and the request in it.
func NewSlab[T, S any]() (*Slab[T, S], *T) {
	s := new(Slab[T, S])
	return s, &s.value
}

// Given reports whether an optional string carries a value, that is, is neither nil nor empty. Rules
// over several fields and send_if count an empty string as no value, as the services do.
func Given[S ~string](s *S) bool { return s != nil && *s != "" }

// NotEmpty returns s, or nil if it is empty: fields with omit_empty are not sent then.
func NotEmpty[S ~string](s *S) *S {
	if Given(s) {
		return s
	}
	return nil
}

// IsEmpty reports whether v is null or an empty string, object or array in JSON. Its type may
// be the caller's own.
func IsEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case api.Object:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	case bool, int, json.Number:
		return false // also zero, which is a value
	}
	switch string(encode.Value(nil, v)) {
	case "null", `""`, "{}", "[]":
		return true
	default:
		return false
	}
}

// Or returns the value that p points at, or the default if p is nil.
func Or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// Default returns p, or a pointer to the default if p is nil. A server calls it, so that a service
// always finds a value; a client sends [Or] instead, and leaves the caller's request as it is.
func Default[T any](p *T, otherwise T) *T {
	if p == nil {
		return &otherwise
	}
	return p
}

// OrEmpty returns list, or an empty list if it is nil, because a required array of a response
// is sent even if the service does not set it.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Format prints a generated struct that has sensitive fields: the fields that are set, without
// the values of sensitive ones, which a tag marks. It does so for every verb, since any verb
// would print the fields. Of unknown keys, it prints the number, and of text that the catalog
// does not describe, the size.
func Format(s fmt.State, v any) { io.WriteString(s, genstruct.Value(v)) }

// LogValue is [Format] for slog.
func LogValue(v any) slog.Value { return slog.StringValue(genstruct.Value(v)) }

// CountGiven returns the number of conditions that are true.
func CountGiven(conditions ...bool) (n int) {
	for _, isGiven := range conditions {
		if isGiven {
			n++
		}
	}
	return n
}

// FieldNames are the wire names of the fields of an open record, which its additional keys must
// not repeat. Each open record has its own variable. The zero value is ready to use. It is safe
// for concurrent use.
type FieldNames struct{ names atomic.Pointer[[]string] }

// Of returns the names. The record is a pointer to the generated struct. The first call reads
// its tags.
func (f *FieldNames) Of(record any) []string {
	if names := f.names.Load(); names != nil {
		return *names
	}
	var names []string
	for field := range reflect.TypeOf(record).Elem().Fields() {
		if name, ok := genstruct.WireName(field); ok {
			names = append(names, name)
		}
	}
	f.names.Store(&names)
	return names
}
