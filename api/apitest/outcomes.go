package apitest

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"

	"example.com/opgen/api"
)

// Tests of responses. An outcome is tested twice: its body is sent to a client, which must return the
// response or the error, and its response or failure is returned by the service, for which a server
// must send the body.

// Outcome is a whole response of an operation, a success or a failure, in its envelope. Its
// values are test data.
type Outcome[Res any] struct {
	Name     string
	Status   int      // 0 means 200
	Body     string   // JSON text, including the envelope; "" without content
	Response *Res     // of a success, nil for a failure
	Siblings Siblings // additional envelope members, nil for none
	Failure  Failure  // of the type in the catalog, nil for none
	Says     []string // messages with which the service fails
	Messages []string // messages that the client receives; nil means those of Says
	Received bool     // only a client receives the body; a server sends another form
}

// Siblings is a pointer to the record of additional envelope members.
type Siblings interface{ AppendJSON([]byte) []byte }

// Failure is a failure with a type, see [Failed]. The type is only known to a generic function, so a
// failure knows how to be returned by a service and to be found in an error.
type Failure interface {
	asError(status int, messages []string) error
	checkError(t testing.TB, op *api.Operation, err error)
}

// Failed returns the failure that value points to, for the field Failure of an [Outcome].
func Failed[T any](value *T) Failure { return failed[T]{value} }

type failed[T any] struct{ value *T }

// asError returns the error by which a service fails.
func (f failed[T]) asError(status int, messages []string) error {
	return api.FailWith(status, f.value, messages...)
}

// checkError tests that the error of a call has the failure. If the members of an open failure are
// next to those of the envelope, it has the latter as additional keys.
func (f failed[T]) checkError(t testing.TB, op *api.Operation, err error) {
	t.Helper()
	failure, ok := api.FailureOf[T](err)
	if !ok {
		t.Errorf("client: the error holds no %T", *f.value)
		return
	}
	got := *failure
	further := reflect.ValueOf(&got).Elem().FieldByName("Extra")
	isFlat := op.Envelope != nil && op.Failure.Member == ""
	if isFlat && further.IsValid() {
		rest := withoutEnvelope(further.Interface().(api.Object), op.Envelope)
		further.Set(reflect.ValueOf(rest))
	}
	Equal(t, &got, f.value)
}

// withoutEnvelope returns additional members without those of an envelope, nil if none is left.
func withoutEnvelope(members api.Object, e *api.Envelope) api.Object {
	names := slices.Concat([]string{e.Success, e.Violations}, e.Messages, e.Siblings)
	rest := maps.Clone(members)
	maps.DeleteFunc(rest, func(key string, _ any) bool { return slices.Contains(names, key) })
	if len(rest) == 0 {
		return nil
	}
	return rest
}

// TryOutcomes tests each outcome in a subtest. A client that receives the body must return the
// response, or an error with the messages and the failure, and in both cases the siblings. A
// server whose service returns the outcome must send the body and the status.
func TryOutcomes[Req, Res any](
	t *testing.T, op *api.Operation, r *Recorder,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error),
	request *Req, outcomes []Outcome[Res],
) {
	t.Helper()
	for _, o := range outcomes {
		t.Run(op.Name+"/"+o.Name, func(t *testing.T) {
			t.Helper()
			callOnce := func() (*Res, error) { return call(t.Context(), request, noRetry) }
			o.try(t, op, r, callOnce)
		})
	}
}

// try tests the outcome, at a client and then at a server.
func (o Outcome[Res]) try(
	t testing.TB, op *api.Operation, r *Recorder, callOnce func() (*Res, error),
) {
	t.Helper()
	forget := func() { r.outcome = served{} }
	defer forget()
	o.Status = max(o.Status, http.StatusOK)
	r.outcome = served{reply: o.Body, status: o.Status}
	res, err := callOnce()
	o.received(t, op, res, err)
	if o.Received {
		return
	}
	r.response = o.Response
	r.outcome = served{failure: o.failure(op), siblings: o.Siblings}
	_, err = callOnce()
	sent := r.outcome.sent
	switch {
	case sent.Code != o.Status:
		t.Errorf("server: the status is %d, and should be %d: %v", sent.Code, o.Status, err)
	case sent.Body.String() != o.Body && !sameJSON(t, sent.Body.Bytes(), []byte(o.Body)):
		t.Error(differ("server: the response", sent.Body.String(), o.Body))
	}
}

