package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"time"
)

// WithLogger logs every call of a client, one record when it is over: its
// operation, the status of the last answer, the duration, the number of
// attempts and the request id; of a failure the type of the error too. A success
// is logged at level Info and a failure at level Warn, middlewares included. A
// logger that is enabled for level Debug gets the sizes of the bodies in bytes
// too.
//
// No record holds a header, a URL, the text of an error or a body. Which fields
// of a body are personal is known to the catalog and not to this package, and an
// answer may hold fields that not even the catalog knows.
func WithLogger(logger *slog.Logger) ClientOption {
	return clientOption(func(c *Caller) { c.logger = logger })
}

// log writes the record of a call that is over.
func (c *Call) log(ctx context.Context, i *Invocation, duration time.Duration, err error) {
	logger, level, message := c.caller.logger, slog.LevelInfo, "call succeeded"
	if err != nil {
		level, message = slog.LevelWarn, "call failed"
	}
	if logger == nil || !logger.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 8)
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
		attrs = append(attrs, slog.Int("request_bytes", len(c.body)), slog.Int("answer_bytes", i.answerBytes))
	}
	logger.LogAttrs(ctx, level, message, attrs...)
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
