package api

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// When a failed call is made again, and how long it waits before. attempt.go makes the attempts;
// delivery.go knows whether a write may have been sent, and idempotency.go whether a service
// recognizes it.

// RetryPolicy says how failed calls are retried. A field that is zero or negative has its
// default, so RetryPolicy{} is the policy of a client without WithRetry.
//
// The effect of an operation decides what may be retried. [Read] and [Idempotent]
// operations are retried if the connection fails, if an attempt takes too long, if
// the response is truncated, and after the statuses 429, 502, 503 and 504. A [Write]
// is only retried if it is certain that no part of the request was sent, for example
// because the connection was refused; after a response, this is never certain. If a
// certificate is not accepted, or the service at an https URL has no TLS, the call is
// never retried.
//
// If an operation takes an idempotency key, every attempt of a call has the same key, so
// a [Write] is retried like a read. It is also retried after status 409 if that may mean
// that the service is still busy with another attempt: if it is not the first attempt, if
// the response has a Retry-After field, or if the key is the caller's ([WithIdempotencyKey])
// and the response neither is a failure of the catalog nor lists violations. Status 422, for example for a key that was used with another body, is final.
//
// Before retry n, the call waits for a random time between zero and BaseDelay times
// 2^(n-1), at most MaxDelay. If the response has a Retry-After field, the call waits
// for that time in addition. If the context of the call would end during the wait, the
// call returns its last failure immediately.
//
// All calls of a client share a budget of retries, so that an outage does not
// multiply the load: it starts at 100, each retry takes one, and five successful calls
// give one back. When it is used up, the first failure is final.
//
// Nothing else repeats a request: requests have no GetBody, so [net/http.Transport]
// cannot. Repetitions by a transport of your own that keeps a copy of the body are not
// counted.
type RetryPolicy struct {
	MaxAttempts    int           // number of attempts, including the first: 3; 1 disables retries
	BaseDelay      time.Duration // longest wait before the first retry: 200 ms
	MaxDelay       time.Duration // longest wait before any retry: 10 s
	MaxRetryAfter  time.Duration // a longer Retry-After is reduced to this: 30 s
	AttemptTimeout time.Duration // for one attempt, including its response: none
}

// WithRetry sets the retry policy. It replaces any earlier policy completely.
// Without this option, the defaults of [RetryPolicy] apply.
//
//	api.WithRetry(api.RetryPolicy{MaxAttempts: 1})                // no retries
//	api.WithRetry(api.RetryPolicy{AttemptTimeout: 5 * time.Second}) // for each of three attempts
func WithRetry(policy RetryPolicy) CallOption {
	return callOption(func(call *callConfig) { call.retry = policy.orDefaults() })
}

// maxTime replaces any longer time, so that the sum of two does not overflow.
const maxTime = time.Duration(1) << 61

// orDefaults returns the policy with each field set, except for AttemptTimeout, whose default is none.
func (p RetryPolicy) orDefaults() RetryPolicy {
	return RetryPolicy{
		MaxAttempts:    cmp.Or(max(p.MaxAttempts, 0), 3),
		BaseDelay:      min(cmp.Or(max(p.BaseDelay, 0), 200*time.Millisecond), maxTime),
		MaxDelay:       min(cmp.Or(max(p.MaxDelay, 0), 10*time.Second), maxTime),
		MaxRetryAfter:  min(cmp.Or(max(p.MaxRetryAfter, 0), 30*time.Second), maxTime),
		AttemptTimeout: max(p.AttemptTimeout, 0),
	}
}

// wait returns how long to wait after failed attempt n, counted from 1. The header
// is that of its response, if any. The time is random even if the service asks for a
// certain time, since it asks every client for the same.
func (p RetryPolicy) wait(n int, header http.Header) time.Duration {
	ceiling := p.BaseDelay
	for range n - 1 {
		ceiling = min(2*ceiling, p.MaxDelay)
	}
	asked := min(retryAfter(header, time.Now()), p.MaxRetryAfter)
	return asked + rand.N(min(ceiling, p.MaxDelay)+1)
}

// retryAfter returns how long a response asks to wait, or 0 if it does not say. A
// date is compared with the date of the response, since the clocks of two machines
// differ.
func retryAfter(header http.Header, now time.Time) time.Duration {
	text := strings.TrimSpace(header.Get("Retry-After"))
	seconds, err := strconv.ParseUint(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(maxTime/time.Second))) * time.Second
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return max(until.Sub(now), 0)
}

// sleep waits. It returns the error of the context if that ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// The budget of a client is counted in fifths of a retry, and a success gives one
// fifth back: 100 retries at once, and one for every five successful calls.
const (
	repetition = 5
	fullBudget = 100 * repetition
)

// retryBudget bounds the retries of all calls of a client. It is one number, so that successful calls,
// which are almost all, cost one load.
type retryBudget struct{ spent atomic.Int64 }

// take reports whether a retry is left, and takes it. Concurrent calls may briefly take more than there
// are, and give them back.
func (b *retryBudget) take() bool {
	if b.spent.Add(repetition) <= fullBudget {
		return true
	}
	b.spent.Add(-repetition)
	return false
}

// succeeded gives back a part of a retry.
func (b *retryBudget) succeeded() {
	if b.spent.Load() > 0 && b.spent.Add(-1) < 0 { // another call gave back the last part
		b.spent.Add(1)
	}
}
