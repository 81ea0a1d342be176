package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

// WithRateLimit bounds the rate of all attempts of a client: perSecond on average, and up to
// burst at once. Calls wait for their turn; if the deadline of a call comes before its turn,
// the call fails at once and nothing is sent.
//
// If the service asks to slow down, by status 429 or by status 503 with a Retry-After field,
// no attempt is made for the time of that field, at most a minute, and the rate is halved.
// Each success then raises the rate by a hundredth of perSecond, until it is perSecond again.
// So many clients that share a service find a rate that it can serve.
//
//	api.WithRateLimit(10, 5) // 10 attempts per second, and 5 at once after a pause
//
// NewClient returns an error unless perSecond and burst are positive.
func WithRateLimit(perSecond float64, burst int) ClientOption {
	return clientOption(func(c *Caller) {
		const highest = 1e6                             // attempts per second
		isRate := perSecond > 0 && perSecond <= highest // false for NaN
		if !isRate || burst < 1 {
			c.call.fail(errors.New("api.WithRateLimit: expected a rate above 0 and up to a " +
				"million, and a burst of at least 1"))
			return
		}
		l := newRateLimit(perSecond, float64(burst))
		c.pace = l.wait
		c.paced = l.adapt
	})
}

// The bounds of slowing down.
const (
	slowest     = 1.0 / 64 // of the rate of the option
	longestHold = time.Minute
)

// rateLimit is a bucket of tokens, of which each attempt takes one. Attempts wait in a queue, so
// that they keep their order; only its head looks at the bucket again when its time has come,
// since the rate may have changed meanwhile.
type rateLimit struct {
	head chan struct{} // has a place for the head of the queue

	mu      sync.Mutex
	most    float64 // tokens per second, of the option
	rate    float64 // now
	burst   float64 // tokens that fit in
	tokens  float64 // at the time of filled
	filled  time.Time
	held    time.Time // until then, no attempt is made
	waiting int       // attempts in the queue
}

// newRateLimit returns a full bucket.
func newRateLimit(perSecond, burst float64) *rateLimit {
	return &rateLimit{
		head:   make(chan struct{}, 1),
		most:   perSecond,
		rate:   perSecond,
		burst:  burst,
		tokens: burst,
		filled: time.Now(),
	}
}

var errTooSlow = errors.New("api.WithRateLimit: the deadline of the call comes before its turn")

// wait waits for the turn of an attempt.
func (l *rateLimit) wait(ctx context.Context) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	select {
	case l.head <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	leaveHead := func() { <-l.head }
	defer leaveHead()
	for {
		delay := l.take()
		if delay <= 0 {
			return ctx.Err()
		}
		if err := sleep(ctx, delay); err != nil {
			return err
		}
	}
}

// enter adds an attempt to the queue, unless its deadline comes before its turn.
func (l *rateLimit) enter(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	deadline, hasDeadline := ctx.Deadline()
	if hasDeadline && deadline.Before(l.turn(time.Now(), l.waiting)) {
		return errTooSlow
	}
	l.waiting++
	return nil
}

// leave removes an attempt from the queue, also one that has not got its turn.
func (l *rateLimit) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting--
}

// take takes a token, or returns how long there will be none.
func (l *rateLimit) take() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	delay := l.turn(now, 0).Sub(now)
	if delay <= 0 {
		l.tokens--
	}
	return delay
}

// turn fills the bucket, and returns the time of the turn of an attempt with so many ahead. The lock is
// held.
func (l *rateLimit) turn(now time.Time, ahead int) time.Time {
	if passed := now.Sub(l.filled); passed > 0 {
		l.tokens = min(l.burst, l.tokens+passed.Seconds()*l.rate)
		l.filled = now
	}
	turn := now
	if turn.Before(l.held) {
		turn = l.held
	}
	if missing := 1 + float64(ahead) - l.tokens; missing > 0 {
		// At least a nanosecond, so that rounding makes nobody wait for nothing.
		turn = turn.Add(time.Duration(missing/l.rate*float64(time.Second)) + 1)
	}
	return turn
}

// adapt changes the rate after a response: it adds a little after each success and halves the rate when
// the service asks to slow down, as TCP does (RFC 5681), so that clients that know nothing of each
// other share what the service can serve.
func (l *rateLimit) adapt(status int, header http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	pause := min(retryAfter(header, now), longestHold)
	isOverloaded := status == http.StatusServiceUnavailable && pause > 0
	if isSuccess(status) {
		l.rate = min(l.rate+l.most/100, l.most)
	}
	if status != http.StatusTooManyRequests && !isOverloaded {
		return
	}
	l.turn(now, 0) // fill it at the former rate
	l.rate = max(l.rate/2, l.most*slowest)
	l.tokens = min(l.tokens, 0)
	until := now.Add(pause)
	if pause > 0 && until.After(l.held) {
		l.held = until
		l.filled = until // and not before
		l.tokens = 1
	}
}

// keepPace waits for the turn of an attempt, if the client limits its rate.
func (c *call) keepPace(ctx context.Context) error {
	if c.caller.pace == nil {
		return nil
	}
	return c.caller.pace(ctx)
}
