package server

import (
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"example.com/opgen/internal/text/wording"
)

// An agent in a loop would call a service without end. So each client has a number of calls for the
// life of the server, and a rate. Only calls that would reach the service count: searches, dry runs
// and refused requests are free, because a model that corrects its request should not pay for it.

// Limits bound what one client can do.
type Limits struct {
	Calls int     // that reach the service, while the server runs
	Rate  float64 // calls a second
	Bytes int     // of a response that are shown
}

// burst is the number of calls that may be made at once before the rate counts: agents call
// several tools at a time.
const burst = 10

// maxRequest is the number of bytes of the largest request. What an agent writes is much smaller.
const maxRequest = 1 << 20

// meter counts the calls of a client.
type meter struct {
	Limits
	limiter *rate.Limiter

	mu        sync.Mutex
	callsMade int
}

// newMeter returns the meter of a client that has made no calls.
func newMeter(l Limits) *meter {
	return &meter{Limits: l, limiter: rate.NewLimiter(rate.Limit(l.Rate), burst)}
}

// take counts one call. Its error says why the call is not made, and then it is not counted.
func (m *meter) take() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.callsMade >= m.Calls {
		return fmt.Errorf("this server makes at most %s for a client, and has made them; "+
			"whoever runs it can restart it, or raise --max-calls", wording.Count(m.Calls, "call"))
	}
	if !m.limiter.AllowN(time.Now(), 1) {
		return fmt.Errorf("this server makes at most %v calls a second; try again in a second", m.Rate)
	}
	m.callsMade++
	return nil
}
