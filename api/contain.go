package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime/debug"
)

// contain calls f, which runs foreign code: a service, a middleware, an option, a method
// of an error, a response writer. It returns a panic as a [*PanicError]. It does not stop
// runtime.Goexit.
func contain(f func()) (err error) {
	ended := false
	defer func() {
		if !ended {
			err = &PanicError{recover(), debug.Stack()}
		}
	}()
	f()
	ended = true
	return nil
}

// isAbort reports whether err is the panic by which net/http aborts the response.
func isAbort(err error) bool {
	p, ok := err.(*PanicError)
	return ok && p.Value == any(http.ErrAbortHandler)
}

// statusFor returns err and the status of its response. It replaces an error whose
// methods panic with a [*PanicError], and a failure that cannot be sent with the reason.
func (o *Operation) statusFor(err error) (int, error) {
	if err == nil {
		return o.success(), nil
	}
	var res *reply
	var wrong error // if the failure cannot be sent
	panicked := contain(func() {
		res, wrong = refusalOf(err, o.Envelope, o.Failure, nil)
		if p, ok := errors.AsType[*Problem](err); wrong == nil && ok && p != nil && !reachesCaller(err) {
			wrong = &unsentProblem{p.Status, err}
		}
		errorType(err)
		failureAttrs(err)
	})
	if wrong = cmp.Or(wrong, panicked); wrong != nil {
		return http.StatusInternalServerError, wrong
	}
	return res.status, err
}

// respond sends the response of the service, or the one for err, and calls the error
// handler and the logger. It aborts a response that was begun but cannot be completed,
// because its caller might consider it complete, and after a panic with
// [http.ErrAbortHandler].
func (x *exchange) respond(w http.ResponseWriter, err error) {
	x.set(ended)
	op, status, body := x.route.operation, 0, []byte(nil)
	write := func(r *reply) {
		x.write(w, r)
		status, body = r.status, r.body
	}
	if err == nil && !x.has(aborted) {
		err = contain(func() { write(&reply{status: op.success(), contentType: jsonType, body: *x.buffer}) })
		x.noteAbort(err)
	}
	if failed := x.route.handler.failed; err != nil && failed != nil && !x.has(aborted) {
		x.callSafely(func() {
			if !reachesCaller(err) && !x.callerLeft(err) {
				failed(context.WithoutCancel(x), op, err)
			}
		})
	}
	if err != nil && !x.has(aborted) && !x.has(begun) {
		x.callSafely(func() {
			res, _ := refusalOf(err, op.Envelope, op.Failure, x.sentSiblings()) // statusFor checked it
			write(res)
		})
	}
	if x.route.handler.log != nil {
		x.callSafely(func() { x.route.handler.log(x, status, body, err) })
	}
	if status == 0 || x.has(aborted) {
		panic(http.ErrAbortHandler)
	}
}

// callSafely calls f, and logs its panic unless it aborts the request. It ignores a panic of
// the logger.
func (x *exchange) callSafely(f func()) {
	err := contain(f)
	if x.noteAbort(err); err != nil && !isAbort(err) {
		contain(func() { logFailure(context.WithoutCancel(x), x.route.operation, err) })
	}
}

// noteAbort marks the request as aborted if err is such a panic.
func (x *exchange) noteAbort(err error) {
	if isAbort(err) {
		x.set(aborted)
	}
}

// end releases the memory. If the service ended its goroutine, it responds and flushes
// the response, since net/http does not.
func (x *exchange) end(w http.ResponseWriter) {
	defer x.release()
	if !x.has(ended) {
		if x.http.ProtoMajor == 1 { // net/http ends the connection without announcing it
			x.callSafely(func() { w.Header().Set("Connection", "close") })
		}
		x.respond(w, &PanicError{nil, debug.Stack()})
		x.callSafely(func() { http.NewResponseController(w).Flush() })
	}
}
