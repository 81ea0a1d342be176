package dynamic

import (
	"context"
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/catalog"
	"example.com/opgen/internal/plan"
)

// Both sides below are those of generated code, but for one thing: the runtime
// reads from generated structs what is sensitive, and there are none. Their bodies
// should not be logged.

// Route returns the route of an operation. The func gets the request as its client
// would send it, checked and settled, and returns the JSON of the response, or
// nothing for {}.
func Route(op *catalog.Operation, serve func(ctx context.Context, request string) (json.RawMessage, error)) api.Route {
	body := plan.Request(op)
	decode := func(d *wire.Decoder) *record { return decodeRequest(body, d) }
	return wire.HandleRaw(operationOf(op), decode, func(ctx context.Context, r *record) (*api.RawResponse, error) {
		response, err := serve(ctx, string(r.AppendJSON(nil)))
		if err != nil {
			return nil, err
		}
		return &api.RawResponse{Raw: response}, nil
	})
}

// Call calls an operation with a request as [Encode] takes it, and returns the JSON
// of the response. The error is that of a generated client.
func Call(ctx context.Context, caller *api.Caller, op *catalog.Operation, request string, opts ...api.CallOption) (json.RawMessage, error) {
	r, err := read(op, request)
	if err != nil {
		return nil, err
	}
	call := wire.Begin(caller, operationOf(op), opts)
	var res *api.RawResponse
	if op.Response.Shown {
		shape := plan.Record(op.Response.Shape)
		res, err = wire.Do(ctx, call, r, func(d *wire.Decoder) *api.RawResponse {
			decodeAnswer(d, newRecord(shape))
			return &api.RawResponse{Raw: d.Received().Raw()}
		})
	} else {
		res, err = wire.DoRaw(ctx, call, r)
	}
	if err != nil {
		return nil, err
	}
	return res.Raw, nil
}

func operationOf(op *catalog.Operation) *api.Operation {
	return &api.Operation{Area: op.Area.Name, Name: op.Name, Path: op.Path, Effect: api.Effect(op.Effect)}
}
