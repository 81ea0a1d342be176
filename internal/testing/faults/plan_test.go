package faults

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/opgen/internal/testing/long"
)

// plan is a call as the seed determines it. Client, proxy and service each compute
// it from the number of the call, so that none depends on when the others run.
type plan struct {
	number    int
	operation *operation
	client    int
	id        string
	text      string // content of the request beside the id
	response  string
	ending    ending
	after     time.Duration // until the ending
}

// ending is what ends a call that gets no response.
type ending int

const (
	attemptTime  ending = iota // the policy
	deadline                   // the context
	cancellation               // the context
	nothing                    // no ending, so no fault may hold the call
)

// draw returns the random source for one property of a call.
func draw(number int, about string, turn int) *rand.Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for _, b := range []byte(about) {
		h = (h ^ uint64(b)) * 1099511628211
	}
	return rand.New(rand.NewPCG(*long.Seed^h, uint64(number)<<8|uint64(turn)))
}

func planOf(number int) *plan {
	r := draw(number, "plan", 0)
	p := &plan{
		number:    number,
		operation: &operations[r.IntN(len(operations))],
		id:        fmt.Sprintf("%d-%016x", number, r.Uint64()),
		text:      excerpt(r),
		response:  fmt.Sprintf("%016x", r.Uint64()) + excerpt(r),
	}
	switch n := r.IntN(100); {
	case n < 6:
		p.client = inOutage
	case n < 30:
		p.client = closing
	default:
		p.client = keeping
	}
	switch n := r.IntN(100); {
	case n < 7:
		p.ending, p.after = deadline, time.Duration(r.IntN(80_000))*time.Microsecond
	case n < 14:
		p.ending, p.after = cancellation, time.Duration(r.IntN(80_000))*time.Microsecond
	case n < 24:
		p.ending = nothing
	}
	return p
}

// numberOf returns the number of the call that an id belongs to.
func numberOf(id string) (int, bool) {
	digits, _, _ := strings.Cut(id, "-")
	number, err := strconv.Atoi(digits)
	return number, err == nil && number >= 0 && number < calls() && planOf(number).id == id
}

// longText is the source of excerpts. It has characters that are escaped in JSON,
// and no closing brace: a text that is cut off or has repeated bytes never looks
// like the end of a body.
var longText = sync.OnceValue(func() string {
	const alphabet = `abcdefghijklmnopqrstuvwxyz0123456789 "\` + "\n\t<"
	r := draw(0, "text", 0)
	b := make([]byte, 256<<10)
	for i := range b {
		b[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(b)
})

// excerpt returns a text, usually a short one, sometimes a text that is larger than
// the buffers that pools keep.
func excerpt(r *rand.Rand) string {
	size := 200
	switch n := r.IntN(100); {
	case n == 0:
		size = 100 << 10
	case n < 10:
		size = 8 << 10
	}
	start, length := r.IntN(len(longText())-size), 1+r.IntN(size)
	return longText()[start : start+length]
}
