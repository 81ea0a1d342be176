package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/internal/json/cursor"
)

// A generated package has a function Routes with a call of Handle or HandleRaw for each operation. A
// route holds functions and no service, so that a handler needs no reflection to serve it.

// Handle returns the route of an operation whose response the specification describes. The
// function decode reads and checks a request, and applies its rules and defaults.
//
// Req and Res are pointers to generated structs. The compiler makes one instance of a generic
// function for all pointers, but one for each layout of a struct. So functions that are
// called for each operation do not take the structs themselves.
//
//go:noinline
func Handle[Req any, Res response](
	op *api.Operation, decode func(*Decoder) Req, serve func(context.Context, Req) (Res, error),
) api.Route {
	var request Req
	var none Res
	serveText := func(
		ctx context.Context, text string, limits cursor.Limits, unknown bool, b []byte,
	) ([]byte, error) {
		res, err := run(ctx, text, limits, unknown, decode, serve)
		if err != nil || res == none {
			return nil, err
		}
		return res.AppendJSON(b), nil
	}
	return forWire.Route(op, request, none, serveText)
}

// HandleRaw is Handle for an operation whose response the specification does not
// show. An empty response is sent as {}.
//
//go:noinline
func HandleRaw[Req any](
	op *api.Operation, decode func(*Decoder) Req, serve func(context.Context, Req) (*api.RawResponse, error),
) api.Route {
	var request Req
	serveText := func(
		ctx context.Context, text string, limits cursor.Limits, unknown bool, b []byte,
	) ([]byte, error) {
		res, err := run(ctx, text, limits, unknown, decode, serve)
		switch {
		case err != nil || res == nil:
			return nil, err
		case len(res.Raw) == 0:
			return append(b, "{}"...), nil
		case !utf8.Valid(res.Raw) || !json.Valid(res.Raw):
			return b, nil // which says that it is not JSON
		default:
			return append(b, res.Raw...), nil
		}
	}
	return forWire.Route(op, request, nil, serveText)
}

// response is implemented by pointers to generated responses with a shape.
type response interface {
	comparable
	AppendJSON([]byte) []byte
}

// run reads a request and serves it. Only a request without violations reaches the service.
func run[Req, Res any](
	ctx context.Context, text string, limits cursor.Limits, unknown bool,
	decode func(*Decoder) Req, serve func(context.Context, Req) (Res, error),
) (res Res, err error) {
	d := borrow()
	defer d.giveBack()
	d.prepare(text, limits)
	d.unknown = unknown
	req := decode(d)
	if err := d.Finish(); err != nil {
		invalid, _ := errors.AsType[*api.ValidationError](err)
		return res, forWire.Refusal(invalid, req, text, d.c.Broken)
	}
	return serve(ctx, req)
}

// NoFields reads the body of an operation without fields. A member is unknown, whatever it is.
func NoFields[Req any](d *Decoder) *Req {
	d.Begin(nil)
	for d.Next() {
	}
	return new(Req)
}

// NoFieldsOrNull is [NoFields] for an operation whose request may also be null, as those with
// an [api.Empty] may.
func NoFieldsOrNull[Req any](d *Decoder) *Req {
	if d.c.Peek() != 'n' {
		return NoFields[Req](d)
	}
	d.c.Skip() // which finds out whether it is null
	return new(Req)
}

// ErrNoService is the error of NewHandler for a service that is nil.
var ErrNoService = errors.New("api: NewHandler has no service, it is nil; pass an implementation, or UnimplementedService{}")

// Unimplemented returns the error of an operation that a service does not implement, with status 501.
// The methods of a generated UnimplementedService return it, so that a service that embeds one compiles
// when the catalog gets a further operation.
//
//go:noinline
func Unimplemented(op *api.Operation) error {
	return &api.Problem{Status: http.StatusNotImplemented, Detail: fmt.Sprintf("%s is not implemented", op)}
}

// FailureOf describes how an operation fails: the status, 0 for any that is not a success;
// the member of the body with the failure, "" if the body is the failure; and the function
// that reads it.
//
//go:noinline
func FailureOf[T any](status int, member string, decode func(*Decoder, *T)) *api.Failure {
	var none *T
	return forWire.FailureOf(status, member, none, func(text string, limits cursor.Limits) (any, error) {
		d := responseDecoder(text, limits)
		v := new(T)
		decode(d, v)
		return v, d.Finish()
	})
}
