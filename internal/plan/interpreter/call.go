package interpreter

import (
	"context"
	"encoding/json"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
)

// Client and server below behave like generated code, except that the runtime does not know
// what is sensitive, which it reads from generated structs. Do not log their bodies.

// serveFunc is a service: it returns the JSON of the response to the JSON of a request.
type serveFunc = func(ctx context.Context, request string) (json.RawMessage, error)

// Route returns the route of the operation. The function gets the valid and settled request
// as its client would send it, and returns the JSON of the response, or nothing for {}. To
// fail with the failure of the catalog, it returns the error of [api.Fail] of a pointer to
// JSON.
func (o *Operation) Route(serve serveFunc) api.Route {
	return o.route(o.api, serve)
}

// route is Route with another description of the operation for the runtime.
func (o *Operation) route(op *api.Operation, serve serveFunc) api.Route {
	return wire.HandleRaw(op, o.decode, func(ctx context.Context, r *record) (*api.RawResponse, error) {
		response, err := serve(ctx, string(r.AppendJSON(nil)))
		if err != nil {
			return nil, err
		}
		return &api.RawResponse{Raw: response}, nil
	})
}

// Call calls the operation with a request in the form of [Operation.Encode], and returns the
// response without its envelope. Its errors are those of a generated client.
func (o *Operation) Call(ctx context.Context, caller *api.Caller, request string, opts ...api.CallOption) (*api.RawResponse, error) {
	r, err := o.read(request)
	if err != nil {
		return nil, err
	}
	call := wire.Begin(caller, o.api, opts)
	switch {
	case !o.Response.Shown:
		return wire.DoRaw(ctx, call, r)
	case o.Response.Whole == nil:
		return wire.Do(ctx, call, r, o.readObject)
	}
	res, err := wire.Do(ctx, call, r, o.readWholeResponse)
	if err != nil {
		return nil, err
	}
	return &api.RawResponse{Raw: res.Value.(json.RawMessage), Received: res.Received}, nil
}

// readObject checks a response that is an object, and returns it as it was received.
func (o *Operation) readObject(d *wire.Decoder) *api.RawResponse {
	o.decodeResponse(d, newRecord(o.response))
	return &api.RawResponse{Raw: d.Received().Raw(), Received: d.Received()}
}

// readWholeResponse is readObject for a response that is another value.
func (o *Operation) readWholeResponse(d *wire.Decoder) *wholeResponse {
	o.decodeResponse(d, newRecord(o.response))
	return &wholeResponse{d.Received().Raw(), d.Received()}
}

// wholeResponse is a response that is not an object. As in a generated struct, the tag says so:
// the runtime reads an empty body as an object without members, unless the response has it.
type wholeResponse struct {
	Value    any `whole:"true"` // the JSON text
	Received api.Received
}

// Send calls the operation with any body, and returns the response without its envelope, {}
// for an empty object. Its errors are those of a generated client that does not check the
// shape of the response, as [Operation.CheckResponse] does.
func (o *Operation) Send(ctx context.Context, caller *api.Caller, body string, opts ...api.CallOption) (*api.RawResponse, error) {
	res, err := wire.DoRaw(ctx, wire.Begin(caller, o.api, opts), &text{body})
	if err != nil {
		return res, err
	}
	isNothing := res.Raw == nil || string(res.Raw) == "null"
	if o.Response.Whole == nil && isNothing {
		res.Raw = json.RawMessage("{}")
	}
	return res, nil
}

// text is a request that is sent unchanged.
type text struct{ body string }

func (t *text) AppendJSON(b []byte) []byte { return append(b, t.body...) }
func (t *text) Validate() error            { return nil }
