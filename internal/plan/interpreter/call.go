package interpreter

import (
	"context"
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Both sides below are those of generated code, but for one thing: the runtime
// reads from generated structs what is sensitive, and there are none. Their bodies
// should not be logged.

// Route returns the route of the operation. The func gets the request as its client
// would send it, checked and settled, and returns the JSON of the response, or
// nothing for {}.
// It fails as the catalog says with the error of [api.Fail] of a pointer to JSON.
func (o *Operation) Route(serve func(ctx context.Context, request string) (json.RawMessage, error)) api.Route {
	return o.route(o.api, serve)
}

func (o *Operation) route(op *api.Operation, serve func(ctx context.Context, request string) (json.RawMessage, error)) api.Route {
	return wire.HandleRaw(op, o.decode, func(ctx context.Context, r *record) (*api.RawResponse, error) {
		response, err := serve(ctx, string(r.AppendJSON(nil)))
		if err != nil {
			return nil, err
		}
		return &api.RawResponse{Raw: response}, nil
	})
}

// Call calls the operation with a request as [Operation.Encode] takes it, and returns
// the JSON of the response. The error is that of a generated client.
func (o *Operation) Call(ctx context.Context, caller *api.Caller, request string, opts ...api.CallOption) (json.RawMessage, error) {
	r, err := o.read(request)
	if err != nil {
		return nil, err
	}
	call := wire.Begin(caller, o.api, opts)
	var res *api.RawResponse
	if o.Response.Shown {
		res, err = wire.Do(ctx, call, r, func(d *wire.Decoder) *api.RawResponse {
			o.decodeResponse(d, newRecord(o.response))
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

// Send calls the operation with a body as it is, whatever that holds, and returns what came
// back without its envelope, {} for an empty object. The error is that of a generated client
// that does not check the shape of a response, as [Operation.CheckResponse] does.
func (o *Operation) Send(ctx context.Context, caller *api.Caller, body string, opts ...api.CallOption) (*api.RawResponse, error) {
	res, err := wire.DoRaw(ctx, wire.Begin(caller, o.api, opts), &text{body})
	if err == nil && o.Response.Whole == nil && (res.Raw == nil || string(res.Raw) == "null") {
		res.Raw = json.RawMessage("{}")
	}
	return res, err
}

// text is a request that is sent as it is.
type text struct{ body string }

func (t *text) AppendJSON(b []byte) []byte { return append(b, t.body...) }
func (t *text) Validate() error            { return nil }
