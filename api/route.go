package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
)

// Route is an operation and the function that serves it.
//
// It has no reflect.Type, and neither have [Call] and what it leads to: a package
// that names a type which holds one compiles some 50 functions of package reflect
// again, and every generated package names these.
type Route struct {
	operation *Operation
	request   any // nil pointer to a generated struct
	answer    any // too, or nil where its shape is not shown
	serve     serveFunc
}

// serveFunc reads a request from d, serves it, and appends the answer to b. The
// error is a [*refused] where the request was not served.
type serveFunc func(ctx context.Context, d *Decoder, b []byte) ([]byte, error)

// Handle returns the route of an operation whose answer has a shape. The
// function decode reads and checks a request, settles its rules and fills in
// its defaults.
//
// Req and Res are pointers to generated structs. The compiler makes one instance
// of a generic function for all pointers, but one for each layout of a struct,
// so no function that is called for each operation takes the structs themselves.
//
//go:noinline
func Handle[Req any, Res answerOf](
	op *Operation, decode func(*Decoder) Req, serve func(context.Context, Req) (Res, error),
) Route {
	var request Req
	var none Res
	return Route{op, request, none, func(ctx context.Context, d *Decoder, b []byte) ([]byte, error) {
		res, err := run(ctx, d, decode, serve)
		if err != nil {
			return nil, err
		}
		return complete(res.AppendJSON(b), b)
	}}
}

// HandleRaw is Handle for an operation whose answer the specification does not
// show. An empty one is sent as {}.
//
//go:noinline
func HandleRaw[Req any, Res ~struct{ Raw json.RawMessage }](
	op *Operation, decode func(*Decoder) Req, serve func(context.Context, Req) (*Res, error),
) Route {
	var request Req
	return Route{op, request, nil, func(ctx context.Context, d *Decoder, b []byte) ([]byte, error) {
		res, err := run(ctx, d, decode, serve)
		if err != nil {
			return nil, err
		}
		return appendUnshown(b, struct{ Raw json.RawMessage }(*res).Raw)
	}}
}

// answerOf is what pointers to generated answers with a shape are.
type answerOf interface {
	comparable
	appender
}

// run reads a request and serves it.
func run[Req any, Res comparable](
	ctx context.Context, d *Decoder, decode func(*Decoder) Req, serve func(context.Context, Req) (Res, error),
) (Res, error) {
	var none Res
	req := decode(d)
	if err := d.refusal(req); err != nil {
		return none, err
	}
	res, err := serve(ctx, req)
	if err == nil && res == none {
		return none, defect("the service returned neither an answer nor an error")
	}
	return res, err
}

// complete reports an answer of which nothing could be appended.
func complete(answer, before []byte) ([]byte, error) {
	if len(answer) == len(before) {
		return nil, defect("the service's answer is not JSON")
	}
	return answer, nil
}

// appendUnshown appends an answer whose shape is not shown.
func appendUnshown(b []byte, raw json.RawMessage) ([]byte, error) {
	if len(raw) == 0 {
		return append(b, "{}"...), nil
	}
	return complete(AppendRaw(b, raw), b)
}

// refusal returns nil, or why a request of the type that a pointer points at is
// not served.
func (d *Decoder) refusal(request any) error {
	err := d.Finish()
	if err == nil {
		return nil
	}
	invalid := err.(*ValidationError)
	hideKeys(invalid.Violations, reflect.TypeOf(request))
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
//
//go:noinline
func Unimplemented(op *Operation) error {
	return &Problem{Status: http.StatusNotImplemented, Detail: fmt.Sprintf("%s is not implemented", op)}
}

// NoFields reads the body of an operation without fields.
func NoFields[Req any](d *Decoder) *Req {
	for d.Begin(nil); d.Next(); {
	}
	return new(Req)
}
