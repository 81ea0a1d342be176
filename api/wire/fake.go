package wire

import (
	"context"
	"slices"
	"sync"

	"example.com/opgen/api"
)

// FakeRecorder records the calls of a generated Fake. The zero value is ready to use. It is
// safe for concurrent use.
type FakeRecorder struct {
	mu    sync.Mutex
	calls []func() api.FakeCall // funcs, because fmt would print the fields of a Fake
}

// Calls returns what was recorded so far, in the order in which the calls began. The requests are not
// copied: a service that changes its request changes what was recorded.
func (r *FakeRecorder) Calls() []api.FakeCall {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls := make([]api.FakeCall, len(r.calls))
	for i, call := range r.calls {
		calls[i] = call()
	}
	return calls
}

// ServeFake records a call and serves it with f. If f is nil, it returns an error with
// status 501 that says which func to set. Req and Res are pointers, as for [Handle].
//
//go:noinline
func ServeFake[Req, Res any](
	ctx context.Context, r *FakeRecorder, op *api.Operation, req Req, f func(context.Context, Req) (Res, error),
) (res Res, err error) {
	call := api.FakeCall{Operation: op, Request: req}
	r.mu.Lock()
	r.calls = append(r.calls, func() api.FakeCall { return call })
	r.mu.Unlock()
	if f == nil {
		return res, forWire.NoFunc(call)
	}
	return f(ctx, req)
}

// NewFakeCaller returns a caller for tests, whose calls are served by the routes in this
// process. Calls use the codec and the validators of both sides but no socket, so they work
// in a bubble of testing/synctest, where waiting takes no time. The server does
// not authenticate callers, skips unknown fields, and does not use the envelope that
// [api.WithEnvelope] expects. The transport of [api.WithHTTPClient] is not used, so no call
// leaves the process.
func NewFakeCaller(routes []api.Route, opts ...api.ClientOption) (*api.Caller, error) {
	h, err := api.NewHandler(routes, api.WithServerAnonymous(), api.WithServerUnknownFields())
	if err != nil {
		return nil, err
	}
	return api.NewCaller("http://fake.invalid", append(slices.Clone(opts), forWire.InProcess(h, routes))...)
}
