package api

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"

	"example.com/opgen/internal/json/cursor"
)

// What generated code says about operations. Both sides read it, and neither changes it: there is one
// *Operation for each operation of a package, so it can be compared and be the key of a map.

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
// object, {}. Some services refuse one of the forms, so the catalog says which.
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

// operationKey is the key of the *Operation in the context of a request on either side.
type operationKey struct{}

// OperationFromContext returns the operation that is being called or served. A transport
// can use it with the context of the request, for example to name a span or a metric:
//
//	if op, ok := api.OperationFromContext(req.Context()); ok {
//		span.SetName(op.String())
//	}
//
// It returns false for a context that belongs to no call.
func OperationFromContext(ctx context.Context) (*Operation, bool) {
	op, ok := ctx.Value(operationKey{}).(*Operation)
	return op, ok
}

// Auth says who may call an operation.
type Auth struct {
	// None allows anyone to call. A handler does not call the [Authenticator], and a
	// client sends neither the Authorization field nor the members of [WithBodyField].
	None bool

	// BodyFields are members of the body that carry a credential. A handler treats
	// them as [WithServerBodyCredential] does.
	BodyFields []string
}

// anonymous reports whether anyone may call.
func (a *Auth) anonymous() bool { return a != nil && a.None }

// Envelope describes the object around the responses of an operation, as in the catalog. A
// client takes the response out of it, and a handler wraps the service's response in it. With
// Success "ok", Messages ["error"] and Data "data", a success and a failure are
//
//	{"ok":true,"data":{"claim_id":"1"}}
//	{"ok":false,"error":"no such claim"}
type Envelope struct {
	// Member that is true in a success, and false in a failure; "" for no envelope.
	Success string
	Value   string // JSON of the value of Success that means success; "" for true
	// Members with the messages of a failure: a string, or a list or object of strings; a
	// handler writes the first.
	Messages []string
	List     bool // a handler writes the first of Messages as a list
	// Member that holds the response; "" if the members of the response are next to Success.
	Data string
	// Member of a failure that lists the violations of the request, "" for none.
	Violations string
	Siblings   []string // further members next to Data
	// Status of failures, except those that a proxy should see; 0 if each failure has its
	// own.
	FailureStatus int
	Own           bool // the envelope of one operation, not of the catalog
}

// exists reports whether there is an envelope. The catalog may also say that an operation has none, by
// an Envelope without Success.
func (e *Envelope) exists() bool { return e != nil && e.Success != "" }

// Failure describes how an operation fails. Generated code has one for each operation
// with a failure in the catalog; see [Fail] and [FailureOf].
type Failure struct {
	Status int    // of the response; 0 for any that is not a success
	Member string // member of the body that holds the failure; "" if the body is the failure

	typ any // a nil pointer of the type of a failure

	// read reads a failure, which it returns as a pointer of this type.
	read func(text string, limits cursor.Limits) (any, error)
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
	ids := header[requestIDField]
	if len(ids) == 1 && isVisible(ids[0], maxRequestID) {
		return ids[0]
	}
	return newRequestID()
}
