package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
)

// Route is an operation and the function that serves it.
type Route struct {
	operation *Operation
	request   reflect.Type // a generated struct
	answer    reflect.Type // too, or nil where its shape is not shown
	serve     serveFunc
}

// serveFunc reads a request from d, serves it, and appends the answer to b. The
// error is a [*refused] where the request was not served.
type serveFunc func(ctx context.Context, d *Decoder, b []byte) ([]byte, error)

// answerOf is what generated answers with a shape are.
type answerOf[Res any] interface {
	*Res
	AppendJSON([]byte) []byte
}

// Handle returns the route of an operation whose answer has a shape. The
// function decode reads and checks a request, settles its rules and fills in
// its defaults.
func Handle[Req, Res any, P answerOf[Res]](
	op *Operation, decode func(*Decoder) *Req, serve func(context.Context, *Req) (*Res, error),
) Route {
	return Route{op, reflect.TypeFor[Req](), reflect.TypeFor[Res](), func(ctx context.Context, d *Decoder, b []byte) ([]byte, error) {
		res, err := run(ctx, d, decode, serve)
		if err != nil {
			return nil, err
		}
		return complete(P(res).AppendJSON(b), b)
	}}
}

// complete reports an answer of which nothing could be appended.
func complete(answer, before []byte) ([]byte, error) {
	if len(answer) == len(before) {
		return nil, defect("the service's answer is not JSON")
	}
	return answer, nil
}

// HandleRaw is Handle for an operation whose answer the specification does not
// show. An empty one is sent as {}.
func HandleRaw[Req any, Res ~struct{ Raw json.RawMessage }](
	op *Operation, decode func(*Decoder) *Req, serve func(context.Context, *Req) (*Res, error),
) Route {
	return Route{op, reflect.TypeFor[Req](), nil, func(ctx context.Context, d *Decoder, b []byte) ([]byte, error) {
		res, err := run(ctx, d, decode, serve)
		if err != nil {
			return nil, err
		}
		return appendUnshown(b, struct{ Raw json.RawMessage }(*res).Raw)
	}}
}

// appendUnshown appends an answer whose shape is not shown.
func appendUnshown(b []byte, raw json.RawMessage) ([]byte, error) {
	if len(raw) == 0 {
		return append(b, "{}"...), nil
	}
	return complete(AppendRaw(b, raw), b)
}

// run reads a request and serves it.
func run[Req, Res any](
	ctx context.Context, d *Decoder, decode func(*Decoder) *Req, serve func(context.Context, *Req) (*Res, error),
) (*Res, error) {
	req := decode(d)
	if err := d.refusal(reflect.TypeFor[Req]()); err != nil {
		return nil, err
	}
	res, err := serve(ctx, req)
	if err == nil && res == nil {
		return nil, defect("the service returned neither an answer nor an error")
	}
	return res, err
}

// refusal returns nil, or why a request of a type is not served.
func (d *Decoder) refusal(request reflect.Type) error {
	err := d.Finish()
	if err == nil {
		return nil
	}
	invalid := err.(*ValidationError)
	hideKeys(invalid.Violations, request)
	return &refused{invalid, d.broken}
}

// refused says that a request was not served. It is a [*Problem] and a
// [*ValidationError].
type refused struct {
	*ValidationError
	broken bool // the body is not JSON at all
}

func (r *refused) Unwrap() []error { return []error{r.problem(), r.ValidationError} }

// problem is the answer: 400 where the body is not JSON or over a limit, 422
// where it is JSON that breaks a rule.
func (r *refused) problem() *Problem {
	status := http.StatusUnprocessableEntity
	if r.broken {
		status = http.StatusBadRequest
	}
	return &Problem{Status: status, Detail: "the request body breaks the rules in errors", Errors: r.Violations}
}

// Unimplemented is the error of an operation that a service does not implement.
func Unimplemented(op *Operation) error {
	return &Problem{Status: http.StatusNotImplemented, Detail: fmt.Sprintf("%s is not implemented", op)}
}

// NoFields reads the body of an operation without fields.
func NoFields[Req any](d *Decoder) *Req {
	for d.Begin(nil); d.Next(); {
	}
	return new(Req)
}
