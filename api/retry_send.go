package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
)

// send makes attempts until one succeeds or none may follow. The error is an
// [*Error], or what the transport or the context says.
func (c *Call) send(ctx context.Context, i *Invocation) (*answer, error) {
	body, err := c.wireBody()
	if err = cmp.Or(err, checkHeader(i.Header)); err != nil { // a middleware may have spoiled it
		return nil, i.failure(err)
	}
	for {
		i.Attempts++
		w := new(wire)
		a, err := c.attempt(ctx, i, body, w)
		if err == nil {
			c.caller.budget.succeeded()
			return a, nil
		}
		if i.Attempts >= c.config.retry.MaxAttempts || ctx.Err() != nil || !c.mayRepeat(err, w) {
			return nil, i.failure(err)
		}
		wait := c.config.retry.wait(i.Attempts, headerOf(err))
		if outlasts(ctx, wait) || !c.caller.budget.take() {
			return nil, i.failure(err)
		}
		if over := pause(ctx, wait); over != nil {
			return nil, i.failure(fmt.Errorf("%w while waiting to repeat it; the last failure: %w", over, err))
		}
	}
}

// failure returns the error of a call, which an [*Error] is as it stands.
func (i *Invocation) failure(err error) error {
	switch _, answered := err.(*Error); {
	case answered:
		return err
	case i.Attempts <= 1:
		return fmt.Errorf("%s: %w", i.Operation, err)
	default:
		return fmt.Errorf("%s: after %d attempts: %w", i.Operation, i.Attempts, err)
	}
}

// mayRepeat reports whether the operation may be repeated after an attempt that
// ended with err.
func (c *Call) mayRepeat(err error, w *wire) bool {
	e, answered := err.(*Error)
	switch {
	case c.isWrite():
		return !answered && w.untouched(err) && !isFinal(err)
	case answered:
		cutOff := e.Err != nil && !errors.Is(e.Err, errTooLong)
		return cutOff || isPassing(e.Status)
	default:
		return !isFinal(err)
	}
}

// isWrite reports whether a repeated call may do again what it does. An effect
// that nobody knows is one.
func (c *Call) isWrite() bool {
	return c.operation.Effect != Read && c.operation.Effect != Idempotent
}

// isPassing reports whether a status says that a later attempt may succeed.
func isPassing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	default:
		return false
	}
}

// isSuccess reports whether a status says that the operation was carried out.
func isSuccess(status int) bool { return status >= 200 && status <= 299 }

// headerOf returns the header of the answer that an error is, or nil.
func headerOf(err error) http.Header {
	if e, ok := err.(*Error); ok {
		return e.Header
	}
	return nil
}

// header returns the header of an attempt. A transport that adds and removes
// fields, as it should not, does so for this attempt alone; the values are those
// of all attempts.
func (c *Call) header(i *Invocation) http.Header {
	if len(c.caller.middlewares) > 0 {
		header := http.Header{} // where there is none any more
		maps.Copy(header, i.Header)
		return header
	}
	header := maps.Clone(c.config.header)
	header[requestIDField] = c.id[:]
	return header
}

// attempt sends the request once and reads the answer to its end, up to the
// limit, so that the connection can be used again.
func (c *Call) attempt(ctx context.Context, i *Invocation, body []byte, w *wire) (*answer, error) {
	if timeout := c.config.retry.AttemptTimeout; timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	header := c.header(i)
	sentID := header.Get(requestIDField)
	i.Status, i.RequestID, c.answer = 0, sentID, answer{}
	res, err := c.caller.roundTrip(c.request(ctx, body, header, w))
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	i.Status, i.RequestID = res.StatusCode, cmp.Or(res.Header.Get(requestIDField), sentID)
	c.answer = answer{
		operation: c.operation,
		attempts:  i.Attempts,
		requestID: sentID,
		limits:    c.caller.answer,
		status:    res.StatusCode,
		header:    res.Header,
		enveloped: c.config.envelope,
	}
	a := &c.answer
	a.body, err = readAll(nil, res.Body, res.ContentLength, a.limits.Body)
	a.content = a.body
	switch {
	case err != nil:
		return nil, a.unreadable(err)
	case !isSuccess(a.status):
		return nil, a.error()
	default:
		return a, nil
	}
}
