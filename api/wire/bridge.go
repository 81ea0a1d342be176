package wire

import (
	"context"
	"net/http"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/bridge"
	"example.com/opgen/api/internal/drift"
)

// The functions of package api that generated code needs and users do not, with the types
// that they have in bridge.go of that package.
var (
	withCodes = bridge.Get[func(area, table string, codes map[string]string, tables []string) api.CallOption](&bridge.WithCodes)

	newRoute   = bridge.Get[func(op *api.Operation, request, response any, serve serveFunc) api.Route](&bridge.Route)
	refuse     = bridge.Get[func(e *api.ValidationError, request any, broken bool) error](&bridge.Refusal)
	noFunc     = bridge.Get[func(api.FakeCall) error](&bridge.NoFunc)
	newFailure = bridge.Get[func(int, string, any, func(string, api.Limits) (any, error)) *api.Failure](&bridge.FailureOf)

	keepDrift = bridge.Get[func(*api.Received, *drift.Text)](&bridge.Keep)
	driftOf   = bridge.Get[func(api.Received) *drift.Text](&bridge.Kept)
)

// The types of those that are not set before there is a caller or a handler.
type (
	beginFunc     = func(*api.Caller, *api.Operation, []api.CallOption) *api.Invocation
	doFunc        = func(*api.Invocation, context.Context, request, any, decodeFunc) (api.Received, error)
	codesFunc     = func(*api.Invocation) map[[2]string]map[string]string
	driftedFunc   = func(*api.Invocation, context.Context, []api.Drift)
	inProcessFunc = func(http.Handler, []api.Route) api.ClientOption
)

// request is what [Request] is, without a name.
type request = interface {
	AppendJSON(b []byte) []byte
	Validate() error
}

// decodeFunc reads the text of a response.
type decodeFunc = func(received *api.Received, text string, limits api.Limits) error

// serveFunc reads a request from text, serves it, and appends the response to b.
type serveFunc = func(ctx context.Context, text string, limits api.Limits, unknown bool, b []byte) ([]byte, error)
