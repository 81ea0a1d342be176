package wire

import (
	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// AppendFinite appends a record that may contain others of its type with the function
// that appends its members. A record that contains itself in memory is marked, so that
// the call fails.
func AppendFinite[T any](b []byte, r *T, members func(*T, []byte) []byte) []byte {
	if !encode.Finite(r) {
		return encode.Marked(append(b, "null"...), encode.NotJSON)
	}
	return members(r, b)
}

// Finite reports whether a record ends, as [AppendFinite] asks it.
func Finite[T any](r *T) bool { return encode.Finite(r) }

// MembersJSON returns what appends a record, as [RecordJSON] does, with the function
// that appends its members.
func MembersJSON[T any](members func(*T, []byte) []byte) func([]byte, T) []byte {
	return func(b []byte, v T) []byte { return members(&v, b) }
}

// Endless reports whether the checks of a record that may contain others of its type
// end here, because it contains itself in memory. It is a violation then.
func (v *Validator) Endless() bool {
	if !v.endless && v.path.Depth() > encode.MaxDepth {
		v.endless = true
		if v.wants() {
			v.keep(api.RuleType, "must not contain itself, or be nested deeper than "+cursor.Count(encode.MaxDepth, "level"), v.path.Pointer())
		}
	}
	return v.endless
}
