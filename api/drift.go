package api

import (
	"context"
	"slices"
)

// Drift is a place where a response is not what the catalog says of it, in an operation
// whose response the catalog knows without a promise. The value is zero in the
// response, and [Received.At] returns what came. As long as nobody sets it, the response
// is also encoded and sent with what came. A Drift itself shows nothing of that.
type Drift struct {
	Pointer  string // JSON pointer in the response, with * for the keys of maps
	Expected string // such as "a string"; "a value" if the catalog says that there is one
	Received string // the JSON type: "null", "boolean", "number", "string", "array" or "object"; "nothing" if there is no value
}

// WithDrift calls f for each drift of a response, before the call returns. Up to fifty
// of a response are told. Several funcs are called in their order. They may be called
// by several calls at a time.
func WithDrift(f func(ctx context.Context, op *Operation, d Drift)) CallOption {
	return callOption(func(call *callConfig) {
		if f != nil {
			call.drift = append(slices.Clip(call.drift), f)
		}
	})
}

// drifted tells the drifts of a response.
func (i *Invocation) drifted(ctx context.Context, drifts []Drift) {
	for _, d := range drifts {
		for _, f := range i.call.config.drift {
			f(ctx, i.Operation, d)
		}
	}
}
