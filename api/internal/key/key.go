// Package key holds the key to the parts of package api that package wire needs
// and users do not. A method that takes a Key can be called by wire alone: nobody
// outside of api can name the type, and no other value converts to it.
package key

// Key is the key. It has no size, so passing it costs nothing.
type Key struct{ _ private }

type private struct{}

// State is what an api.Nullable is.
type State uint8

// The states. The zero value is absent.
const (
	Absent State = iota
	Null
	Value
)

// Nullable is an api.Nullable. The type of its value is that of its first field.
type Nullable interface {
	Held(Key) (value any, state State)
}
