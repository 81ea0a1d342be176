package api

import (
	"context"
	"net/http"
	"reflect"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/api/internal/drift"
	"example.com/opgen/internal/json/cursor"
)

// Package wire needs parts of this package that are not for users. Go has no friends, so there is one
// exported function, which takes a key of an internal package and returns a struct with the methods.
// Packages below this one, which print and encode, need its types Nullable and Object without
// importing it; they get them through variables of package apitype.

func init() {
	apitype.NullableType = reflect.TypeFor[nullable]()
	apitype.Held = func(n any) (any, apitype.State) { return n.(nullable).held() }
	apitype.ObjectType = reflect.TypeFor[Object]()
	apitype.Members = func(o any) map[string]any { return o.(Object) }
}

// ForWire returns what only package wire calls. Nobody else has the key, whose package is internal.
func ForWire(apitype.Key) forWire { return forWire{} }

// forWire has the methods that package wire needs and users do not, so that they are not part of
// the documentation of other types. It is never stored in an interface: then the linker drops
// each method that a program does not call.
type forWire struct{}

// Begin is [Caller.begin].
func (forWire) Begin(c *Caller, op *Operation, opts []CallOption) *Invocation {
	return c.begin(op, opts)
}

// Do is [Invocation.do].
func (forWire) Do(
	ctx context.Context, i *Invocation, req apitype.Request, shape any, decode decodeFunc,
) (Received, error) {
	return i.do(ctx, req, shape, decode)
}

// Codes is [Invocation.codes].
func (forWire) Codes(i *Invocation) map[[2]string]map[string]string { return i.codes() }

// Drifted is [Invocation.drifted].
func (forWire) Drifted(ctx context.Context, i *Invocation, drifts []Drift) { i.drifted(ctx, drifts) }

// WithCodes is [withCodes].
func (forWire) WithCodes(area, table string, codes map[string]string, tables []string) CallOption {
	return withCodes(area, table, codes, tables)
}

// Route is [newRoute].
func (forWire) Route(op *Operation, request, response any, serve decodeAndServe) Route {
	return newRoute(op, request, response, serve)
}

// Hide is [ValidationError.hide].
func (forWire) Hide(e *ValidationError, text string, body any) { e.hide(text, body) }

// Refusal is [ValidationError.refusal].
func (forWire) Refusal(e *ValidationError, request any, text string, isBroken bool) error {
	return e.refusal(request, text, isBroken)
}

// FailureOf is [newFailure].
func (forWire) FailureOf(
	status int, member string, typ any, read func(string, cursor.Limits) (any, error),
) *Failure {
	return newFailure(status, member, typ, read)
}

// KeepDrift is [Received.keepDrift].
func (forWire) KeepDrift(r *Received, t *drift.Text) { r.keepDrift(t) }

// KeptDrift is [Received.keptDrift].
func (forWire) KeptDrift(r Received) *drift.Text { return r.keptDrift() }

// NoFunc is [FakeCall.noFunc].
func (forWire) NoFunc(c FakeCall) error { return c.noFunc() }

// InProcess is [inProcessOption].
func (forWire) InProcess(h http.Handler, routes []Route) ClientOption {
	return inProcessOption(h, routes)
}
