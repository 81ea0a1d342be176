package api

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// requestIDField carries the name of a call, by which the logs of both sides are
// brought together. In a repetition it is the same, and it is in every answer.
const requestIDField = "X-Request-Id"

// newRequestID returns a random number of 128 bits in hexadecimal. It is no secret.
func newRequestID() string {
	var id [16]byte
	binary.NativeEndian.PutUint64(id[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(id[8:], rand.Uint64())
	return hex.EncodeToString(id[:])
}

// maxRequestID is the length of the longest request id that a handler takes over
// from a caller.
const maxRequestID = 128

// requestIDIn returns the id that the caller gave the request, or else a new one.
func requestIDIn(header map[string][]string) string {
	if given := header[requestIDField]; len(given) == 1 && isRequestID(given[0]) {
		return given[0]
	}
	return newRequestID()
}

// isRequestID reports whether an id may be sent back and logged as it is: not
// empty, not too long, and of visible ASCII characters.
func isRequestID(id string) bool {
	for _, c := range []byte(id) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return id != "" && len(id) <= maxRequestID
}

// RequestIDFromContext returns the id of the request that is being served, or ""
// where none is. It is the X-Request-Id of the request, if that has one of 1 to
// 128 visible ASCII characters, and else made for it. The answer carries it.
func RequestIDFromContext(ctx context.Context) string {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x.id()
	}
	return ""
}
