package api

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Effect says what repeating a call does, which decides whether it may be retried.
type Effect string

// The effects of an operation. Repeating a [Write] may have any effect, so without an
// idempotency key, it is never retried once it may have reached the service.
const (
	Read       Effect = "read"
	Idempotent Effect = "idempotent"
	Write      Effect = "write"
)

// Empty says what a client sends as a request without fields. The zero Empty is an
// object, {}.
type Empty string

// The alternatives to {}. With either, a server accepts {}, null and an empty body.
const (
	EmptyNone Empty = "none" // no body
	EmptyNull Empty = "null"
)

// Body returns the body in which a request without fields is sent.
func (e Empty) Body() string {
	if e == EmptyNone {
		return ""
	}
	return cmp.Or(string(e), "{}")
}

// Operation describes an operation of a service. Generated code has one for each.
type Operation struct {
	Area   string // "claims"
	Name   string // "get_claim"
	Path   string // "/api/v2/claims/get_claim", follows the base URL
	Effect Effect
	Empty  Empty // of an operation without fields

	Envelope *Envelope // around the responses, nil if the catalog describes none
	Failure  *Failure  // how the operation fails, nil if the catalog does not describe it
	Auth     *Auth     // who may call, nil if the catalog does not say

	Nothing bool // a success has no response: its body is empty, or an envelope without data
	// The catalog does not guarantee the response: values of other types become zero, see
	// [WithDrift].
	Lenient bool

	// The header field that carries a key for each call, "" if the operation takes none.
	IdempotencyKey string

	// Header fields of every response of a deprecated operation, as [Deprecation] describes
	// them; "" for none.
	Deprecation, Sunset string
}

// String returns the area and the name: "claims.get_claim".
func (o *Operation) String() string {
	if o == nil { // such as in an Error made for a test
		return "unknown operation"
	}
	return o.Area + "." + o.Name
}

// requestIDField carries the id of a call, which connects the logs of both sides.
// All attempts of a call send the same id, and every response repeats it.
const requestIDField = "X-Request-Id"

// newRequestID returns a random 128-bit number in hexadecimal. It is not a secret.
func newRequestID() string {
	id := binary.NativeEndian.AppendUint64(make([]byte, 0, 16), rand.Uint64())
	return hex.EncodeToString(binary.NativeEndian.AppendUint64(id, rand.Uint64()))
}

// maxRequestID is the length of the longest request id that a handler accepts from a
// caller, sends back and logs.
const maxRequestID = 128

// requestIDIn returns the id that the caller gave the request, or a new one.
func requestIDIn(header map[string][]string) string {
	if given := header[requestIDField]; len(given) == 1 && isVisible(given[0], maxRequestID) {
		return given[0]
	}
	return newRequestID()
}

// withCodes returns the option that sends codes in an area. Tables are the names of the
// tables that the area has.
func withCodes(area, table string, codes map[string]string, tables []string) CallOption {
	codes = maps.Clone(codes)
	return callOption(func(call *callConfig) {
		if !slices.Contains(tables, table) {
			call.fail(fmt.Errorf("WithCodes: unknown table %q of "+
				"%s; expected one of %s", table, area, strings.Join(tables, ", ")))
			return
		}
		all := map[[2]string]map[string]string{}
		maps.Copy(all, call.codes)
		all[[2]string{area, table}] = codes
		call.codes = all
	})
}
