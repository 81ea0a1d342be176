package api

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// Handlers call code of others: services, middlewares, options, methods of errors. A panic in it
// becomes an error, so that it is logged, counted and answered like any other failure, and does not
// print what it was called with.

// defect is the error of a faulty service. Its text holds no data, so it is logged.
type defect string

// Error returns the text.
func (d defect) Error() string { return string(d) }

// PanicError is a panic of a service, of an option, of a method of an error, or of
// the [http.ResponseWriter]. Functions in [WithServerErrorHandler] and [WithServerMiddleware] get
// it; [Each] yields it as the error of an item. Its text and its JSON name only the type of the
// value.
type PanicError struct {
	Value any    // the argument of panic; nil for [runtime.Goexit]; it may contain personal data
	Stack []byte // of the panic, by [debug.Stack]
}

// Format writes e.Error() for every verb, since others would print the value.
func (e PanicError) Format(s fmt.State, verb rune) {
	formatError(s, verb, "api.PanicError", e.Error())
}

// MarshalText returns e.Error(), so that encoding/json and slog do not write the value.
func (e PanicError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// Error names the type of the value, not the value.
func (e *PanicError) Error() string {
	if e.Value == nil {
		return "the service ended its goroutine"
	}
	return fmt.Sprintf("the service panicked with a %T", e.Value)
}

// contain calls f, which runs foreign code: a service, a middleware, an option, a method
// of an error, a response writer. It returns a panic as a [*PanicError]. It does not stop
// runtime.Goexit.
func contain(f func()) (err error) {
	hasReturned := false
	defer recoverPanic(&hasReturned, &err)
	f()
	hasReturned = true
	return nil
}

// recoverPanic sets the error of a deferring function whose call did not return. A nil result of
// recover would not do: it is nil after runtime.Goexit too.
func recoverPanic(hasReturned *bool, err *error) {
	if !*hasReturned {
		*err = &PanicError{recover(), debug.Stack()}
	}
}

// isAbort reports whether err is the panic by which net/http aborts the response.
func isAbort(err error) bool {
	p, ok := err.(*PanicError)
	return ok && p.Value == any(http.ErrAbortHandler)
}
