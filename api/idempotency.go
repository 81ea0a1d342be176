package api

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Idempotency keys, on both sides: a header field by which a service recognizes that a request repeats
// another one. With a key, a client may repeat a write, because the service executes it once. The
// header is that of draft-ietf-httpapi-idempotency-key-header, or another one that the catalog names.

// WithIdempotencyKey sends a call with the caller's own key, so that the caller can repeat
// it, for example after a restart, with the key that was stored before the first attempt.
// Without this option, a client makes a new key for each call and reuses it for retries. A
// key has 1 to 255 visible ASCII characters. It identifies one call, so NewClient returns an
// error if it gets this option, and so does a call of an operation that takes no key. Keys
// are not printed.
//
//	key := newKey() // stored together with the order, before anything is sent
//	res, err := client.Pay(ctx, request, api.WithIdempotencyKey(key))
func WithIdempotencyKey(key string) CallOption {
	return keyOption(func(call *callConfig) {
		if !isVisible(key, maxKey) {
			call.fail(errors.New("api.WithIdempotencyKey: " + keyForm))
			return
		}
		call.key = key
	})
}

// keyOption is the option of a call with its own key. As a func, it does not print the key.
type keyOption func(*callConfig)

func (keyOption) applyClient(c *Caller) {
	c.call.fail(errors.New("api.WithIdempotencyKey: a key identifies one call; " +
		"pass it to that call"))
}

func (o keyOption) applyCall(call *callConfig) { o(call) }

const (
	maxKey  = 255 // characters
	keyForm = "expected 1 to 255 visible ASCII characters"

	// keyHeader is the usual header of keys. The catalog may name another one.
	keyHeader = "Idempotency-Key"
)

// errSharedKey is the error of a client that sends the same key with every call. The service
// would execute only the first one.
func errSharedKey(field string) error {
	return fmt.Errorf("api.WithHeader: %s: a key identifies one call; pass it to that call, or "+
		"omit it, and the client makes keys", field)
}

// newIdempotencyKey returns a random UUID (RFC 9562, version 4), which every service with
// idempotency keys accepts. It cannot be guessed.
func newIdempotencyKey() string {
	var id [16]byte
	rand.Read(id[:])
	id[6] = id[6]&0x0f | 0x40 // version 4
	id[8] = id[8]&0x3f | 0x80 // the variant of RFC 9562
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// takeKey sets the key of the attempts: the caller's, from either option, or a new one.
func (c *call) takeKey() {
	field := http.CanonicalHeaderKey(c.operation.IdempotencyKey)
	if field == "" {
		if c.config.key != "" {
			c.config.fail(errors.New("api.WithIdempotencyKey: the operation takes no key"))
		}
		return
	}
	key, err := c.givenKey(field)
	if err != nil {
		c.config.fail(err)
	}
	isGiven := key != ""
	if !isGiven {
		key = newIdempotencyKey()
	}
	c.request.key = sentKey{field: field, value: [1]string{key}, given: isGiven}
}

// givenKey returns the caller's key in a header field: of [WithIdempotencyKey], else of
// [WithHeader], "" for none.
func (c *call) givenKey(field string) (string, error) {
	values := c.config.header[field]
	switch {
	case c.config.key != "":
		return c.config.key, nil
	case values == nil:
		return "", nil
	case c.isOfClient(values, field):
		return values[0], errSharedKey(field)
	case !isVisible(values[0], maxKey):
		return values[0], fmt.Errorf("api.WithHeader: %s: %s", field, keyForm)
	default:
		return values[0], nil
	}
}

// isOfClient reports whether the values of a header field are those of the client, which no
// option of the call has replaced. Options share values, so these are the same slice.
func (c *call) isOfClient(values []string, field string) bool {
	shared := c.caller.call.header[field]
	return shared != nil && &values[0] == &shared[0]
}

// hasKey reports whether attempts carry a key by which the service recognizes repetitions.
// A middleware may have removed the key.
func (c *call) hasKey() bool {
	if c.request.key.field == "" || len(c.caller.middlewares) == 0 {
		return c.request.key.field != ""
	}
	sent := c.request.header[c.request.key.field]
	return len(sent) == 1 && sent[0] != ""
}

// isInProgress reports whether a response may mean that the service is still busy with another
// request with the same key. Other conflicts have the same status:
//   - A response with Retry-After asks for another attempt.
//   - After an attempt of this call that the service may have executed, it may be busy with that.
//   - If the key is the caller's, another call may have sent it, for example before a restart. But
//     a failure of the catalog, or a list of violations, is the outcome of this one.
//   - The first attempt with a new key cannot repeat another one.
func (c *call) isInProgress(e *Error) bool {
	if e.Status != http.StatusConflict || !c.hasKey() {
		return false
	}
	isOutcome := e.failure != nil || e.Problem != nil && len(e.Problem.Errors) > 0
	if e.Header.Get("Retry-After") != "" || c.request.key.used {
		return true
	}
	return c.request.key.given && !isOutcome
}

// IdempotencyKey returns the key by which a service recognizes that a request repeats
// another one, so that it can send the same response. It returns "" if the caller sent no
// key or the operation takes none. Some clients send quotes around the key (RFC 9651,
// 3.3.3); these are removed. A request with an invalid key does not reach the service.
//
// Keys of several callers may be equal, so store them with the identity of the caller.
func (r ReceivedRequest) IdempotencyKey() string {
	if r.served == nil {
		return ""
	}
	key, _ := r.served().idempotencyKey()
	return key
}

// idempotencyKey returns the key of the request, or a problem if the key is invalid.
func (x *exchange) idempotencyKey() (string, error) {
	field := x.route.operation.IdempotencyKey
	values := x.http.Header[http.CanonicalHeaderKey(field)]
	if field == "" || len(values) == 0 {
		return "", nil
	}
	key := withoutQuotesAround(strings.TrimSpace(values[0]))
	if len(values) > 1 || !isVisible(key, maxKey) {
		return "", &Problem{
			Status: http.StatusBadRequest,
			Detail: "header " + field + ": one key, " + keyForm,
		}
	}
	return key, nil
}

// withoutQuotesAround removes one pair of quotes around a text.
func withoutQuotesAround(text string) string {
	afterFirst, hasFirst := strings.CutPrefix(text, `"`)
	inner, hasLast := strings.CutSuffix(afterFirst, `"`)
	if !hasFirst || !hasLast {
		return text
	}
	return inner
}