// noRetry makes a client accept the first response, whatever its status is.
var noRetry = api.WithRetry(api.RetryPolicy{MaxAttempts: 1})

// failure returns the error of the service, nil for a success. A failure without a type is a problem;
// in an envelope with a status of its own, the problem may have any.
func (o Outcome[Res]) failure(op *api.Operation) error {
	switch {
	case o.Response != nil:
		return nil
	case o.Failure != nil:
		return o.Failure.asError(o.Status, o.Says)
	default:
		p := &api.Problem{Status: http.StatusConflict}
		if o.Status >= 400 && (op.Envelope == nil || o.Status != op.Envelope.FailureStatus) {
			p.Status = o.Status
		}
		if len(o.Says) > 0 {
			p.Detail = o.Says[0]
		}
		return p
	}
}

// received tests the result of a client that received the body.
func (o Outcome[Res]) received(t testing.TB, op *api.Operation, res *Res, err error) {
	t.Helper()
	var siblings func(any) error // decodes the additional members
	if o.Response != nil {
		siblings = o.receivedSuccess(t, res, err)
	} else {
		siblings = o.receivedFailure(t, op, err)
	}
	if o.Siblings == nil {
		return
	}
	got := reflect.New(reflect.TypeOf(o.Siblings).Elem())
	if err := siblings(got.Interface()); err != nil {
		t.Fatalf("client: the siblings: %v", err)
	}
	Equal(t, got.Interface(), o.Siblings)
}

// receivedSuccess tests a response, and returns its method Siblings.
func (o Outcome[Res]) receivedSuccess(t testing.TB, res *Res, err error) func(any) error {
	t.Helper()
	if err != nil {
		t.Fatalf("client: %v", err)
	}
	received := reflect.ValueOf(res).Elem().FieldByName("Received")
	want := *o.Response
	reflect.ValueOf(&want).Elem().FieldByName("Received").Set(received) // which the service does not set
	Equal(t, res, &want)
	return received.Interface().(api.Received).Siblings
}

// receivedFailure tests an error, and returns its method Siblings.
func (o Outcome[Res]) receivedFailure(t testing.TB, op *api.Operation, err error) func(any) error {
	t.Helper()
	e, ok := errors.AsType[*api.Error](err)
	if !ok {
		t.Fatalf("client: the error is a %T, and should be an api.Error: %v", err, err)
	}
	if e.Status != o.Status {
		t.Errorf("client: the status is %d, and should be %d", e.Status, o.Status)
	}
	want := o.Messages
	if want == nil {
		want = o.Says
	}
	if !slices.Equal(e.Messages, want) {
		t.Errorf("client: the messages are %q, and should be %q", e.Messages, want)
	}
	if o.Failure != nil {
		o.Failure.checkError(t, op, err)
	}
	return e.Siblings
}

// served is a response for clients, or the failure or siblings that a service sets, and the
// response that was sent.
type served struct {
	reply    string // JSON text
	status   int    // of the reply, 0 if there is none
	failure  error
	siblings Siblings
	sent     *httptest.ResponseRecorder
}

// setSiblings is the middleware that sets siblings.
func (r *Recorder) setSiblings(next api.ServeFunc) api.ServeFunc {
	return func(ctx context.Context, req *api.ServerRequest) error {
		if s := r.outcome.siblings; s != nil {
			if err := api.SetSiblings(ctx, s); err != nil {
				return err
			}
		}
		return next(ctx, req)
	}
}
