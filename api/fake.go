package api

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"sync"
)

// FakeCall is a call that a generated Fake was given. It prints the request
// without the values that are sensitive, also by slog and by encoding/json, and
// where a slice, a map or the exported field of a struct holds it.
type FakeCall struct {
	Operation *Operation
	Request   any // pointer to the request, its rules settled and its defaults filled in
}

// String names the operation and shows its request.
func (c FakeCall) String() string {
	return c.Operation.String() + "(" + describe(reflect.ValueOf(c.Request)) + ")"
}

// Format writes String for every verb, since others would print what it leaves
// out.
func (c FakeCall) Format(s fmt.State, _ rune) { io.WriteString(s, c.String()) }

// MarshalText returns String, which encoding/json and slog write in place of the
// fields.
func (c FakeCall) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// RequestsOf returns the requests of one type among the calls, in order.
func RequestsOf[Req any](calls []FakeCall) []*Req {
	var requests []*Req
	for _, c := range calls {
		if req, ok := c.Request.(*Req); ok {
			requests = append(requests, req)
		}
	}
	return requests
}

// FakeRecorder keeps the calls that a generated Fake is given. The zero value is
// ready. It is safe for concurrent use.
type FakeRecorder struct {
	mu    sync.Mutex
	calls []func() FakeCall // fmt prints what is in a Fake, but not what a func returns
}

// Calls returns what was recorded so far, in order.
func (r *FakeRecorder) Calls() []FakeCall {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls := make([]FakeCall, len(r.calls))
	for i, call := range r.calls {
		calls[i] = call()
	}
	return calls
}

func (r *FakeRecorder) record(c FakeCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, func() FakeCall { return c })
}

// ServeFake records a call and answers it by f, or with the error of
// [Unimplemented] where f is nil. Req and Res are pointers, as for [Handle].
//
//go:noinline
func ServeFake[Req, Res any](
	ctx context.Context, r *FakeRecorder, op *Operation, req Req, f func(context.Context, Req) (Res, error),
) (res Res, err error) {
	r.record(FakeCall{op, req})
	if f == nil {
		return res, Unimplemented(op)
	}
	return f(ctx, req)
}
