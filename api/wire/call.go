package wire

import (
	"context"
	"reflect"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/internal/json/cursor"
)

// A generated method of a client is a call of Begin and one of Do. Between them, it may map friendly
// names to codes, with the tables of the options that Begin has applied:
//
//	func (c *Client) GetClaim(
//		ctx context.Context, req *GetClaimRequest, opts ...api.CallOption,
//	) (*GetClaimResponse, error) {
//		return wire.Do(ctx, wire.Begin(c.caller, opGetClaim, opts), req, decodeGetClaimResponse)
//	}

// Request is implemented by pointers to generated requests.
type Request = apitype.Request

// Begin starts a call of an operation. [Do] or [DoRaw] then makes the call, and must, since the call
// has taken memory from a pool.
func Begin(c *api.Caller, op *api.Operation, opts []api.CallOption) *api.Invocation {
	return forWire.Begin(c, op, opts)
}

// Do sends a request and reads the response with decode. It returns a
// [*api.ValidationError] if the request breaks a rule, so that nothing was sent; an
// [*api.Error] if the response is not a success or cannot be read; or the error of the
// transport or the context. If the service found that the request breaks a rule, the
// [*api.Error] wraps a [*api.ValidationError]. Do retries as [api.RetryPolicy] says. A nil
// request is an empty one. Res is a pointer, as for [Handle].
func Do[Res any](
	ctx context.Context, call *api.Invocation, req Request, decode func(*Decoder) Res,
) (Res, error) {
	var res, none Res
	read := func(received *api.Received, text string, limits cursor.Limits) error {
		d := borrow()
		defer d.giveBack()
		d.prepareResponse(text, limits)
		d.received = received
		if call.Operation.Lenient {
			d.acceptDrift()
		}
		res = decode(d)
		err := d.Finish()
		if err != nil && d.onlyDrifted() {
			// The catalog assumed another shape. The caller gets what fits, a report of the rest,
			// and a response that is encoded as it was received.
			forWire.KeepDrift(received, d.driftText())
			forWire.Drifted(ctx, call, d.driftsOf(reflect.TypeFor[Res]()))
			return nil
		}
		return err
	}
	if _, err := forWire.Do(ctx, call, req, none, read); err != nil {
		return none, err
	}
	return res, nil
}

// DoRaw is Do for a response whose shape the specification does not show. It accepts any
// JSON value, or no body, for which Raw is nil.
func DoRaw(ctx context.Context, call *api.Invocation, req Request) (*api.RawResponse, error) {
	received, err := forWire.Do(ctx, call, req, nil, nil)
	if err != nil {
		return nil, err
	}
	return &api.RawResponse{Raw: received.Raw(), Received: received}, nil
}

// forWire is the part of package api that only this package uses. Its methods are called statically, so
// that the linker drops those that a program does not need.
var forWire = api.ForWire(apitype.Key{})
