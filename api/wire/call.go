package wire

import (
	"context"
	"net/http"
	"reflect"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/bridge"
	"example.com/opgen/api/internal/lenient"
	"example.com/opgen/internal/json/cursor"
)

// Request is implemented by pointers to generated requests.
type Request = bridge.Request

// Begin starts a call of an operation. [Do] or [DoRaw] then makes the call.
func Begin(c *api.Caller, op *api.Operation, opts []api.CallOption) *api.Invocation {
	return bridge.Get[beginFunc](&bridge.Begin)(c, op, opts)
}

// Do sends a request and reads the response with decode. It returns a
// [*api.ValidationError] if the request breaks a rule, so that nothing was sent; an
// [*api.Error] if the response is not a success or cannot be read; or the error of the
// transport or the context. If the service found that the request breaks a rule, the
// [*api.Error] wraps a [*api.ValidationError]. Do retries as [api.RetryPolicy] says. A nil
// request is an empty one. Res is a pointer, as for [Handle].
func Do[Res any](ctx context.Context, call *api.Invocation, req Request, decode func(*Decoder) Res) (Res, error) {
	var res, none Res
	read := func(received *api.Received, text string, limits cursor.Limits) error {
		d := borrow()
		defer d.giveBack()
		d.prepareResponse(text, limits)
		d.received = received
		d.drifting = call.Operation.Lenient
		d.c.Mend = d.drifting
		res = decode(d)
		if err := d.Finish(); err == nil || !d.drifting || d.c.Broken {
			return err
		}
		keepDrift(received, d.driftText())
		bridge.Get[driftedFunc](&bridge.Drifted)(call, ctx, d.driftsOf(reflect.TypeFor[Res]()))
		return nil
	}
	if _, err := bridge.Get[doFunc](&bridge.Do)(call, ctx, req, none, read); err != nil {
		return none, err
	}
	return res, nil
}

// DoRaw is Do for a response whose shape the specification does not show. It accepts any
// JSON value, or no body, for which Raw is nil.
func DoRaw(ctx context.Context, call *api.Invocation, req Request) (*api.RawResponse, error) {
	received, err := bridge.Get[doFunc](&bridge.Do)(call, ctx, req, nil, nil)
	if err != nil {
		return nil, err
	}
	return &api.RawResponse{Raw: received.Raw(), Received: received}, nil
}

// The functions of package api that only generated code needs. Their types are those in
// bridge.go of that package.
var (
	withCodes = bridge.Get[func(area, table string, codes map[string]string, tables []string) api.CallOption](&bridge.WithCodes)

	newRoute   = bridge.Get[func(op *api.Operation, request, response any, serve serveFunc) api.Route](&bridge.Route)
	refuse     = bridge.Get[func(e *api.ValidationError, request any, broken bool) error](&bridge.Refusal)
	noFunc     = bridge.Get[func(api.FakeCall) error](&bridge.NoFunc)
	newFailure = bridge.Get[func(int, string, any, func(string, cursor.Limits) (any, error)) *api.Failure](&bridge.FailureOf)

	keepDrift = bridge.Get[func(*api.Received, *lenient.Text)](&bridge.KeepDrift)
	driftOf   = bridge.Get[func(api.Received) *lenient.Text](&bridge.KeptDrift)
)

// The types of functions that are set by the first caller or handler.
type (
	beginFunc     = func(*api.Caller, *api.Operation, []api.CallOption) *api.Invocation
	doFunc        = func(*api.Invocation, context.Context, Request, any, decodeFunc) (api.Received, error)
	codesFunc     = func(*api.Invocation) map[[2]string]map[string]string
	driftedFunc   = func(*api.Invocation, context.Context, []api.Drift)
	inProcessFunc = func(http.Handler, []api.Route) api.ClientOption
)

// decodeFunc reads the text of a response.
type decodeFunc = func(received *api.Received, text string, limits cursor.Limits) error

// serveFunc reads a request from text, serves it, and appends the response to b.
type serveFunc = func(ctx context.Context, text string, limits cursor.Limits, unknown bool, b []byte) ([]byte, error)
