package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"time"

	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
)

// WithLogger logs one record for every call of a client when it ends: the operation,
// the status of the last response, the duration, the number of attempts and the
// request id. If the call failed, the record also has the type of the error, and the fields
// and rules of violations: "/name required".
// Successes are logged at level Info and failures, including those of middlewares, at
// level Warn. A logger that is enabled for level Debug also gets the bodies, as the
// attributes request and response, and their sizes in bytes. A nil logger disables logging.
//
// The log shows only those values of a body that the catalog describes. A sensitive
// field is "[redacted]". Unknown keys are counted: {"...":"[2 further keys]"}. A value of
// unspecified or unexpected type is shown as its kind: "[3 keys]", "[2 items]",
// "[string]". A long value is shown as its size, and a body is "[cut off]" after about
// 4 KiB. If the shape of a response is unknown, or it is not a JSON object, only its
// size is shown. The same applies to a failure, except for the status, the fields and
// the rules of a [Problem]. The request is the caller's, without the member that
// [WithBodyField] adds; the response is the data of an envelope.
//
// No record contains a header, a URL, or the text of an error that the service returned.
func WithLogger(logger *slog.Logger) ClientOption {
	return clientOption(func(c *Caller) {
		c.log = nil
		if logger != nil {
			c.log = func(ctx context.Context, i *Invocation) error {
				start := time.Now()
				err := c.run(ctx, i)
				i.call.log(ctx, logger, i, start, err)
				return err
			}
		}
	})
}

// endAttrs returns what both sides log of a call that ended. The status is 0 if there was no
// whole response. The request is a pointer of the request's type.
func endAttrs(
	op *Operation, request any, start time.Time, requestID string, status int, err error,
) []slog.Attr {
	attrs := append(make([]slog.Attr, 0, 12),
		slog.String("operation", op.String()),
		slog.Duration("duration", time.Since(start)),
		slog.String("request_id", requestID))
	if status != 0 {
		attrs = append(attrs, slog.Int("status", status))
	}
	if err != nil {
		attrs = append(attrs, slog.String("error_type", errorType(err)))
	}
	if invalid := violationsOf(err); invalid != nil {
		attrs = append(attrs, slog.String("violations", placesAndRules(invalid.Violations, request)))
	}
	return attrs
}

// violationsOf returns the violations for which a request was not sent or not served, or which
// a service found in it. It returns nil if an error has other reasons: the violations of a
// service's own call say nothing about the request that it serves.
func violationsOf(err error) *ValidationError {
	if refusal, ok := errors.AsType[*refused](err); ok {
		err = refusal.reason
	} else if reachesCaller(err) {
		return nil
	}
	invalid, _ := errors.AsType[*ValidationError](err)
	return invalid
}

// log writes the record of a finished call.
func (c *call) log(
	ctx context.Context, logger *slog.Logger, i *Invocation, start time.Time, err error,
) {
	level := slog.LevelInfo
	message := "call succeeded"
	if err != nil {
		level = slog.LevelWarn
		message = "call failed"
	}
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := append(endAttrs(c.operation, c.request.value, start, i.RequestID, i.Status, err), slog.Int("attempts", i.Attempts))
	if logger.Enabled(ctx, slog.LevelDebug) {
		// Without credentials, because the size would reveal their length.
		request := genstruct.Body(string(c.request.body), reflect.TypeOf(c.request.value))
		attrs = append(attrs, slog.Int("request_bytes", len(c.request.body)), slog.String("request", request))
		if c.response.status != 0 {
			response := c.response.redact(c.request.value)
			attrs = append(attrs, slog.Int("response_bytes", len(c.response.body)), slog.String("response", response))
		}
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// redact shows the response to a request.
func (r *response) redact(request request) string {
	if p := r.problem(); p != nil {
		return p.redacted(r.status, reflect.TypeOf(request))
	}
	return genstruct.Body(string(r.raw), reflect.TypeOf(r.shape))
}

// WithServerLogger logs one record for every request to the path of an operation
// when it ends: the operation, the duration, the request id and the status of the
// response. If the request failed, the record also has the type of the error, and the fields
// and rules of violations.
// Successes are logged at level Info. A refused request and a caller who disconnected
// are logged at level Warn. A status of 500 or higher is logged at level Error, with
// the details that [WithServerErrorHandler] describes. A logger that is enabled for
// level Debug also gets the bodies, as the attributes request and response, and their
// sizes in bytes, redacted as by [WithLogger]. The request omits members that
// [WithServerBodyCredential] removes, and is absent if it was not read. If the
// authenticator refused the caller, only the size of the body is logged. A nil logger
// disables logging.
//
// No record contains a header, a URL, or the text of an error that the service returned.
func WithServerLogger(logger *slog.Logger) HandlerOption {
	return func(h *handler) {
		h.log = nil
		if logger != nil {
			h.log = func(x *exchange, status int, body []byte, err error) { x.logTo(logger, status, body, err) }
		}
	}
}

// logTo writes the record of a finished request.
func (x *exchange) logTo(logger *slog.Logger, status int, body []byte, err error) {
	ctx := context.WithoutCancel(&x.context)
	level, message := x.outcome(status, err)
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := endAttrs(x.route.operation, x.route.request, x.start, x.response.id[0], status, err)
	if level == slog.LevelError {
		attrs = append(attrs, failureAttrs(err)...)
	}
	if logger.Enabled(ctx, slog.LevelDebug) {
		attrs = append(attrs, x.bodyAttrs(status, body, err)...)
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// bodyAttrs returns the attributes of the bodies, if any.
func (x *exchange) bodyAttrs(status int, body []byte, err error) (attrs []slog.Attr) {
	if x.progress.isRead() && x.body.text != "" {
		attrs = append(attrs, slog.Int("request_bytes", len(x.body.text)))
	}
	if request := x.visibleBody(); request != "" {
		attrs = append(attrs, slog.String("request", genstruct.Body(request, reflect.TypeOf(x.route.request))))
	}
	if status == 0 {
		return attrs
	}
	text := string(body)
	form := x.route.operation.Envelope
	if err != nil {
		text = problemFor(err).redacted(status, reflect.TypeOf(x.route.request))
	} else {
		if form.exists() && form.Data != "" {
			text = cursor.At(text, new(cursor.Path).Pointer(form.Data))
		}
		text = genstruct.Body(text, reflect.TypeOf(x.route.response))
	}
	return append(attrs, slog.Int("response_bytes", len(body)), slog.String("response", text))
}

// outcome returns the level and the message of the record.
func (x *exchange) outcome(status int, err error) (slog.Level, string) {
	switch {
	case err == nil:
		return slog.LevelInfo, "request served"
	case x.progress.has(aborted):
		return slog.LevelWarn, "request aborted"
	case x.callerLeft(err):
		return slog.LevelWarn, "caller left"
	case status != 0 && status < http.StatusInternalServerError:
		return slog.LevelWarn, "request refused"
	default:
		return slog.LevelError, "service failed"
	}
}
