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

// What both sides log of a call: never a header, a URL or a text that the other side may have
// chosen, and bodies only as far as the catalog describes them. A logger is a function of the Caller
// or the handler that its option sets, so that programs without a logger do not link the code that
// redacts bodies.

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
//
// A [slog.TextHandler] writes a success like this:
//
//	time=... level=INFO msg="call succeeded" operation=claims.get_claim duration=21ms request_id=... status=200 attempts=1
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
	const mostAttrs = 12 // with those that the callers append
	attrs := append(make([]slog.Attr, 0, mostAttrs),
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
	attrs := endAttrs(c.operation, c.request.value, start, i.RequestID, i.Status, err)
	attrs = append(attrs, slog.Int("attempts", i.Attempts))
	if logger.Enabled(ctx, slog.LevelDebug) {
		attrs = append(attrs, c.bodyAttrs()...)
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// bodyAttrs returns the sizes of the bodies and their visible parts, for a call without a whole
// response those of the request. The request is that of the caller, without credentials that are
// added to it, because the size would reveal their length.
func (c *call) bodyAttrs() []slog.Attr {
	request := genstruct.Body(string(c.request.body), reflect.TypeOf(c.request.value))
	attrs := []slog.Attr{
		slog.Int("request_bytes", len(c.request.body)),
		slog.String("request", request),
	}
	if c.response.status == 0 {
		return attrs
	}
	return append(attrs,
		slog.Int("response_bytes", len(c.response.body)),
		slog.String("response", c.response.redact(c.request.value)))
}

// redact shows the response to a request: of a problem, only what [Problem.redacted] shows; of any
// other response, the fields that its type describes.
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
		if logger == nil {
			return
		}
		h.log = func(x *exchange, status int, body []byte, err error) {
			x.logTo(logger, status, body, err)
		}
	}
}

// logTo writes the record of a finished request. The status and the body are those of the response
// that was sent, 0 and nil for none. The context of the request may have ended, and its values still
// belong to the record.
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
		attrs = append(attrs, x.requestAttrs()...)
		if status != 0 {
			attrs = append(attrs,
				slog.Int("response_bytes", len(body)),
				slog.String("response", x.visibleResponse(status, body, err)))
		}
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// requestAttrs returns the size of the request's body if it was read, and its visible part if the
// caller is known: a stranger could fill the log with texts of his own.
func (x *exchange) requestAttrs() (attrs []slog.Attr) {
	if x.progress.isRead() && x.body.text != "" {
		attrs = append(attrs, slog.Int("request_bytes", len(x.body.text)))
	}
	if request := x.visibleBody(); request != "" {
		shown := genstruct.Body(request, reflect.TypeOf(x.route.request))
		attrs = append(attrs, slog.String("request", shown))
	}
	return attrs
}

// visibleResponse returns the visible part of a body that was sent: of a failure, the status, the
// fields and the rules; of a success, the data of its envelope, or the body if it has none.
func (x *exchange) visibleResponse(status int, body []byte, err error) string {
	if err != nil {
		return problemFor(err).redacted(status, reflect.TypeOf(x.route.request))
	}
	text := string(body)
	if form := x.route.operation.Envelope; form.exists() && form.Data != "" {
		text = cursor.At(text, new(cursor.Path).Pointer(form.Data))
	}
	return genstruct.Body(text, reflect.TypeOf(x.route.response))
}

// outcome returns the level and the message of the record. Only what the operator of the service has
// to look at is an error: callers who leave, and requests that are refused, are warnings.
func (x *exchange) outcome(status int, err error) (slog.Level, string) {
	switch {
	case err == nil:
		return slog.LevelInfo, "request served"
	case x.progress.has(flagAborted):
		return slog.LevelWarn, "request aborted"
	case x.callerLeft(err):
		return slog.LevelWarn, "caller left"
	case status != 0 && status < http.StatusInternalServerError:
		return slog.LevelWarn, "request refused"
	default:
		return slog.LevelError, "service failed"
	}
}
