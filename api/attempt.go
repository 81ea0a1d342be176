package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"example.com/opgen/api/internal/encode"
)

// The attempts of a call: each sends the same body with a header of its own to the transport and reads
// the response to its end. Between them, this file decides whether there is another one, by what
// retry.go, delivery.go and idempotency.go know about the last one.

// send makes attempts until one succeeds or the call may not be retried. It returns an
// [*Error], or the error of the transport or the context.
func (c *call) send(ctx context.Context) (*response, error) {
	i := &c.invocation
	body, err := c.bodyToSend(ctx)
	if err != nil {
		return nil, i.failure(err)
	}
	for {
		if err := c.keepPace(ctx); err != nil {
			return nil, i.failure(err)
		}
		i.Attempts++
		res, isRepeatable, err := c.try(ctx, body)
		if err == nil {
			c.caller.budget.succeeded()
			return res, nil
		}
		if !isRepeatable || i.Attempts >= c.maxAttempts() || ctx.Err() != nil {
			return nil, i.failure(err)
		}
		if err := c.waitAfter(ctx, err); err != nil {
			return nil, i.failure(err)
		}
	}
}

// bodyToSend returns the body of the attempts. It returns an error if the call cannot or, with
// [WithDryRun], must not be sent.
func (c *call) bodyToSend(ctx context.Context) ([]byte, error) {
	body, err := c.wireBody()
	if err != nil {
		return nil, err
	}
	if err := checkHeader(c.request.header); err != nil { // a middleware may have changed it
		return nil, err
	}
	if c.config.dryRun != nil {
		c.config.dryRun(ctx, c, body)
		return nil, ErrDryRun
	}
	return body, nil
}

// try makes one attempt. If it fails, try reports whether another one may be made.
func (c *call) try(
	ctx context.Context, body []byte,
) (res *response, isRepeatable bool, err error) {
	d := new(delivery)
	res, err = c.attempt(ctx, body, d)
	if err == nil {
		return res, false, nil
	}
	d.ended.Store(true) // before isUnsent looks at the body
	isRepeatable = c.mayRepeat(err, d)
	if e, isResponse := err.(*Error); !isResponse || e.Status != http.StatusUnauthorized {
		c.request.key.used = true // for the next attempt, also that of a middleware
	}
	return nil, isRepeatable, err
}

// maxAttempts returns the number of attempts that the policy allows. An attempt whose token was
// refused counts, but is made up for, because the service has not executed it.
func (c *call) maxAttempts() int {
	most := c.config.retry.MaxAttempts
	if c.request.refused > 0 {
		most++
	}
	return most
}

// waitAfter waits before the attempt that follows a failed one. It returns the failure if there
// is no time or no retry left, and an error that wraps it if the context ends.
func (c *call) waitAfter(ctx context.Context, failure error) error {
	wait := c.config.retry.wait(c.invocation.Attempts, c.response.header)
	deadline, hasDeadline := ctx.Deadline()
	isTooLate := hasDeadline && time.Until(deadline) <= wait
	if isTooLate || !c.caller.budget.take() {
		return failure
	}
	if over := sleep(ctx, wait); over != nil {
		return fmt.Errorf("%w while waiting to repeat it; the last failure: %w", over, failure)
	}
	return nil
}

// failure returns the error of a call. It returns an [*Error] unchanged, since that names the operation
// and the attempts itself.
func (i *Invocation) failure(err error) error {
	_, isResponse := err.(*Error)
	switch {
	case isResponse:
		return err
	case i.Attempts <= 1:
		return fmt.Errorf("%s: %w", i.Operation, onOneLine(err))
	default:
		return fmt.Errorf("%s: after %d attempts: %w", i.Operation, i.Attempts, onOneLine(err))
	}
}

// mayRepeat reports whether the call may be retried after an attempt that ended with err. A write is
// retried only if the service cannot have executed it; anything else also after responses that a later
// attempt may not get, or that were cut off.
func (c *call) mayRepeat(err error, d *delivery) bool {
	e, isResponse := err.(*Error)
	switch {
	case c.isWrite():
		return !isResponse && d.isUnsent(err) && !isFinal(err)
	case isResponse:
		cutOff := e.Err != nil && !errors.Is(e.Err, errTooLong) && !errors.Is(e.Err, errOpenNumber)
		return cutOff || isPassing(e.Status) || c.isInProgress(e)
	default:
		return !isFinal(err)
	}
}

// isWrite reports whether repeating the call may repeat its effect. An unknown
// effect counts as a write. With a key, the service recognizes repetitions.
func (c *call) isWrite() bool {
	return c.operation.Effect != Read && c.operation.Effect != Idempotent && !c.hasKey()
}

