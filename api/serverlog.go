package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"time"
)

// WithServerLogger logs every request that has the path of an operation, one
// record when it is over: operation, duration, request id and the status of the
// answer; of one that was not served the type of the error too. A success is
// logged at level Info, a request that is refused or whose caller has left at
// level Warn, and a status from 500 on at level Error, with what
// [WithErrorHandler] says about failures. A logger that is enabled for level
// Debug gets the bodies too, as request and answer, with their sizes in bytes:
// what of them [WithLogger] shows. The request is without what [BodyCredential]
// takes out, and absent where it was not read.
//
// No record holds a header, a URL or the text of an error.
func WithServerLogger(logger *slog.Logger) HandlerOption {
	return func(h *handler) {
		h.log = nil
		if logger != nil {
			h.log = func(x *exchange, status int, answer []byte, err error) { x.logTo(logger, status, answer, err) }
		}
	}
}

// log writes the record of a request that is over. The status is 0 where there
// was no answer.
func (x *exchange) log(status int, answer []byte, err error) {
	if x.handler.log != nil {
		x.handler.log(x, status, answer, err)
	}
}

func (x *exchange) logTo(logger *slog.Logger, status int, answer []byte, err error) {
	ctx := context.WithoutCancel(x)
	level, message := x.outcome(status, err)
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs,
		slog.String("operation", x.route.operation.String()),
		slog.Duration("duration", time.Since(x.start)),
		slog.String("request_id", x.id()))
	if status != 0 {
		attrs = append(attrs, slog.Int("status", status))
	}
	if err != nil {
		attrs = append(attrs, slog.String("error_type", serverErrorType(err)))
	}
	if level == slog.LevelError {
		attrs = append(attrs, failureAttrs(err)...)
	}
	if logger.Enabled(ctx, slog.LevelDebug) {
		attrs = append(attrs, x.bodyAttrs(status, answer, err)...)
	}
	logger.LogAttrs(ctx, level, message, attrs...)
}

// bodyAttrs shows the bodies, as far as there are any.
func (x *exchange) bodyAttrs(status int, answer []byte, err error) (attrs []slog.Attr) {
	if request := x.body(); request != "" {
		attrs = append(attrs, slog.Int("request_bytes", len(request)), slog.String("request", redactJSON(request, reflect.TypeOf(x.route.request))))
	}
	if status == 0 {
		return attrs
	}
	text := redactJSON(string(answer), reflect.TypeOf(x.route.answer))
	if err != nil {
		text = redactProblem(problemFor(err), status, reflect.TypeOf(x.route.request))
	}
	return append(attrs, slog.Int("answer_bytes", len(answer)), slog.String("answer", text))
}

// outcome says how a request ended.
func (x *exchange) outcome(status int, err error) (slog.Level, string) {
	switch {
	case err == nil:
		return slog.LevelInfo, "request served"
	case status == 0:
		return slog.LevelWarn, "request aborted"
	case x.callerLeft(err):
		return slog.LevelWarn, "caller left"
	case status < http.StatusInternalServerError:
		return slog.LevelWarn, "request refused"
	default:
		return slog.LevelError, "service failed"
	}
}

// serverErrorType names the kind of an error as [errorType] does. Of a refusal by
// the authenticator it is the error of the authenticator.
func serverErrorType(err error) string {
	if denied, ok := errors.AsType[*unauthorized](err); ok {
		return errorType(denied.err)
	}
	if refusal, ok := errors.AsType[*refused](err); ok {
		return errorType(refusal.ValidationError)
	}
	return errorType(err)
}

// failureAttrs says more of a failure: its text where that is known to hold no
// data, the place of a panic, and why a problem is not answered as it is.
func failureAttrs(err error) []slog.Attr {
	if d, ok := errors.AsType[defect](err); ok {
		return []slog.Attr{slog.String("error", d.Error())}
	}
	if p, ok := errors.AsType[*PanicError](err); ok {
		return []slog.Attr{slog.String("panic_type", fmt.Sprintf("%T", p.Value)), slog.String("stack", string(p.Stack))}
	}
	if p, ok := errors.AsType[*Problem](err); ok && p != nil && !isTold(err) {
		return []slog.Attr{slog.String("error", "the status of the problem is not from 400 to 599")}
	}
	return nil
}

// logFailure is the error handler where neither an error handler nor a logger is
// given.
func logFailure(ctx context.Context, op *Operation, err error) {
	attrs := []slog.Attr{slog.String("operation", op.String()), slog.String("error_type", fmt.Sprintf("%T", err))}
	slog.LogAttrs(ctx, slog.LevelError, "service failed", append(attrs, failureAttrs(err)...)...)
}
