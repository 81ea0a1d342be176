package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// What is logged of an error: its type, and its text only if the runtime wrote it, since others may
// contain personal data. The type says most where it is that of the innermost error, so wrappers that
// only add words are passed over: the error
//
//	fmt.Errorf("reading %s: %w", name, &fs.PathError{...})
//
// is logged as error_type=*fs.PathError.

// errorType returns the type of an error, for a refusal that of its reason. Its text may
// contain anything.
func errorType(err error) string {
	if refusal, ok := errors.AsType[*refused](err); ok {
		err = refusal.reason
	}
	e, isResponse := errors.AsType[*Error](err)
	switch {
	case errors.Is(err, context.Canceled):
		return "context.Canceled"
	case errors.Is(err, context.DeadlineExceeded):
		return "context.DeadlineExceeded"
	case isResponse:
		return fmt.Sprintf("%T", e)
	}
	for {
		name := fmt.Sprintf("%T", err)
		inner := errors.Unwrap(err)
		switch {
		case inner != nil && isWrapper(name):
			err = inner
		case err == io.EOF:
			return "io.EOF"
		case err == io.ErrUnexpectedEOF:
			return "io.ErrUnexpectedEOF"
		default:
			return name
		}
	}
}

// isWrapper reports whether errors of a type only add words to others.
func isWrapper(name string) bool {
	switch name {
	case "*url.Error", "*api.quoting", "*api.unsentProblem":
		return true
	default:
		return strings.HasPrefix(name, "*fmt.")
	}
}

// failureAttrs returns details of a failure: its text if that cannot hold data, the
// place of a panic, and why a problem is not the response.
func failureAttrs(err error) []slog.Attr {
	if d, ok := errors.AsType[defect](err); ok {
		return []slog.Attr{slog.String("error", d.Error())}
	}
	if p, ok := errors.AsType[*PanicError](err); ok {
		return []slog.Attr{
			slog.String("panic_type", fmt.Sprintf("%T", p.Value)),
			slog.String("stack", string(p.Stack)),
		}
	}
	if p, ok := errors.AsType[*unsentProblem](err); ok {
		return []slog.Attr{slog.String("error", p.Error())}
	}
	return nil
}

// logFailure is the error handler if neither an error handler nor a logger is given.
func logFailure(ctx context.Context, op *Operation, err error) {
	attrs := []slog.Attr{
		slog.String("operation", op.String()),
		slog.String("error_type", errorType(err)),
	}
	attrs = append(attrs, failureAttrs(err)...)
	slog.LogAttrs(ctx, slog.LevelError, "service failed", attrs...)
}
