package api

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// RetryPolicy says how a call is repeated that failed in a way that may pass.
// A field that is zero or negative stands for the default, so that
// RetryPolicy{} is the policy of a client that is given none.
//
// What may be repeated is decided by the effect of the operation. A [Read] and
// an [Idempotent] one are repeated when the connection fails, when the attempt
// takes too long or the answer is cut off, and on the statuses 429, 502, 503 and
// 504. A [Write] is repeated only where it is certain that nothing of the
// request reached the wire, such as when nobody listens; no answer of any status
// makes it so. A certificate that is not accepted is final for all of them.
//
// Before repetition n the call waits for a random time between zero and
// BaseDelay times 2^(n-1), at most MaxDelay; where the answer has a Retry-After
// field, for the time it asks for in addition. A call whose context would be
// over by then ends at once, with the failure that it had.
//
// All calls of one client share a budget of repetitions, so that an outage does
// not multiply the load: it holds 100, each repetition takes one, and five calls
// that succeed give one back. Without any left, the first failure is final.
type RetryPolicy struct {
	MaxAttempts    int           // how often a call is sent, the first time included: 3; 1 turns repeating off
	BaseDelay      time.Duration // longest wait before the first repetition: 200 ms
	MaxDelay       time.Duration // longest wait that doubling leads to: 10 s
	MaxRetryAfter  time.Duration // a longer Retry-After is cut down to it: 30 s
	AttemptTimeout time.Duration // for one attempt, up to the end of its answer: none but the context's
}

// WithRetry repeats failed calls by the policy, which replaces the one before as
// a whole. Repeating is on without it, by the defaults of [RetryPolicy].
func WithRetry(policy RetryPolicy) CallOption {
	return callOption(func(call *callConfig) { call.retry = policy.orDefaults() })
}

// longest stands for any longer time, so that two of them can be added.
const longest = time.Duration(1) << 61

func (p RetryPolicy) orDefaults() RetryPolicy {
	return RetryPolicy{
		MaxAttempts:    positive(p.MaxAttempts, 3),
		BaseDelay:      min(positive(p.BaseDelay, 200*time.Millisecond), longest),
		MaxDelay:       min(positive(p.MaxDelay, 10*time.Second), longest),
		MaxRetryAfter:  min(positive(p.MaxRetryAfter, 30*time.Second), longest),
		AttemptTimeout: max(p.AttemptTimeout, 0),
	}
}

func positive[T ~int | ~int64](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}

// wait returns how long to wait after failed attempt n, counted from 1, whose
// answer had the header, if any. The wait is random also where the service asks
// for one, since it asks everybody for the same.
func (p RetryPolicy) wait(n int, header http.Header) time.Duration {
	ceiling := p.BaseDelay
	for range n - 1 {
		if ceiling >= p.MaxDelay/2 {
			ceiling = p.MaxDelay
			break
		}
		ceiling *= 2
	}
	return min(retryAfter(header, time.Now()), p.MaxRetryAfter) + rand.N(min(ceiling, p.MaxDelay)+1)
}

// retryAfter returns how long the answer asks to wait, and 0 where it does not
// say. A date is compared with the one at which the answer says it was made,
// since the clocks of two machines differ.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if isDigits(text) {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || seconds > int64(longest/time.Second) {
			return longest
		}
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if made, err := http.ParseTime(header.Get("Date")); err == nil {
		now = made
	}
	return max(until.Sub(now), 0)
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// pause waits. It returns the context's error where that ends first.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// outlasts reports whether the context is over before the wait is.
func outlasts(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) <= wait
}

// The budget of a client, in parts of a repetition, of which a success gives
// back one: 100 repetitions at once, and in the long run one for every five
// calls that succeed.
const (
	repetition = 5
	fullBudget = 100 * repetition
)

// retryBudget bounds the repetitions of all calls of a client.
type retryBudget struct{ spent atomic.Int64 }

// take reports whether there is a repetition left, and takes it.
func (b *retryBudget) take() bool {
	for {
		spent := b.spent.Load()
		if spent+repetition > fullBudget {
			return false
		}
		if b.spent.CompareAndSwap(spent, spent+repetition) {
			return true
		}
	}
}

// succeeded gives back a part of a repetition.
func (b *retryBudget) succeeded() {
	for {
		spent := b.spent.Load()
		if spent == 0 || b.spent.CompareAndSwap(spent, spent-1) {
			return
		}
	}
}