// header returns the header of an attempt. A transport that adds or removes fields,
// which it should not do, changes only this attempt. Attempts share the values.
func (c *call) header() http.Header {
	if c.request.header != nil {
		return maps.Clone(c.request.header)
	}
	return c.completed(maps.Clone(c.config.header))
}

// completed adds the fields of the call to the header of a client. A request without a
// body has no Content-Type.
func (c *call) completed(header http.Header) http.Header {
	header[requestIDField] = c.request.id[:]
	if c.request.key.field != "" {
		header[c.request.key.field] = c.request.key.value[:]
	}
	if c.operation.Empty == EmptyNone && len(c.config.bodyFields) == 0 {
		delete(header, "Content-Type")
	}
	return header
}

// attempt sends the request once and reads the response to its end, up to the limit,
// so that the connection can be used again.
func (c *call) attempt(ctx context.Context, body []byte, d *delivery) (*response, error) {
	if timeout := c.attemptTimeout(); timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	header := c.header()
	sentID := header.Get(requestIDField)
	i := &c.invocation
	i.Status = 0
	i.RequestID = sentID
	c.response = response{}
	res, err := c.caller.roundTrip(c.newRequest(ctx, body, header, d))
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if c.caller.paced != nil {
		c.caller.paced(res.StatusCode, res.Header)
	}
	i.Status = res.StatusCode
	i.RequestID = printable(cmp.Or(res.Header.Get(requestIDField), sentID), maxRequestID)
	c.response.attempts = i.Attempts
	err = c.receive(res, sentID)
	if record := c.caller.record; record != nil {
		record(&c.response, err)
	}
	return c.response.outcome(res, err)
}

// attemptTimeout returns how long an attempt may take: the shorter of the time of the policy and
// that of the [http.Client], 0 for any time.
func (c *call) attemptTimeout() time.Duration {
	timeout := c.config.retry.AttemptTimeout
	ofClient := c.caller.http.Timeout
	if timeout <= 0 || 0 < ofClient && ofClient < timeout {
		return ofClient
	}
	return timeout
}

// receive stores the response of an attempt. It returns the error of reading its body, and keeps
// what was read before, for a recording and the Body of the error.
func (c *call) receive(res *http.Response, sentID string) (err error) {
	r := &c.response
	r.call = c
	r.status = res.StatusCode
	r.header = res.Header
	r.requestID = sentID
	r.body, err = readAll(nil, res.Body, res.ContentLength, c.caller.limits.Body, nil)
	r.raw = r.body
	return err
}

// outcome returns the response if it is a success that was read to its end without err. Without a
// length or chunks, only the end of the connection says where a body ends, and a connection that
// breaks looks the same: so such a body must not be one that could go on.
func (r *response) outcome(res *http.Response, err error) (*response, error) {
	switch {
	case err != nil:
		return nil, r.unreadable(err)
	case !isSuccess(r.status):
		return nil, r.error()
	case endsWithConnection(res) && encode.IsBlank(r.body):
		return nil, r.unreadable(errOpenEmpty)
	case endsWithConnection(res) && !res.Uncompressed && endsInDigit(r.body):
		return nil, r.unreadable(errOpenNumber)
	default:
		return r, nil
	}
}

// The errors of a number and of an empty body that may have been truncated.
var (
	errOpenNumber = errors.New("the body is a number up to the end of the connection, so it " +
		"may have been cut off; the service has to send Content-Length, or anything behind the number, such as a line break")
	errOpenEmpty = errors.New("the body is empty up to the end of the connection, so it may " +
		"have been cut off; the service has to send Content-Length, or status 204")
)

// endsWithConnection reports whether only the end of the connection marks the end of the
// body, so that a broken connection looks like a closed one. TLS does not help: crypto/tls
// reports the end of a connection in the same way with and without close_notify. A
// compressed body marks its own end, unless it is empty.
func endsWithConnection(res *http.Response) bool {
	return res.Close && res.ContentLength < 0 && len(res.TransferEncoding) == 0
}

// endsInDigit reports whether JSON may be the start of a longer text, which is only
// possible for a number. Any other truncated value is not JSON.
func endsInDigit(body []byte) bool {
	return len(body) > 0 && '0' <= body[len(body)-1] && body[len(body)-1] <= '9'
}

// isFinal reports whether a retry is useless after an error of a transport: the other side
// has the wrong certificate or does not speak TLS. Trying again would only delay the error, and hide
// an attack in the noise of retries.
func isFinal(err error) bool {
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	return untrusted || noTLS || errors.Is(err, http.ErrSchemeMismatch)
}
