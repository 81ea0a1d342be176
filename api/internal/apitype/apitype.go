// Package apitype is what packages below api know about types of api, and the key to the part
// of api that only package wire may use.
//
// Packages that print and encode are below api, which imports them, and still meet values of
// api.Nullable and api.Object. They cannot import api; so its init function stores what they need in
// the variables of this package.
package apitype

import "reflect"

// Key is the argument of api.ForWire. Since this package is internal, nobody else has one.
type Key struct{}

// Request is implemented by pointers to generated requests.
type Request interface {
	// AppendJSON appends the request as it is sent. Values that cannot be sent are marked, see
	// package encode.
	AppendJSON(b []byte) []byte

	// Validate returns nil or an error with all violations of the catalog's rules.
	Validate() error
}

// State is the state of an api.Nullable.
type State uint8

// The states. The zero value is absent.
const (
	Absent State = iota // the member is not sent
	Null                // the member is null
	Value               // the member has the value
)

// Nullable has the fields of api.Nullable, so each can be converted to the other. The value is the
// first field, by which reflection finds the type: see [NullableType].
type Nullable[T any] struct {
	value T     // zero unless the state is Value
	state State // of the constants above
}

// NewNullable returns a Nullable.
func NewNullable[T any](value T, state State) Nullable[T] { return Nullable[T]{value, state} }

// At returns pointers to the value and the state, for decoding in place.
func (n *Nullable[T]) At() (*T, *State) { return &n.value, &n.state }

// The access to an api.Nullable of any T, and to an api.Object, for printing and encoding.
// Package api sets it.
var (
	// NullableType is an interface that every api.Nullable implements. The value is its first
	// field.
	NullableType reflect.Type

	// Held returns the value of an api.Nullable, which is zero unless the state is Value.
	Held func(nullable any) (value any, s State)

	ObjectType reflect.Type // api.Object

	// Members returns an api.Object as the map that it is.
	Members func(object any) map[string]any
)
