package hiding

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// Places is encoded as JSON in the name of a vector with canaries.
type Places struct {
	Of       string   // the request or response, so that names differ
	Canaries int      // number in the JSON of the value
	At       []string // JSON pointers to sensitive values
}

// secret is a request or a response with canaries as its sensitive values.
type secret struct {
	value any // a pointer to a generated struct
	Places
}

// secretOf returns a request or a response, and false if its vector has no places.
func secretOf(value any, name string) (secret, bool) {
	s := secret{value: value}
	err := json.Unmarshal([]byte(name), &s.Places)
	return s, err == nil
}

// Vector is a request with canaries.
type Vector[Req any] struct {
	Name    string // see Places
	Sent    *Req
	Refused []string
}

// TryVectors keeps the requests for TryOutcomes.
func TryVectors[Req, Res any](
	t *testing.T, _ *api.Operation, r *Recorder,
	_ func(context.Context, *Req, ...api.CallOption) (*Res, error), vectors []Vector[Req],
) {
	t.Helper()
	r.requests = nil
	for _, v := range vectors {
		s, ok := secretOf(v.Sent, v.Name)
		if !ok {
			t.Fatalf("the vector %q has no places", v.Name)
		}
		r.requests = append(r.requests, s)
	}
}

// Outcome is a whole response, as in package apitest.
type Outcome[Res any] struct {
	Name           string // see Places; any other name if the canaries are in siblings or in a failure
	Status         int
	Body           string
	Response       *Res
	Siblings       interface{ AppendJSON([]byte) []byte }
	Failure        *Failure
	Says, Messages []string
	Received       bool
}

// TryOutcomes tries the requests that TryVectors kept with the response that has places, and
// the other responses with a small request.
func TryOutcomes[Req, Res any](
	t *testing.T, op *api.Operation, r *Recorder,
	call func(context.Context, *Req, ...api.CallOption) (*Res, error),
	request *Req, outcomes []Outcome[Res],
) {
	t.Helper()
	r.op = op
	r.send = func(ctx context.Context, opts ...api.CallOption) (any, error) {
		return call(ctx, r.request.value.(*Req), opts...)
	}
	run := func(name string, request, response secret, test func(context.Context)) {
		t.Helper()
		t.Run(name, func(t *testing.T) {
			t.Helper()
			r.request, r.response, r.faults = request, response, nil
			test(t.Context())
			for _, fault := range r.faults {
				t.Error(strings.ToValidUTF8(fault, "?"))
			}
		})
	}
	for _, o := range outcomes {
		response, ok := secretOf(o.Response, o.Name)
		if !ok {
			run(op.Name+"/"+o.Name, secret{value: request}, secret{}, func(ctx context.Context) { o.test(ctx, r) })
			continue
		}
		for _, request := range r.requests {
			run(op.Name, request, response, r.run)
		}
	}
	r.requests = nil
}

// Failure is a failure with a type.
type Failure struct {
	fails     func(status int, messages []string) error
	failureIn func(err error) any // returns a pointer to the failure in the error of a call, nil for none
}

// Failed returns the failure that value points to.
func Failed[T any](value *T) *Failure {
	found := func(err error) any {
		if found, ok := api.FailureOf[T](err); ok {
			return found
		}
		return nil
	}
	return &Failure{func(status int, messages []string) error { return api.FailWith(status, value, messages...) }, found}
}

// noRetry makes a client accept the first response, whatever its status is.
var noRetry = api.WithRetry(api.RetryPolicy{MaxAttempts: 1})

// failure is the error of the service, nil for a success.
func (o Outcome[Res]) failure() error {
	status := cmp.Or(o.Status, http.StatusOK)
	switch {
	case o.Response != nil:
		return nil
	case o.Failure != nil:
		return o.Failure.fails(status, o.Says)
	default:
		return &api.Problem{Status: http.StatusConflict, Detail: strings.Join(o.Says, " ")}
	}
}
