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

// Outcome is a whole response of an operation, a success or a failure, in its envelope. Its
// values are test data.
type Outcome[Res any] struct {
	Name     string
	Status   int      // 0 means 200
	Body     string   // JSON text, including the envelope
	Response *Res     // of a success, nil for a failure
	Siblings Siblings // additional envelope members, nil for none
	Failure  Failure  // of the type in the catalog, nil for none
	Says     []string // messages with which the service fails
	Messages []string // messages that the client receives; nil means those of Says
	Received bool     // only a client receives the body; a server sends another form
}

// Siblings is a pointer to the record of additional envelope members.
type Siblings interface{ AppendJSON([]byte) []byte }

// Failure is a failure with a type, see [Failed].
type Failure interface {
	asError(status int, messages []string) error
	checkError(t testing.TB, op *api.Operation, err error)
}

// Failed returns the failure that value points to.
func Failed[T any](value *T) Failure { return failed[T]{value} }

type failed[T any] struct{ value *T }

func (f failed[T]) asError(status int, messages []string) error {
	return api.FailWith(status, f.value, messages...)
}

// checkError tests that the error of a call has the failure. If the members of an open failure are
// next to those of the envelope, it has the latter as additional keys.
func (f failed[T]) checkError(t testing.TB, op *api.Operation, err error) {
	t.Helper()
	found, ok := api.FailureOf[T](err)
	if !ok {
		t.Errorf("client: the error holds no %T", *f.value)
		return
	}
	got := *found
	if further := reflect.ValueOf(&got).Elem().FieldByName("Extra"); further.IsValid() && op.Envelope != nil && op.Failure.Member == "" {
		rest := maps.Clone(further.Interface().(api.Object))
		maps.DeleteFunc(rest, func(key string, _ any) bool {
			e := op.Envelope
			return key == e.Success || key == e.Violations || slices.Contains(e.Messages, key) || slices.Contains(e.Siblings, key)
		})
		if len(rest) == 0 {
			rest = nil
		}
		further.Set(reflect.ValueOf(rest))
	}
	Equal(t, &got, f.value)
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
			o.try(t, op, r, func(opts ...api.CallOption) (*Res, error) { return call(t.Context(), request, opts...) })
		})
	}
}

func (o Outcome[Res]) try(
	t testing.TB, op *api.Operation, r *Recorder, call func(...api.CallOption) (*Res, error),
) {
	t.Helper()
	forget := func() { r.outcome = served{} }
	defer forget()
	o.Status = max(o.Status, http.StatusOK)
	r.outcome = served{reply: o.Body, status: o.Status}
	res, err := call(noRetry)
	o.received(t, op, res, err)
	if o.Received {
		return
	}
	r.response, r.outcome = o.Response, served{failure: o.failure(op), siblings: o.Siblings}
	_, err = call(noRetry)
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

// failure is the error of the service, nil for a success.
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
	var siblings func(any) error
	if o.Response != nil {
		if err != nil {
			t.Fatalf("client: %v", err)
		}
		want := *o.Response
		received := reflect.ValueOf(res).Elem().FieldByName("Received")
		reflect.ValueOf(&want).Elem().FieldByName("Received").Set(received) // which the service does not set
		Equal(t, res, &want)
		siblings = received.Interface().(api.Received).Siblings
	} else {
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
		siblings = e.Siblings
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

// served is a response for clients, or the failure or siblings that a service sets, and the
// response that was sent.
type served struct {
	reply    string // JSON text
	status   int    // of the reply
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
