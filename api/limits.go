package api

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"example.com/opgen/internal/json/cursor"
)

// Limits bound the work that one body can cause. A field that is zero or negative has its
// default.
type Limits struct {
	Body  int // bytes: 1 MiB for requests, 32 MiB for responses
	Depth int // levels of nesting: 64
	Items int // items of arrays and unknown members of objects, all together: 10,000 for requests, 1,000,000 for responses

	// InFlight bounds the bytes of request bodies that a handler holds at once: 64
	// times Body. A request that needs more gets status 503. Only received
	// bytes count, not announced ones. The first 4 KiB of each body do not count, so
	// that long requests do not block short ones. A body takes up to three times its
	// size in memory while it is read. Decoded values do not count; Items bounds them.
	// With WithServerBodyCredential, bodies of callers who are not known yet may take
	// a quarter of InFlight, or Body if that is more. A client has no such limit.
	InFlight int
}

var (
	requestLimits  = Limits{Body: 1 << 20, Depth: cursor.Requests.Depth, Items: cursor.Requests.Items, InFlight: 64 << 20}
	responseLimits = Limits{Body: 32 << 20, Depth: cursor.Responses.Depth, Items: cursor.Responses.Items}
)

// orDefaults returns the limits with the defaults for fields that are not positive.
func (l Limits) orDefaults(defaults Limits) Limits {
	body := cmp.Or(max(l.Body, 0), defaults.Body)
	return Limits{
		Body:     body,
		Depth:    cmp.Or(max(l.Depth, 0), defaults.Depth),
		Items:    cmp.Or(max(l.Items, 0), defaults.Items),
		InFlight: cmp.Or(max(l.InFlight, 0), min(body, math.MaxInt/64)*64),
	}
}

var (
	errTooLong = errors.New("the body is over the limit")
	errBusy    = errors.New("other bodies take up the memory")
)

// smallBody is how many bytes of a body are allocated because they are announced.
const smallBody = 4 << 10

// readAll appends a body of at most limit bytes to b, which is empty. The size is the
// announced one, or -1. Announcing a size costs nothing, so memory grows with the bytes
// received. If received is not nil, it is called with the length of b after each read;
// its error ends the reading.
func readAll(b []byte, r io.Reader, size int64, limit int, received func(int) error) ([]byte, error) {
	if size > int64(limit) {
		return b, errTooLong
	}
	limit = min(limit, math.MaxInt-1) // so that one more byte can be requested
	if size < 0 {
		size = 511
	}
	b = slices.Grow(b, int(min(size+1, smallBody)))
	for {
		n, err := r.Read(b[len(b):min(cap(b), limit+1)])
		b = b[:len(b)+n]
		if received != nil && (err == nil || err == io.EOF) { // the last bytes may come with the end
			if busy := received(len(b)); busy != nil {
				err = busy
			}
		}
		switch {
		case len(b) > limit:
			return b[:limit], errTooLong
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		}
		if len(b) == cap(b) {
			double := min(len(b), limit+1-len(b))
			if rest := size + 1 - int64(len(b)); rest > 0 {
				double = int(min(rest, int64(double)))
			}
			b = append(make([]byte, 0, len(b)+double), b...) // slices.Grow would take more
		}
	}
}

// inFlight counts the bytes of the bodies that a handler holds, of known callers and of those
// who are not known yet.
type inFlight struct{ known, unknown atomic.Int64 }

// count adds n bytes to those that are held, and returns the sum for such callers.
func (x *exchange) count(n int) int64 {
	switch h := &x.route.handler.inFlight; {
	case n == 0:
		return 0
	case x.isUnknown():
		return h.unknown.Add(int64(n))
	default:
		return h.known.Add(int64(n))
	}
}

// countReceived counts what was received of a body, which is length bytes now.
func (x *exchange) countReceived(length int) error {
	n := length - smallBody - x.held
	if n <= 0 {
		return nil
	}
	x.held += n
	h, limits := &x.route.handler.inFlight, x.route.handler.limits
	most := limits.InFlight
	if x.isUnknown() {
		most = max(most/4, min(limits.Body, most))
	}
	if x.count(n) > int64(most) || h.known.Load()+h.unknown.Load() > int64(limits.InFlight) {
		return errBusy
	}
	return nil
}

// isUnknown reports whether the body is read before the authenticator is called.
func (x *exchange) isUnknown() bool { return len(x.route.bodyCredentials) > 0 && !x.has(known) }

// setKnown records that the caller was authenticated.
func (x *exchange) setKnown() {
	x.count(-x.held)
	x.set(known)
	x.count(x.held)
}

// stopCounting stops counting the body.
func (x *exchange) stopCounting() { x.count(-x.held) }

// cursor returns the limits of the JSON text.
func (l Limits) cursor() cursor.Limits { return cursor.Limits{Depth: l.Depth, Items: l.Items} }
