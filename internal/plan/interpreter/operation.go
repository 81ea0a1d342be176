// Package interpreter executes the plans of package plan for any catalog, without generating
// code. It calls the same runtime as generated code, in the same order. A test compares both.
package interpreter

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Operation is an operation of a catalog with its plans.
type Operation struct {
	*catalog.Operation
	api      *api.Operation
	request  *recordPlan
	response *recordPlan
	handler  func() http.Handler // of Decode without options, made by its first call
	madeUp   bool                // see NewForMadeUp
}

// New makes the plans of an operation.
func New(op *catalog.Operation) *Operation {
	forms := map[*catalog.Shape]*recordPlan{}
	o := &Operation{
		Operation: op,
		api:       apiOperation(op, forms),
		request:   recordPlanOf(plan.Request(op), forms),
		response:  recordPlanOf(plan.Record(op.Response.Shape), forms),
	}
	o.handler = sync.OnceValue(func() http.Handler { return o.decoder(nil) })
	return o
}

// NewForMadeUp is like [New] for bodies that are made up. Violations show unknown keys of records in sensitive
// values, so that a review can find the change that they are about.
func NewForMadeUp(op *catalog.Operation) *Operation {
	o := New(op)
	o.madeUp = true
	return o
}

// apiOperation returns the description of an operation for the runtime.
func apiOperation(op *catalog.Operation, forms map[*catalog.Shape]*recordPlan) *api.Operation {
	o := &api.Operation{
		Area:           op.Area.Name,
		Name:           op.Name,
		Path:           op.Path,
		Effect:         api.Effect(op.Effect),
		IdempotencyKey: op.KeyHeader,
		Nothing:        op.Response.Nothing,
		Lenient:        op.Response.Lenient,
		Envelope:       envelopeOf(op.Envelope),
	}
	if op.Empty != catalog.EmptyObject {
		o.Empty = api.Empty(op.Empty)
	}
	if a := op.Auth; a != nil {
		o.Auth = &api.Auth{None: a.None, BodyFields: a.BodyFields()}
	}
	if d := op.Deprecated; d != nil {
		o.Deprecation, o.Sunset = d.HeaderFields()
	}
	if op.Unwrapped {
		o.Envelope = new(api.Envelope)
	}
	if op.Failure != nil {
		o.Failure = apiFailure(op.Failure, forms)
	}
	return o
}

// apiFailure returns the description of a failure for the runtime.
func apiFailure(f *catalog.Failure, forms map[*catalog.Shape]*recordPlan) *api.Failure {
	of := recordPlanOf(plan.Record(f.Shape()), forms)
	return wire.FailureOf(f.Status, f.Member, func(d *wire.Decoder, r *record) {
		r.setPlan(of)
		if f.Type.Kind == catalog.Union {
			readWhole(d, r)
			return
		}
		reader{wire: true}.object(d, r)
	})
}

// Result is the result of a generated handler for a body.
type Result struct {
	Status     int             // 200 if the service is called, otherwise the status without an envelope: 400, 413, 422
	Violations []api.Violation // if the body is refused
	Settled    string          // the request of the service, as its client would send it; "" if the body is refused
}

// Decode returns the result of the generated handler of the operation for a body. The options
// are those of the handler, which accepts every caller. Decode panics if they contradict that.
func (o *Operation) Decode(body string, opts ...api.HandlerOption) Result {
	h := o.handler()
	if len(opts) > 0 {
		h = o.decoder(opts)
	}
	var result Result
	r := &http.Request{
		Method:        http.MethodPost,
		URL:           &url.URL{Path: o.Path},
		Body:          io.NopCloser(strings.NewReader(body)),
		ContentLength: int64(len(body)),
	}
	ctx := context.WithValue(context.Background(), settledKey{}, &result.Settled)
	w := response{header: http.Header{}, status: http.StatusOK}
	h.ServeHTTP(&w, r.WithContext(ctx))
	result.Status = w.status
	if w.status == http.StatusOK {
		return result
	}
	var p api.Problem
	if err := json.Unmarshal(w.body, &p); err != nil {
		panic(err) // a handler without an envelope sends problems
	}
	result.Violations = o.Hidden(body, p.Errors)
	return result
}

// settledKey is the key of the string in a context that takes the request of the service.
type settledKey struct{}

// decoder returns a handler of the operation whose service notes the request that it gets. It
// serves any response, without an envelope.
func (o *Operation) decoder(opts []api.HandlerOption) http.Handler {
	bare := *o.api
	bare.Nothing, bare.Envelope, bare.Failure = false, nil, nil
	serve := func(ctx context.Context, request string) (json.RawMessage, error) {
		*ctx.Value(settledKey{}).(*string) = request
		return nil, nil
	}
	opts = append(slices.Clone(opts), api.WithServerAnonymous(), api.WithServerErrorHandler(fail))
	h, err := api.NewHandler([]api.Route{o.route(&bare, serve)}, opts...)
	if err != nil {
		panic(err)
	}
	return h
}

// fail panics, so that a defect of this package does not become a response.
func fail(_ context.Context, _ *api.Operation, err error) { panic(err) }

// response records the response of a handler.
type response struct {
	header http.Header
	status int
	body   []byte
}

