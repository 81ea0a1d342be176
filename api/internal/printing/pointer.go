package printing

import (
	"reflect"

	"example.com/opgen/internal/json/redact"
)

// Pointer returns a JSON pointer into a body of type t, up to the first part that is neither
// a field nor an index, such as an unknown key. Keys of maps become "*".
func Pointer(pointer string, t reflect.Type) string {
	return redact.Keys{Maps: true, Unknown: true}.Hide(pointer, BodyPlace(t))
}

// RequestPointer removes keys that the caller made up inside a sensitive value from a JSON pointer into
// a request of type t: it returns "/address/[redacted]", or "*" for the key of a map. An unknown
// key of a record stays, since the caller must know which one is wrong. If described is set, the
// catalog describes the place.
func RequestPointer(pointer string, described bool, t reflect.Type) string {
	return redact.Keys{Described: described}.Hide(pointer, BodyPlace(t))
}

// SentPointer is like RequestPointer, for a request that a client made. It also removes unknown keys of
// records inside a sensitive value.
func SentPointer(pointer string, t reflect.Type) string {
	return redact.Keys{Records: true}.Hide(pointer, BodyPlace(t))
}

// ResponsePointer is like RequestPointer, for a pointer into a response. It shows no keys of maps.
func ResponsePointer(pointer string, t reflect.Type) string {
	return redact.Keys{Maps: true}.Hide(pointer, BodyPlace(t))
}
