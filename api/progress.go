package api

import "sync/atomic"

// progress is how far an exchange has come. A middleware that does not wait for next makes its
// parts run concurrently.
type progress struct {
	state atomic.Int32
	flags atomic.Uint32
}

// The states of an exchange. It is served once, and never after its memory returned to
// the pool.
const (
	ready    = iota
	running  // the service is being called
	served   // it has returned a response
	finished // it has failed, or the exchange has ended
)

// The flags of an exchange.
const (
	known   = 1 << iota // the caller is authenticated, and the text of the body is complete
	aborted             // by a panic with http.ErrAbortHandler
	ended               // there is a response, or none can be sent
	begun               // some of the response may have been sent
)

func (p *progress) has(flag uint32) bool { return p.flags.Load()&flag != 0 }
func (p *progress) set(flag uint32)      { p.flags.Or(flag) }

// isServed reports whether the service was called and returned a response.
func (p *progress) isServed() bool { return p.state.Load() == served }

// isRead reports whether the body is not read any more.
func (p *progress) isRead() bool { return p.has(known) || p.state.Load() == finished }

// start begins the serving. It reports false if that has happened before.
func (p *progress) start() bool { return p.state.CompareAndSwap(ready, running) }

// stop ends the serving in a state. It reports whether the exchange ended before.
func (p *progress) stop(end int32) (late bool) { return p.state.Swap(end) == finished }

// finish ends the exchange. It reports whether it is still being served.
func (p *progress) finish() (busy bool) { return p.state.Swap(finished) == running }
