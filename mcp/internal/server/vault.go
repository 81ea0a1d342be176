package server

import (
	"crypto/rand"
	"encoding/base64"
	"regexp"
	"sync"
)

// vault keeps the values that are hidden from a client, and gives a handle for each. It keeps
// values out of transcripts; a client that may write can still send a value to where it can be
// read, and no vault prevents that.
type vault struct {
	mu     sync.Mutex
	values map[string]string // JSON text by handle
	order  []string          // of the handles, the oldest first
	size   int               // bytes of the values
}

// The bounds of a vault. Beyond them, the oldest values are forgotten.
const (
	maxHandles = 10_000
	maxHeld    = 8 << 20 // bytes
)

func newVault() *vault { return &vault{values: map[string]string{}} }

// handleBytes is the number of random bytes of a handle. Guesses are calls, which are bounded, so
// 96 bits are plenty, and each further one costs tokens.
const handleBytes = 12

const handlePrefix = "hidden:"

var isHandle = regexp.MustCompile(`^` + handlePrefix + `[A-Za-z0-9_-]{16}$`).MatchString

// keep returns a handle for a value, "" if the value is too large to be kept. Equal values have
// different handles: equal ones would tell that the values are equal.
func (v *vault) keep(value string) string {
	if len(value) > maxHeld {
		return ""
	}
	var random [handleBytes]byte
	_, _ = rand.Read(random[:]) // never fails
	handle := handlePrefix + base64.RawURLEncoding.EncodeToString(random[:])
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[handle] = value
	v.order = append(v.order, handle)
	v.size += len(value)
	for len(v.order) > maxHandles || v.size > maxHeld {
		oldest := v.order[0]
		v.order = v.order[1:]
		v.size -= len(v.values[oldest])
		delete(v.values, oldest)
	}
	return handle
}

// value returns the value of a handle.
func (v *vault) value(handle string) (value string, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	value, ok = v.values[handle]
	return value, ok
}
