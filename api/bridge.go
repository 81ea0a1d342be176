package api

import (
	"reflect"
	"sync"

	"example.com/opgen/api/internal/bridge"
)

// The functions that package wire calls and users do not. Package bridge passes them on,
// since exported methods would be listed in the documentation. call.go of package wire
// repeats their types.
func init() {
	bridge.Set(&bridge.WithCodes, withCodes)
	bridge.Set(&bridge.Route, newRoute)
	bridge.Set(&bridge.Refusal, (*ValidationError).refusal)
	bridge.Set(&bridge.NoFunc, FakeCall.noFunc)
	bridge.Set(&bridge.FailureOf, newFailure)
	bridge.Set(&bridge.KeepDrift, (*Received).keepDrift)
	bridge.Set(&bridge.KeptDrift, Received.keptDrift)

	bridge.NullableType = reflect.TypeFor[nullable]()
	bridge.Held = func(n any) (any, bridge.State) { return n.(nullable).held() }
	bridge.ObjectType = reflect.TypeFor[Object]()
	bridge.Members = func(o any) map[string]any { return o.(Object) }
}

var bridgedCalls, bridgedHandlers sync.Once

// bridgeCalls is not part of init, so that the linker drops its functions from programs
// without a client.
func bridgeCalls() {
	bridgedCalls.Do(func() {
		bridge.Set(&bridge.Begin, (*Caller).begin)
		bridge.Set(&bridge.Do, (*Invocation).do)
		bridge.Set(&bridge.Codes, (*Invocation).codes)
		bridge.Set(&bridge.Drifted, (*Invocation).drifted)
	})
}

// bridgeHandlers is like bridgeCalls, for programs without a handler.
func bridgeHandlers() {
	bridgedHandlers.Do(func() { bridge.Set(&bridge.InProcess, inProcessOption) })
}
