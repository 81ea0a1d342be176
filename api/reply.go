package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"

	"example.com/opgen/api/internal/encode"
)

// How a request ends: its response is sent, or the connection is aborted; the error handler and the
// logger are called; and the memory is released. Each of these runs foreign code, such as the
// ResponseWriter, whose panic must not keep the following ones from running.

// Values of header fields, made once.
var (
	jsonType = []string{"application/json"}
	noSniff  = []string{"nosniff"}
)

// reply is the response to a request.
type reply struct {
	status      int
	contentType []string
	header      http.Header // additional fields
	body        []byte
}

// success returns the status of a success.
func (o *Operation) success() int {
	if o.Nothing && !o.Envelope.exists() {
		return http.StatusNoContent
	}
	return http.StatusOK
}

// write sends the response. It says the length, so that a client can tell a response that was cut off
// from a whole one.
func (x *exchange) write(w http.ResponseWriter, r *reply) {
	header := w.Header()
	for name, values := range r.header {
		header[http.CanonicalHeaderKey(name)] = values
	}
	header[requestIDField] = x.response.id[:]
	x.route.operation.announceTo(header)
	x.progress.set(flagBegun)
	if r.status == http.StatusNoContent {
		w.WriteHeader(r.status)
		return
	}
	x.response.length[0] = strconv.Itoa(len(r.body))
	header["Content-Type"] = r.contentType
	header["Content-Length"] = x.response.length[:]
	header["X-Content-Type-Options"] = noSniff
	if r.status != http.StatusOK {
		w.WriteHeader(r.status)
	}
	w.Write(r.body) // an error means that the caller disconnected
}

// statusFor returns err and the status of its response. It replaces an error whose
// methods panic with a [*PanicError], and a failure that cannot be sent with the reason.
func (o *Operation) statusFor(err error) (int, error) {
	if err == nil {
		return o.success(), nil
	}
	var res *reply
	var unsent error // why the failure cannot be sent
	tryMethods := func() {
		res, unsent = refusalOf(err, o.Envelope, o.Failure, nil)
		if unsent == nil {
			unsent = checkStatus(err)
		}
		errorType(err)
		failureAttrs(err)
	}
	panicked := contain(tryMethods)
	unsent = cmp.Or(unsent, panicked)
	if unsent != nil {
		return http.StatusInternalServerError, unsent
	}
	return res.status, err
}

// checkStatus returns an error if err is a problem whose status is not that of an error, and so is not
// shown to the caller.
func checkStatus(err error) error {
	p, ok := errors.AsType[*Problem](err)
	if !ok || p == nil || reachesCaller(err) {
		return nil
	}
	return &unsentProblem{p.Status, err}
}

// respond sends the response of the service, or the one for err, and calls the error
// handler and the logger. It aborts a response that was begun but cannot be completed,
// because its caller might consider it complete, and after a panic with
// [http.ErrAbortHandler].
func (x *exchange) respond(w http.ResponseWriter, err error) {
	x.progress.set(flagEnded)
	var sent reply // zero if nothing was sent
	if err == nil && !x.progress.has(flagAborted) {
		err = x.sendSuccess(w, &sent)
	}
	if err != nil && !x.progress.has(flagAborted) {
		x.reportFailure(err)
	}
	if err != nil && !x.progress.has(flagAborted) && !x.progress.has(flagBegun) {
		x.callSafely(func() { x.sendFailure(w, err, &sent) })
	}
	if log := x.route.handler.log; log != nil {
		x.callSafely(func() { log(x, sent.status, sent.body, err) })
	}
	if sent.status == 0 || x.progress.has(flagAborted) {
		panic(http.ErrAbortHandler)
	}
}

// sendSuccess sends the response of the service, which is in the memory of the exchange, and stores it
// in sent. It returns the panic of the ResponseWriter.
func (x *exchange) sendSuccess(w http.ResponseWriter, sent *reply) error {
	success := reply{status: x.route.operation.success(), contentType: jsonType, body: *x.memory}
	err := contain(func() {
		x.write(w, &success)
		*sent = success
	})
	x.noteAbort(err)
	return err
}

// sendFailure sends the response for an error, and stores it in sent.
func (x *exchange) sendFailure(w http.ResponseWriter, err error, sent *reply) {
	op := x.route.operation
	res, _ := refusalOf(err, op.Envelope, op.Failure, x.sentSiblings()) // statusFor checked it
	x.write(w, res)
	*sent = *res
}

// reportFailure calls the error handler, unless the response shows the error or nobody is there to
// get it.
func (x *exchange) reportFailure(err error) {
	failed := x.route.handler.failed
	if failed == nil {
		return
	}
	x.callSafely(func() {
		if !reachesCaller(err) && !x.callerLeft(err) {
			failed(context.WithoutCancel(&x.context), x.route.operation, err)
		}
	})
}

// callSafely calls f, and logs its panic unless it aborts the request. It ignores a panic of
// the logger, which cannot be logged.
func (x *exchange) callSafely(f func()) {
	err := contain(f)
	x.noteAbort(err)
	if err != nil && !isAbort(err) {
		contain(func() { logFailure(context.WithoutCancel(&x.context), x.route.operation, err) })
	}
}

// noteAbort marks the request as aborted if err is such a panic.
func (x *exchange) noteAbort(err error) {
	if isAbort(err) {
		x.progress.set(flagAborted)
	}
}

// end releases the memory. If the service ended its goroutine, it responds and flushes
// the response, since net/http does not.
func (x *exchange) end(w http.ResponseWriter) {
	defer x.release()
	if x.progress.has(flagEnded) {
		return
	}
	if x.http.ProtoMajor == 1 { // net/http ends the connection without announcing it
		x.callSafely(func() { w.Header().Set("Connection", "close") })
	}
	x.respond(w, &PanicError{nil, debug.Stack()})
	x.callSafely(func() { http.NewResponseController(w).Flush() })
}

// SetSiblings sets the additional envelope members of the response or failure for the
// request that ctx belongs to. Siblings is the record that the catalog names for them. A second
// call replaces the first. It returns an error for any other context, if the envelope has no
// such members, and if a value cannot be encoded as JSON.
func SetSiblings(ctx context.Context, siblings interface{ AppendJSON([]byte) []byte }) error {
	x, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return errors.New("SetSiblings: the context does not belong to a request under way")
	}
	text := siblings.AppendJSON(nil)
	if encode.IsMarked(text) {
		return errors.New("SetSiblings: a value cannot be held by JSON")
	}
	form := x.route.operation.Envelope
	for key := range keysOf(text) {
		if !form.exists() || !slices.Contains(form.Siblings, key) {
			return errors.New("SetSiblings: the catalog names no such member of the envelope")
		}
	}
	x.response.siblings.Store(&text)
	return nil
}

// sentSiblings returns the JSON from SetSiblings, nil if it was not called.
func (x *exchange) sentSiblings() []byte {
	if text := x.response.siblings.Load(); text != nil {
		return *text
	}
	return nil
}
