package hiding

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Recorder is what the service of a generated test keeps: its calls, and the function that
// responds to the next one.
type Recorder struct {
	watch    *Watch
	calls    calls
	ctx      context.Context
	op       *api.Operation
	serve    any // a func(context.Context, *Req) (*Res, error), of the operation
	requests any // a []Secret[Req] for the next TryOutcomes
}

// calls is what a generated Fake is.
type calls struct{ recorder wire.FakeRecorder }

func (c *calls) Calls() []api.FakeCall { return c.recorder.Calls() }

// Serve watches routes and returns a caller.
func Serve(t testing.TB, r *Recorder, routes []api.Route) *api.Caller {
	r.watch = NewWatch(t, routes, &r.calls, api.WithServerMiddleware(func(next api.ServeFunc) api.ServeFunc {
		return func(ctx context.Context, req *api.ServerRequest) error {
			r.ctx = ctx
			return next(ctx, req)
		}
	}))
	return r.watch.Caller()
}

// Record responds to a request.
func Record[Res, Req any](r *Recorder, request *Req) (*Res, error) {
	return wire.ServeFake(r.ctx, &r.calls.recorder, r.op, request, *r.serve.(*func(context.Context, *Req) (*Res, error)))
}

// Places is the name of a vector whose values hold canaries: JSON pointers to them, and to
// where else something sensitive may stand.
type Places struct {
	Of              string // what they are in, as names differ
	Planted, Others []string
}

func secret[T any](value *T, name string) (s Secret[T], ok bool) {
	var p Places
	if json.Unmarshal([]byte(name), &p) != nil {
		return s, false
	}
	return Planted(value, p.Planted...).Beside(p.Others...), true
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
	var requests []Secret[Req]
	for _, v := range vectors {
		s, ok := secret(v.Sent, v.Name)
		if !ok {
			t.Fatalf("the vector %q has no places", v.Name)
		}
		requests = append(requests, s)
	}
	r.requests = requests
}

// Outcome is a whole response, which is in package apitest, too.
type Outcome[Res any] struct {
	Name           string // see Places; any other is that of a response with canaries beside it or in a failure
	Status         int
	Body           string
	Response       *Res
	Siblings       interface{ AppendJSON([]byte) []byte }
	Failure        Failure
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
	serve := new(func(context.Context, *Req) (*Res, error))
	r.op, r.serve = op, serve
	requests, _ := r.requests.([]Secret[Req])
	r.requests = nil
	var others []Outcome[Res]
	for _, o := range outcomes {
		answer, ok := secret(o.Response, o.Name)
		if !ok {
			others = append(others, o)
			continue
		}
		for _, request := range requests {
			Hide(t, r.watch, op, call, serve, request, answer)
		}
	}
	HideOutcomes(t, r.watch, op, call, serve, request, others)
}

// Failure is a failure with a type, see [Failed].
type Failure interface {
	fails(status int, messages []string) error
	found(err error) any // a pointer to the failure that the error of a call holds, nil for none
}

// Failed is the failure that a pointer points at.
func Failed[T any](value *T) Failure { return failed[T]{value} }

type failed[T any] struct{ of *T }

func (f failed[T]) fails(status int, messages []string) error {
	return api.FailWith(status, f.of, messages...)
}

func (f failed[T]) found(err error) any {
	if found, ok := api.FailureOf[T](err); ok {
		return found
	}
	return nil
}

// once lets a client take the first response, whatever its status is.
var once = api.WithRetry(api.RetryPolicy{MaxAttempts: 1})

// failure is the error of the service, nil for a success.
func (o Outcome[Res]) failure() error {
	status := cmp.Or(o.Status, http.StatusOK)
	switch {
	case o.Response != nil:
		return nil
	case o.Failure != nil:
		return o.Failure.fails(status, o.Says)
	default:
		p := &api.Problem{Status: http.StatusConflict}
		if len(o.Says) > 0 {
			p.Detail = o.Says[0]
		}
		return p
	}
}

// receivedOf is what came with a response.
func receivedOf(res any) api.Received {
	return reflect.ValueOf(res).Elem().FieldByName("Received").Interface().(api.Received)
}
