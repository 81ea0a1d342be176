package faults

import (
	"math/rand/v2"
	"slices"
)

// fault is a fault of one attempt. If inject returns an error, the connection is
// closed.
type fault struct {
	name   string
	weight int
	holds  bool // it may leave the client without a response on an open connection
	inject func(*exchange) error
}

// faults are the possible faults of an attempt. The first one does nothing.
var faults = slices.Concat([]fault{
	{"none", 0, false, pass},
	{"reset before the body", 4, false, resetBeforeTheBody},
	{"reset within the request", 4, false, resetWithinTheRequest},
	{"reset after the request", 4, false, resetAfterTheRequest},
	{"reset once executed", 4, false, resetOnceExecuted},
	{"reset within the answer", 4, false, resetWithinTheAnswer},
	{"closed after the answer", 4, false, closeAfterTheAnswer},
	{"request cut off", 4, false, cutRequest},
	{"answer cut off", 6, false, cutAnswer},
	{"bytes of the request twice", 8, false, doubleRequest},
	{"bytes of the answer twice", 8, true, doubleAnswer},
	{"slow request", 3, false, slowRequest},
	{"slow answer", 3, false, slowAnswer},
	{"held request", 1, true, holdRequest},
	{"held answer", 1, true, holdAnswer},
}, refusals())

// drawFault returns the index of the fault for an attempt of a call.
func drawFault(r *rand.Rand, p *plan) int {
	healthy := 80
	if p.client == inOutage {
		healthy = 5
	}
	if r.IntN(100) < healthy {
		return 0
	}
	total := 0
	for _, f := range faults {
		total += f.weight
	}
	n := r.IntN(total)
	for i, f := range faults {
		switch n -= f.weight; {
		case n >= 0:
		case f.holds && p.ending == nothing:
			return 0
		default:
			return i
		}
	}
	panic("unreachable")
}
