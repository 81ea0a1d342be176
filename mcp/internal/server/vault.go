package server

import (
	"crypto/rand"
	"encoding/base64"
	"regexp"
	"sync"
)

// An agent often needs a sensitive value only to pass it on: it reads a contact, and enters the tax
// number into an application. A handle lets it do so without seeing the number. show.go puts
// handles into responses, and handles.go puts the values back into requests.

// vault keeps the values that are hidden from a client, and gives a handle for each. It keeps
// values out of transcripts; a client that may write can still send a value to where it can be
// read, and no vault prevents that.
type vault struct {
	mu      sync.Mutex
	values  map[string]string // JSON text by handle
	handles []string          // the oldest first
	size    int               // bytes of the values
}

// The bounds of a vault. Beyond them, the oldest values are forgotten.
const (
	maxHandles = 10_000
	maxSize    = 8 << 20 // bytes
)

// newVault returns an empty vault.
func newVault() *vault { return &vault{values: map[string]string{}} }

// handleBytes is the number of random bytes of a handle. Guesses are calls, which are bounded, so
// 96 bits are plenty, and each further one costs tokens.
const handleBytes = 12

// handlePrefix begins each handle, so that people and models see what it is: hidden:Zm9vYmFyYmF6cXV4.
const handlePrefix = "hidden:"

// isHandle reports whether a text has the form of a handle: the prefix, and the random bytes in
// base64. The vault may not know it.
var isHandle = regexp.MustCompile(`^` + handlePrefix + `[A-Za-z0-9_-]{16}$`).MatchString

// keep returns a handle for a value, "" if the value is too large to be kept. Equal values have
// different handles: equal ones would tell that the values are equal.
func (v *vault) keep(value string) string {
	if len(value) > maxSize {
		return ""
	}
	var random [handleBytes]byte
	_, _ = rand.Read(random[:]) // never fails
	handle := handlePrefix + base64.RawURLEncoding.EncodeToString(random[:])
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[handle] = value
	v.handles = append(v.handles, handle)
	v.size += len(value)
	for len(v.handles) > maxHandles || v.size > maxSize {
		oldest := v.handles[0]
		v.handles = v.handles[1:]
		v.size -= len(v.values[oldest])
		delete(v.values, oldest)
	}
	return handle
}

// value returns the value of a handle, and whether the vault knows it. A handle can be used again.
func (v *vault) value(handle string) (value string, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	value, ok = v.values[handle]
	return value, ok
}
