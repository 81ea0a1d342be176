package api

import (
	"fmt"
	"net/http"
	"runtime/debug"
)

// defect is the error of a faulty service. Its text holds no data.
type defect string

func (d defect) Error() string { return string(d) }

// PanicError is a panic of a service, of an option, of a method of an error, or of
// the [http.ResponseWriter].
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
	ended := false
	defer recoverPanic(&ended, &err)
	f()
	ended = true
	return nil
}

// recoverPanic sets the error of a deferring function that did not end.
func recoverPanic(ended *bool, err *error) {
	if !*ended {
		*err = &PanicError{recover(), debug.Stack()}
	}
}

// isAbort reports whether err is the panic by which net/http aborts the response.
func isAbort(err error) bool {
	p, ok := err.(*PanicError)
	return ok && p.Value == any(http.ErrAbortHandler)
}
