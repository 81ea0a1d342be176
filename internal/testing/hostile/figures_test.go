package hostile

import (
	"fmt"
	"time"
)

// figures is what was measured in one run of an attack.
type figures struct {
	exchanges, requests, sent int64 // connections or calls; requests of clients; bytes
	heap, work                int64 // bytes of heap at the peak; allocated in all
	response                  int64 // bytes of the largest, or of the text of an error
	logged                    int64
	executed                  int64
	statuses                  map[int]int // 0 is a connection that ended without one
	goodCalls                 int         // beside the attack
	p99                       time.Duration
}

func (f *figures) String() string {
	return fmt.Sprintf("%d connections or calls, %d requests, %d bytes sent, heap %s MiB, allocated %s MiB, largest response %d, logged %d, "+
		"executed %d, p99 of good calls %v, statuses %v", f.exchanges, f.requests, f.sent, mebibyte(f.heap), mebibyte(f.work), f.response,
		f.logged, f.executed, f.p99, f.statuses)
}

func mebibyte(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }
