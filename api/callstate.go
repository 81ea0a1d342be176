package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/internal/json/cursor"
)

// This file has what a client, a call and an attempt remember. A [Caller] does not change once it is
// made. Each call begins with a copy of its configuration, and has one request, which all attempts
// send, and one response, which each attempt replaces. Other files have the functions.

// Caller sends the calls of generated clients to one base URL. It is safe for
// concurrent use. Clients made with one Caller share its token, its rate limit and its budget of
// retries:
//
//	caller, err := api.NewCaller("https://host", api.WithRateLimit(10, 5))
//	contactClient := contacts.NewClientWithCaller(caller)
//	claimClient := claims.NewClientWithCaller(caller)
type Caller struct {
	base   url.URL
	http   *http.Client // a copy; a pointer for the same reason as call
	limits Limits
	budget *retryBudget
	invoke RoundTripFunc // the middlewares, and inside of them the call

	middlewares []func(RoundTripFunc) RoundTripFunc
	faults      []Fault
	// Behind a pointer, so that fmt does not print it as part of another struct.
	call *callConfig

	// Set by the options that need them, so that the linker drops their code from
	// other programs.
	log   RoundTripFunc                             // makes a call and logs it, nil for none
	pace  func(context.Context) error               // waits before an attempt, nil for no limit
	paced func(status int, header http.Header)      // adapts the pace to a response
	spoil func(http.RoundTripper) http.RoundTripper // adds the faults to a transport

	// announce takes the header of a response, which may be nil, nil for none.
	announce func(context.Context, *Operation, http.Header)

	// record records an attempt with a response, nil for none. The error is from reading it.
	record func(r *response, err error)
}

// callConfig holds what the options of a call may change. Copies share its slices and maps, so
// options replace them and change none in place.
type callConfig struct {
	header   http.Header // of each attempt, before the fields of the call
	validate bool        // check the rules of the catalog before sending
	envelope bool        // responses have the envelope of WithEnvelope
	retry    RetryPolicy // each field set

	drift      []func(context.Context, *Operation, Drift)
	bodyFields []bodyField
	key        string // of [WithIdempotencyKey], "" if there is none

	// dryRun takes the request in place of the service, nil for none.
	dryRun func(ctx context.Context, c *call, body []byte)

	// codes map friendly names in requests to codes, see WithCodes of package wire.
	codes map[[2]string]map[string]string // by area and table; not changed once it is made
	err   error                           // of invalid options
}

// fail records the error of an invalid option.
func (c *callConfig) fail(err error) { c.err = errors.Join(c.err, err) }

// removeCredentials removes the credentials that options of clients and calls add: the members of the
// body, and Authorization. Other header fields stay, since nothing says that they are credentials. An
// operation that anyone may call does not get
// them, since its responses may be cached or logged by others.
func (c *callConfig) removeCredentials() {
	c.bodyFields = nil
	c.header = maps.Clone(c.header)
	delete(c.header, "Authorization")
}

// bodyField is a member of the body that carries a credential.
type bodyField struct{ name, value string }

// call is a call in progress, made by package wire for a generated method. Its parts are in one
// allocation.
type call struct {
	caller     *Caller
	operation  *Operation
	config     callConfig
	invocation Invocation
	request    sentRequest
	decode     decodeFunc // reads a response, nil if its shape is not known
	shape      any        // a nil pointer of the type that decode reads
	received   Received   // the response, if it is a success
	response   response   // of the last attempt, zero if it had none
}

// sentRequest is the request of a call, for all attempts.
type sentRequest struct {
	value  request     // nil before it is sent
	err    error       // its violations
	memory *[]byte     // from the pool, never exposed
	body   []byte      // as JSON, in the memory
	header http.Header // if there are middlewares, which may change it
	id     [1]string   // X-Request-Id, as a middleware gets it
	key    sentKey

	// refused is the number of attempts up to the one whose token was refused, 0 if none was.
	// With a new token, the attempts go on from there.
	refused int
}

// sentKey is the idempotency key of a call.
type sentKey struct {
	field string    // of the header, "" if the operation takes no key
	value [1]string // as in a header
	given bool      // by the caller, so that another call may have sent it before
	used  bool      // by an attempt that the service may have executed
}

// response is the response of a service to one attempt. It is decoded if it is a success. The part
// that a caller can get, received, is copied into the generated response then.
type response struct {
	received
	call     *call
	attempts int       // up to this one
	body     []byte    // the whole body, up to the limit
	shape    any       // a nil pointer of the type of raw, or nil if that is not known
	envelope *envelope // if it has been read
}

// request is a pointer to a generated request.
type request = apitype.Request

// decodeFunc reads the text of a response into a generated struct, which it keeps. It returns the
// violations of the catalog, or nil for a response that the catalog does not guarantee.
type decodeFunc = func(received *Received, text string, limits cursor.Limits) error

// RoundTripFunc makes a call, with all its attempts. Its error is returned to the caller. When it
// returns, the Invocation has the outcome. See [WithMiddleware] for what a middleware may do.
type RoundTripFunc func(context.Context, *Invocation) error

// Invocation is a call as a middleware sees it. It does not contain the bodies, since
// they may contain personal data. It is valid until the call ends; to keep the outcome, copy it.
type Invocation struct {
	Operation *Operation

	// The outcome, known once next has returned.
	Status    int    // HTTP status code of the last response, 0 if there was none
	Attempts  int    // how often the request was sent, or was to be sent
	RequestID string // of the response, or of the request if the response has none

	call *call
	done bool // the last round trip was a success
}

// Header returns the header of the request, including credentials. A middleware may
// change it before the call:
//
//	i.Header().Set("Traceparent", parent)
//
// All attempts send the same fields. A field that net/http writes itself, such as Content-Length,
// makes the call fail.
func (i Invocation) Header() http.Header {
	if i.call == nil {
		return nil
	}
	return i.call.request.header
}

// String returns only the operation, since the header is secret.
func (i Invocation) String() string { return "api.Invocation(" + i.Operation.String() + ")" }

// Format writes i.String() for every verb, so the header is not printed.
func (i Invocation) Format(s fmt.State, _ rune) { io.WriteString(s, i.String()) }

// LogValue is String for slog.
func (i Invocation) LogValue() slog.Value { return slog.StringValue(i.String()) }
