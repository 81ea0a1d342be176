package api

import "sync/atomic"

// progress is how far an exchange has come. Usually one goroutine serves an exchange from its start
// to its end. But a middleware may return before next does; then the response is sent, and the
// exchange ends, while the service is still running. So its parts are atomic: the state says whether
// the service may still use the memory of the exchange, and the flags say what has happened already
// and must not happen again.
type progress struct {
	state atomic.Int32  // a serveState
	flags atomic.Uint32 // of type exchangeFlag
}

// serveState is a state of the serving. It only moves forward:
//
//	ready -> running -> served -> finished
//	             \-------------> finished, for an error
//
// An exchange is served once, and never after its memory returned to the pool.
type serveState int32

const (
	stateReady    serveState = iota
	stateRunning             // the service is being called
	stateServed              // it has returned a response
	stateFinished            // it has failed, or the exchange has ended
)

// exchangeFlag is something that has happened to an exchange. Flags are set and never cleared.
type exchangeFlag uint32

const (
	flagKnown   exchangeFlag = 1 << iota // the caller is authenticated, and the text of the body is complete
	flagAborted                          // by a panic with http.ErrAbortHandler
	flagEnded                            // there is a response, or none can be sent
	flagBegun                            // some of the response may have been sent
)

// has reports whether a flag is set.
func (p *progress) has(flag exchangeFlag) bool { return p.flags.Load()&uint32(flag) != 0 }

// set sets a flag.
func (p *progress) set(flag exchangeFlag) { p.flags.Or(uint32(flag)) }

// isIn reports whether the serving is in a state.
func (p *progress) isIn(state serveState) bool { return p.state.Load() == int32(state) }

// isServed reports whether the service was called and returned a response.
func (p *progress) isServed() bool { return p.isIn(stateServed) }

// isRead reports whether the body is not read any more.
func (p *progress) isRead() bool { return p.has(flagKnown) || p.isIn(stateFinished) }

// start begins the serving. It reports false if that has happened before.
func (p *progress) start() bool {
	return p.state.CompareAndSwap(int32(stateReady), int32(stateRunning))
}

// stop ends the serving in a state. It reports whether the exchange ended before: then it is up to
// the caller to release what the exchange has left to the service.
func (p *progress) stop(end serveState) (isLate bool) {
	return serveState(p.state.Swap(int32(end))) == stateFinished
}

// finish ends the exchange. It reports whether it is still being served: then its memory must not
// be used again.
func (p *progress) finish() (isServing bool) {
	return serveState(p.state.Swap(int32(stateFinished))) == stateRunning
}