// Header, WriteHeader and Write make it an [http.ResponseWriter].
func (w *response) Header() http.Header    { return w.header }
func (w *response) WriteHeader(status int) { w.status = status }
func (w *response) Write(b []byte) (int, error) {
	w.body = append(w.body, b...)
	return len(b), nil
}

// Encode returns the body that the generated client of the operation makes of a request,
// without tables of codes, and the violations for which the client refuses to send it. The
// request is a JSON object with the values of the Go struct by their wire names: a joined
// array is an array, and a missing required field has its zero value. Encode returns an error
// if a Go struct cannot hold the values.
func (o *Operation) Encode(request string) (body string, violations []api.Violation, err error) {
	r, err := o.read(request)
	if err != nil {
		return "", nil, err
	}
	if invalid, ok := errors.AsType[*api.ValidationError](r.Validate()); ok {
		violations = invalid.Violations
	}
	body = string(r.AppendJSON(nil))
	if body == "{}" {
		body = o.api.Empty.Body()
	}
	return body, violations, nil
}

// read reads a request in the form of a Go struct.
func (o *Operation) read(request string) (*record, error) {
	d := wire.NewDecoder(request)
	r := newRecord(o.request)
	reader{}.object(d, r)
	return r, d.Finish()
}

// Reading is what a server makes of a body with one field.
type Reading struct {
	Fits     bool // the value is of the type of the field
	Accepted bool
	Given    bool // the field carries a value, as rules over several fields count it
	Kept     bool // the service gets the field
}

// ReadingFunc returns a function that reads bodies without other members than a field.
func ReadingFunc(f *catalog.Field) func(body string) Reading {
	of := recordPlanOf(plan.Record(&catalog.Shape{Fields: []*catalog.Field{f}}),
		map[*catalog.Shape]*recordPlan{})
	return func(body string) Reading {
		d := wire.NewDecoder(body)
		r := newRecord(of)
		reader{wire: true}.object(d, r)
		fits := d.Err() == nil
		given := !plan.IsEmpty(r.Value(f))
		r.check(&d.Validator)
		r.settle()
		return Reading{fits, d.Finish() == nil, given, r.Value(f) != nil}
	}
}

var errNotJSON = errors.New("the body is not JSON")

// Drifts returns the differences between a response, without its envelope, and the catalog
// that a generated client reports for a lenient response.
func (o *Operation) Drifts(body string) ([]api.Drift, error) {
	blank := strings.Trim(body, " \t\r\n")
	switch {
	case o.Response.Whole == nil && (blank == "" || body == "null"):
		body = "{}"
	case blank == "":
		body = "null"
	}
	drifts, err := wire.DecodeLenient([]byte(body), newRecord(o.response), o.decodeResponse)
	for i, d := range drifts {
		drifts[i].Pointer = o.responsePointer(d.Pointer)
	}
	return drifts, o.hideKeys(err)
}

// CheckResponse returns nil if the generated client of the operation can read a response
// without its envelope. If the shape of the response is known, the error is an
// [*api.ValidationError].
func (o *Operation) CheckResponse(body string) error {
	_, err := o.Sent(body)
	return err
}

// Sent returns a response without its envelope as a generated service sends it: without
// unknown members. It does not change lenient responses and responses of unspecified shape. Its
// errors are those of [Operation.CheckResponse].
func (o *Operation) Sent(body string) (string, error) {
	switch {
	case o.Response.Lenient:
		_, err := o.Drifts(body)
		return body, err
	case !o.Response.Shown:
		isBlank := strings.Trim(body, " \t\r\n") == ""
		isJSON := json.Valid([]byte(body)) && utf8.ValidString(body)
		if !isBlank && !isJSON {
			return "", errNotJSON
		}
		return body, nil
	}
	r := newRecord(o.response)
	if err := o.hideKeys(wire.DecodeRecord([]byte(body), r, o.decodeResponse)); err != nil {
		return "", err
	}
	if o.Response.Whole != nil {
		return string(appendValue(nil, r.values[0])), nil
	}
	return string(r.AppendJSON(nil)), nil
}

// envelopeOf returns the description of an envelope for the runtime, nil if there is none.
func envelopeOf(e *catalog.Envelope) *api.Envelope {
	if e == nil {
		return nil
	}
	described := &api.Envelope{
		Success:       e.Success,
		Value:         e.SuccessJSON(),
		Messages:      e.Messages,
		List:          e.MessageList(),
		Data:          e.Data,
		Violations:    e.Violations,
		FailureStatus: e.FailureStatus,
		Own:           e.Own,
	}
	if e.Siblings != nil {
		described.Siblings = catalog.Names(e.Siblings.Fields)
	}
	return described
}

// FailureOf returns the JSON of the failure in the error of a call. It reports false if the
// error has none of the type in the catalog.
func (o *Operation) FailureOf(err error) (json.RawMessage, bool) {
	if _, ok := api.FailureOf[record](err); !ok {
		return nil, false
	}
	e, _ := errors.AsType[*api.Error](err)
	if o.Failure.Member == "" {
		return e.Body, true
	}
	var body map[string]json.RawMessage
	err = json.Unmarshal(e.Body, &body)
	return body[o.Failure.Member], err == nil
}
