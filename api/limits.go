package api

import (
	"cmp"
	"errors"
	"io"
	"math"
	"slices"

	"example.com/opgen/api/internal/cursor"
)

// Limits bound how much work one body can cause. A field that is zero or negative
// stands for its default.
type Limits struct {
	Body  int // bytes: 1 MiB for requests, 32 MiB for responses
	Depth int // levels of nesting: 64
	Items int // items of arrays and unknown members of objects, all together: 10,000 for requests, 1,000,000 for responses
}

var (
	requestLimits = Limits{Body: 1 << 20, Depth: cursor.Requests.Depth, Items: cursor.Requests.Items}
	answerLimits  = Limits{Body: 32 << 20, Depth: cursor.Answers.Depth, Items: cursor.Answers.Items}
)

// or returns the limits with the defaults for fields that are not positive.
func (l Limits) or(defaults Limits) Limits {
	return Limits{
		Body:  cmp.Or(max(l.Body, 0), defaults.Body),
		Depth: cmp.Or(max(l.Depth, 0), defaults.Depth),
		Items: cmp.Or(max(l.Items, 0), defaults.Items),
	}
}

// errTooLong reports a body over its limit.
var errTooLong = errors.New("the body is over the limit")

// readAll appends a body of at most limit bytes to b, which is empty. The size is
// the announced one, or -1.
func readAll(b []byte, r io.Reader, size int64, limit int) ([]byte, error) {
	if size > int64(limit) {
		return b, errTooLong
	}
	limit = min(limit, math.MaxInt-1) // one more byte is asked for, to see whether there is one
	if size < 0 {
		size = 511
	}
	b = slices.Grow(b, int(min(size+1, 1<<20)))
	for {
		n, err := r.Read(b[len(b):min(cap(b), limit+1)])
		b = b[:len(b)+n]
		switch {
		case len(b) > limit:
			return b[:limit], errTooLong
		case err == io.EOF:
			return b, nil
		case err != nil:
			return b, err
		}
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
	}
}

// cursor returns the limits that hold for reading JSON.
func (l Limits) cursor() cursor.Limits { return cursor.Limits{Depth: l.Depth, Items: l.Items} }
