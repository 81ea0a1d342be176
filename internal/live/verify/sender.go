package verify

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/plan/interpreter"
)

// This file sends bodies within the limits that the user and the service set. verify sends many
// requests to services that others use, so it never retries what was not asked for.

// Bounds of waiting for a service.
const (
	mostWaits      = 3               // for one call that is asked to wait
	longestWaiting = 5 * time.Minute // of a run, because it was asked to wait
	mostSilence    = 5               // calls in a row without a response
)

// defaultTimeout is the time limit of a call without Options.Timeout.
const defaultTimeout = 10 * time.Second

// sender sends bodies no faster than allowed, and waits if the service asks for it.
type sender struct {
	caller   *api.Caller
	auth     []api.CallOption
	pause    time.Duration // between calls
	nextCall time.Time     // nothing is sent before
	runID    string        // random, for idempotency keys
	sent     int
	silence  int           // calls in a row without a response
	waited   time.Duration // because the service asked for it
	gaveUp   string        // why nothing more is sent
}

// newSender returns a sender without retries: a second attempt could hide what the first one
// shows.
func newSender(o Options) (*sender, error) {
	policy := api.RetryPolicy{MaxAttempts: 1, AttemptTimeout: cmp.Or(max(o.Timeout, 0), defaultTimeout)}
	caller, err := api.NewCaller(o.Base.String(), api.WithHTTPClient(o.Client), api.WithRetry(policy))
	if err != nil {
		return nil, err
	}
	s := &sender{caller: caller, auth: o.Auth, runID: rand.Text()}
	if o.Rate > 0 {
		s.pause = time.Duration(float64(time.Second) / o.Rate)
	}
	return s, nil
}

// call sends a body and judges the response. A read is sent again if the service asks to
// wait, and once if the connection ended: a service may close a connection that was used
// before, and the new one was not.
func (s *sender) call(ctx context.Context, op *interpreter.Operation, body string) outcome {
	isRead := op.Effect == catalog.Read
	isReconnected := false
	for waits := 0; ; {
		o, err := s.callOnce(ctx, op, body)
		if ctx.Err() != nil {
			return outcome{reason: noTime}
		}
		isEnded := o.reason == observer.Closed && s.gaveUp == ""
		if isEnded && isRead && !isReconnected {
			isReconnected = true // the next call opens a new connection
			continue
		}
		wait, asked := retryAfter(err)
		if !asked {
			return o
		}
		if wait == 0 {
			wait = time.Second << waits
		}
		if !isRead || waits == mostWaits || s.waited+wait > longestWaiting {
			o.reason += fmt.Sprintf("; the service asks to call less often (gen waited %s in all); "+
				"a lower --rate helps", s.waited)
			return o
		}
		waits++
		s.waited += wait
		s.nextCall = time.Now().Add(wait)
	}
}

// callOnce sends a body as soon as it may. It also returns the error of the call.
func (s *sender) callOnce(ctx context.Context, op *interpreter.Operation, body string) (outcome, error) {
	select {
	case <-time.After(time.Until(s.nextCall)):
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return outcome{}, ctx.Err()
	}
	opts := s.auth
	if op.KeyHeader != "" {
		opts = append(slices.Clip(opts), api.WithIdempotencyKey(s.key(op, body)))
	}
	s.nextCall = time.Now().Add(s.pause)
	s.sent++
	res, err := op.Send(ctx, s.caller, body, opts...)
	if ctx.Err() != nil {
		return outcome{}, ctx.Err()
	}
	o := judge(op, res, err)
	s.countSilence(o)
	return o, err
}

// noTime says why a call has no outcome.
const noTime = "the run ended before there was a response"

// countSilence gives up if the service no longer responds: an hour of timeouts would tell no more.
func (s *sender) countSilence(o outcome) {
	s.silence++
	if o.status != 0 {
		s.silence = 0
	}
	if s.silence == mostSilence {
		s.gaveUp = fmt.Sprintf("not called, since %d calls in a row came to nothing: %s",
			mostSilence, o.reason)
	}
}

// key returns an idempotency key for a body. Within a run, it is always the same, so that a
// repeated write takes effect once.
func (s *sender) key(op *interpreter.Operation, body string) string {
	sum := sha256.Sum256([]byte(s.runID + op.Path + body))
	return fmt.Sprintf("%x", sum[:16])
}

// retryAfter reports whether a service asks to wait, and for how long, 0 if it does not say or
// gives a date. Status 503 alone does not ask.
func retryAfter(err error) (wait time.Duration, isAsked bool) {
	e, ok := errors.AsType[*api.Error](err)
	if !ok {
		return 0, false
	}
	after := strings.TrimSpace(e.Header.Get("Retry-After"))
	isBusy := e.Status == http.StatusServiceUnavailable && after != ""
	if !isBusy && e.Status != http.StatusTooManyRequests {
		return 0, false
	}
	seconds, _ := strconv.ParseUint(after, 10, 31) // 0 for a date
	return time.Duration(seconds) * time.Second, true
}
