package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// WithLogger logs every call of a client, one record when it is over: its
// operation, the status of the last answer, the duration, the number of
// attempts and the request id; of a failure the type of the error too. A success
// is logged at level Info and a failure at level Warn, middlewares included. A
// logger that is enabled for level Debug gets the bodies too, as request and
// answer, with their sizes in bytes.
//
// Of a body is shown what the catalog names. A field that it marks sensitive is
// "[redacted]", and further keys are counted: {"...":"[2 further keys]"}. A value
// that has no type there, or is of another one, is named by its kind: "[3 keys]",
// "[2 items]", "[string]". A long value is named by its size, and about 4 KiB end
// with "[cut off]". Of an answer whose shape is not shown, or that is no JSON
// object, the size is all; of one that is no success too, but for status, fields
// and rules of a [Problem]. The request is the caller's, without what
// [WithBodyField] adds; the answer is what an envelope holds.
//
// No record holds a header, a URL or the text of an error.
func WithLogger(logger *slog.Logger) ClientOption {
	return clientOption(func(c *Caller) {
		c.log = nil
		if logger != nil {
			c.log = func(ctx context.Context, i *Invocation, invoke RoundTripFunc) error {
				start := time.Now()
				err := invoke(ctx, i)
				i.call.log(ctx, logger, i, time.Since(start), err)
				return err
			}
		}
	})
}

// log writes the record of a call that is over.
func (c *Call) log(ctx context.Context, logger *slog.Logger, i *Invocation, duration time.Duration, err error) {
	level, message := slog.LevelInfo, "call succeeded"
	if err != nil {
		level, message = slog.LevelWarn, "call failed"
	}
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 10)
	attrs = append(attrs,
		slog.String("operation", c.operation.String()),
		slog.Duration("duration", duration),
		slog.Int("attempts", i.Attempts),
		slog.String("request_id", i.RequestID))
	if i.Status != 0 {
		attrs = append(attrs, slog.Int("status", i.Status))
	}
	if err != nil {
		attrs = append(attrs, slog.String("error_type", errorType(err)))
	}
	if logger.Enabled(ctx, slog.LevelDebug) {
		// Of the request as the caller made it: the size of one with a credential
		// would tell that of the credential.
		attrs = append(attrs, slog.Int("request_bytes", len(c.body)), slog.String("request", redactJSON(string(c.body), reflect.TypeOf(c.typed))))
		if c.answer.status != 0 {
			attrs = append(attrs, slog.Int("answer_bytes", len(c.answer.body)), slog.String("answer", c.answer.redact(c.typed)))
		}
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// redact shows an answer to a request.
func (a *answer) redact(request Request) string {
	if p := parseProblem(a.header, a.body); p != nil && !isSuccess(a.status) {
		return redactProblem(p, a.status, reflect.TypeOf(request))
	}
	return redactJSON(string(a.content), reflect.TypeOf(a.shape))
}

// errorType names the kind of an error without its text, which may hold
// anything.
func errorType(err error) string {
	e, answered := errors.AsType[*Error](err)
	switch {
	case errors.Is(err, context.Canceled):
		return "context.Canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "context.DeadlineExceeded"
	case answered:
		return fmt.Sprintf("%T", e)
	}
	for {
		_, isURL := err.(*url.Error)
		inner := errors.Unwrap(err)
		switch {
		case inner != nil && (isURL || strings.HasPrefix(fmt.Sprintf("%T", err), "*fmt.")):
			err = inner
		case err == io.EOF:
			return "io.EOF"
		case err == io.ErrUnexpectedEOF:
			return "io.ErrUnexpectedEOF"
		default:
			return fmt.Sprintf("%T", err)
		}
	}
}
