package api

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
)

// errTooLong says that a body is over its limit.
var errTooLong = errors.New("the body is over the limit")

// isBlank reports whether a body holds nothing but the white space of JSON.
func isBlank(body []byte) bool { return len(bytes.Trim(body, " \t\r\n")) == 0 }

// readAll appends a body of at most limit bytes to b, which is empty. The size
// is what the sender announced, or -1.
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
