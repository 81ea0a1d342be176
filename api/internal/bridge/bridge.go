// Package bridge lets package wire call functions of package api that users do not need:
// api sets them, and wire calls them.
package bridge

import (
	"reflect"
	"unsafe"
)

// Func holds a function. This package cannot use the function's type, since api imports
// this package. An any would work, but then the linker would keep every method of every
// type of api in every program, since reflection might call them.
type Func struct{ at unsafe.Pointer }

// Set stores a function.
func Set[F any](to *Func, f F) { to.at = unsafe.Pointer(&f) }

// Get returns the function. F must be the type that it was set with.
func Get[F any](from *Func) F { return *(*F)(from.at) }

// The functions.
var (
	Begin, Do, Codes, Drifted Func // set by the first api.NewCaller
	InProcess                 Func // set by the first api.NewHandler

	WithCodes, Route, Refusal, NoFunc, FailureOf, KeepDrift, KeptDrift Func
)

// Request is implemented by pointers to generated requests.
type Request interface {
	AppendJSON(b []byte) []byte
	Validate() error
}

// State is the state of an api.Nullable.
type State uint8

// The states. The zero value is absent.
const (
	Absent State = iota
	Null
	Value
)

// Nullable has the fields of api.Nullable, so each can be converted to the other.
type Nullable[T any] struct {
	value T
	state State
}

// NewNullable returns a Nullable.
func NewNullable[T any](value T, state State) Nullable[T] { return Nullable[T]{value, state} }

// At returns pointers to the value and the state.
func (n *Nullable[T]) At() (*T, *State) { return &n.value, &n.state }

// The access to an api.Nullable of any T, and to an api.Object, for printing and encoding.
var (
	NullableType reflect.Type                            // an interface that every api.Nullable implements; the value is its first field
	Held         func(nullable any) (value any, s State) // of an api.Nullable
	ObjectType   reflect.Type                            // api.Object
	Members      func(object any) map[string]any         // of an api.Object
)
