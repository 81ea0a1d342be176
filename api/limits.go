package api

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"
	"sync"

	"example.com/opgen/internal/json/cursor"
)

// What one body, and all bodies of a handler together, may cost. The other side decides what it sends,
// so memory grows with what was received and not with what was announced, and JSON is counted while it
// is read.

// Limits bound the work that one body can cause. A field that is zero or negative has its
// default.
//
//	api.WithServerLimits(api.Limits{Body: 8 << 20}) // 8 MiB, other limits as they are
type Limits struct {
	Body  int // bytes: 1 MiB for requests, 32 MiB for responses
	Depth int // levels of nesting: 64
	// Items of arrays and unknown members of objects, all together: 10,000 for requests,
	// 1,000,000 for responses.
	Items int

	// InFlight bounds the bytes of request bodies that a handler holds at once: 64
	// times Body. A request that needs more gets status 503. Only received
	// bytes count, not announced ones. The first 4 KiB of each body do not count, so
	// that long requests do not block short ones. A body takes up to three times its
	// size in memory while it is read. Decoded values do not count; Items bounds them.
	// If a credential is in the body, its sender is not known before the end of the body.
	// Such bodies may take a quarter of InFlight, or Body if that is more. If one needs
	// more, those that waited longest for their next bytes get status 503 instead, so
	// senders who stop do not keep the memory from others. A client has no such limit.
	InFlight int
}

// The defaults. A client trusts its service with more than a handler trusts its callers.
var (
	requestLimits = Limits{
		Body:     1 << 20,
		Depth:    cursor.Requests.Depth,
		Items:    cursor.Requests.Items,
		InFlight: bodiesInFlight << 20,
	}
	responseLimits = Limits{
		Body:  32 << 20,
		Depth: cursor.Responses.Depth,
		Items: cursor.Responses.Items,
	}
)

// bodiesInFlight is the number of the longest bodies that InFlight has room for by default.
const bodiesInFlight = 64

// orDefaults returns the limits with the defaults for fields that are not positive. A longer Body also
// raises InFlight, so that one such body does not take all of it.
func (l Limits) orDefaults(defaults Limits) Limits {
	body := cmp.Or(max(l.Body, 0), defaults.Body)
	inFlight := min(body, math.MaxInt/bodiesInFlight) * bodiesInFlight // without an overflow
	return Limits{
		Body:     body,
		Depth:    cmp.Or(max(l.Depth, 0), defaults.Depth),
		Items:    cmp.Or(max(l.Items, 0), defaults.Items),
		InFlight: cmp.Or(max(l.InFlight, 0), inFlight),
	}
}

// errTooLong is the error of a body that is longer than its limit, or says so.
var errTooLong = errors.New("the body is over the limit")

// smallBody is how many bytes of a body are allocated because they are announced, and how many
// of each body take no room in a handler.
const smallBody = 4 << 10

// readAll appends a body of at most limit bytes to b, which is empty. The size is the
// announced one, or -1. Announcing a size costs nothing, so memory grows with the bytes
// received. If received is not nil, it is called with the length of b after each read;
// its error ends the reading.
func readAll(
	b []byte, r io.Reader, size int64, limit int, received func(int) error,
) ([]byte, error) {
	if size > int64(limit) {
		return b, errTooLong
	}
	limit = min(limit, math.MaxInt-1) // so that one more byte can be requested
	if size < 0 {
		size = 511 // unknown, and most bodies are short
	}
	b = slices.Grow(b, int(min(size+1, smallBody)))
	for {
		n, err := r.Read(b[len(b):min(cap(b), limit+1)])
		b = b[:len(b)+n]
		// The last bytes may come with the end.
		if received != nil && (err == nil || err == io.EOF) {
			if full := received(len(b)); full != nil {
				err = full
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
			more := growth(len(b), size, limit)
			b = append(make([]byte, 0, len(b)+more), b...) // slices.Grow would take more
		}
	}
}

// growth returns by how many bytes the memory for a body grows that has filled it: by as much as was
// received, but not beyond the announced size or the limit. One byte more shows whether the body ends
// there.
func growth(received int, size int64, limit int) int {
	more := min(received, limit+1-received)
	if rest := size + 1 - int64(received); rest > 0 {
		more = int(min(rest, int64(more)))
	}
	return more
}

// cursor returns the limits of the JSON text.
func (l Limits) cursor() cursor.Limits { return cursor.Limits{Depth: l.Depth, Items: l.Items} }

// buffers have the bodies of requests that are encoded and of those that are served. Whoever takes
// one returns it when the call or the exchange ends, without letting anyone keep a part of it.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 0, 1024)) }}

// maxPooled is the size in bytes of the largest buffer that is kept for the
// next call. One long body must not occupy its memory for good.
const maxPooled = 64 << 10
