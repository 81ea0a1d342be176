// Package key holds the key to the parts of package api that package wire needs
// and users do not. A method that takes a Key can be called by wire alone: nobody
// outside of api can name the type, and no other value converts to it.
package key

// Key is the key. It has no size, so passing it costs nothing.
type Key struct{ _ private }

type private struct{}
