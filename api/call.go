package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
)

// Call is one call under way. Generated code takes it from [Caller.Begin],
// gives it the body and hands it to [Do] or [DoRaw], which end it.
type Call struct {
	caller     *Caller
	operation  *Operation
	config     callConfig
	typed      Request   // the request, nil before Body
	buffer     *[]byte   // memory of the pool, never handed out
	body       []byte    // the request as JSON, in the buffer
	err        error     // violations of the request
	id         [1]string // X-Request-Id of the request, as a middleware gets it
	invocation Invocation

	decode func(*Decoder)  // reads an answer, nil where its shape is not known
	shape  any             // what it reads, as a nil pointer of its type
	raw    json.RawMessage // an answer whose shape is not known
	answer answer          // of the last attempt, zero where it had none
}

// Request is what pointers to generated requests are.
type Request interface {
	AppendJSON(b []byte) []byte
	Validate() error
}

// Begin starts a call of an operation.
func (c *Caller) Begin(op *Operation, opts []CallOption) *Call {
	call := &Call{caller: c, operation: op, config: *c.call, buffer: buffers.Get().(*[]byte)}
	for _, o := range opts {
		if o != nil {
			o.applyCall(&call.config)
		}
	}
	return call
}

// Body takes the request, of which a nil pointer is an empty one, and returns
// the call.
func (c *Call) Body(req Request) *Call {
	if r := reflect.ValueOf(req); r.IsNil() {
		req = reflect.New(r.Type().Elem()).Interface().(Request)
	}
	c.typed = req
	c.body = req.AppendJSON((*c.buffer)[:0])
	if c.config.validate {
		c.err = req.Validate()
	}
	return c
}

// maxPooled is the size in bytes of the largest buffer that is kept for the
// next call.
const maxPooled = 64 << 10

// release ends the call. A middleware that makes it again later gets an error.
func (c *Call) release() {
	if *c.buffer = c.body; cap(c.body) <= maxPooled {
		buffers.Put(c.buffer)
	}
	c.buffer, c.body, c.invocation.call = nil, nil, nil
}

// Do makes the call and reads the answer with decode. The error is a
// [*ValidationError] where the request breaks a rule, and then nothing was sent;
// an [*Error] where the answer is no success or cannot be read; or what the
// transport or the context says. An [*Error] holds a [*ValidationError] where
// the service found that the request breaks a rule. What [RetryPolicy] allows is
// repeated before it is an error. Res is a pointer, as for [Handle].
func Do[Res any](ctx context.Context, call *Call, decode func(*Decoder) Res) (Res, error) {
	var res, none Res
	call.shape, call.decode = none, func(d *Decoder) { res = decode(d) }
	if err := call.do(ctx); err != nil {
		return none, err
	}
	return res, nil
}

// DoRaw is Do for an answer whose shape the specification does not show: any
// JSON value, or nothing, of which Raw is nil.
//
//go:noinline
func DoRaw[Res ~struct{ Raw json.RawMessage }](ctx context.Context, call *Call) (*Res, error) {
	if err := call.do(ctx); err != nil {
		return nil, err
	}
	return &Res{Raw: call.raw}, nil
}

// read reads an answer that is a success.
func (c *Call) read(a *answer) error {
	if c.decode == nil {
		return c.readRaw(a)
	}
	a.shape = c.shape
	object := a.object()
	d := borrowDecoder(string(object), a.limits)
	defer d.giveBack()
	d.raw, d.lenient = object, true
	c.decode(d)
	if err := d.Finish(); err != nil {
		return a.unreadable(err)
	}
	return nil
}

// readRaw reads an answer that is nothing or any JSON value.
func (c *Call) readRaw(a *answer) error {
	c.raw = nil
	switch {
	case isBlank(a.content):
		return nil
	case !json.Valid(a.content):
		return a.unreadable(errors.New("the body is not JSON"))
	default:
		c.raw = a.content
		return nil
	}
}

// answer is what a service answered. It is given to be read where it is a
// success.
type answer struct {
	operation *Operation
	attempts  int
	requestID string // of the request
	limits    Limits
	status    int
	header    http.Header
	body      []byte
	content   []byte // what the operation answers: the body, or what its envelope holds
	shape     any    // the content, as a nil pointer of its type, or nil where that is not known
	enveloped bool
}

func (a *answer) error() *Error {
	id := a.header.Get(requestIDField)
	return &Error{
		Operation: a.operation,
		Attempts:  a.attempts,
		Status:    a.status,
		Header:    a.header,
		Body:      a.body,
		RequestID: cmp.Or(id, a.requestID),
		Problem:   parseProblem(a.header, a.body),
		Messages:  a.messages(),

		unconfirmed: id == "",
	}
}

func (a *answer) unreadable(why error) *Error {
	e := a.error()
	// What is wrong with an answer is no violation of the caller's.
	if invalid, ok := errors.AsType[*ValidationError](why); ok {
		why = errors.New(invalid.Error())
	}
	e.Err = fmt.Errorf("cannot read the answer: %w", why)
	return e
}

// do makes the call by way of the middlewares, and ends it.
func (c *Call) do(ctx context.Context) error {
	defer c.release()
	c.id[0] = c.config.requestID()
	i := &c.invocation
	i.Operation, i.RequestID, i.call = c.operation, c.id[0], c
	ctx = contextWithOperation(ctx, c.operation)
	if c.caller.log != nil {
		return c.caller.log(ctx, i, c.caller.run)
	}
	return c.caller.run(ctx, i)
}

// roundTrip validates, sends and reads.
func (c *Call) roundTrip(ctx context.Context, i *Invocation) error {
	if err := cmp.Or(c.config.err, c.err); err != nil {
		return fmt.Errorf("%s: %w", c.operation, err)
	}
	a, err := c.send(ctx, i)
	if err != nil {
		return err
	}
	if a.enveloped {
		if err := a.unwrap(); err != nil {
			return err
		}
	}
	return c.read(a)
}

// request builds the HTTP request of an attempt.
//
// A write has no GetBody. With it, net/http.Transport sends a request again on
// its own when the connection breaks, if it takes the request for idempotent,
// for which an Idempotency-Key field is enough, and over HTTP/2 also when the
// service says that it did not look at it. Without it nobody on the way can
// read the body twice.
func (c *Call) request(ctx context.Context, body []byte, header http.Header, w *wire) *http.Request {
	w.text.Reset(body)
	w.url = c.caller.base
	w.url.Path += c.operation.Path
	w.url.RawPath += c.operation.Path // of letters that need no escape
	if c.isWrite() {
		ctx = w.watch(ctx)
	}
	req := anyRequest.WithContext(ctx)
	req.URL, req.Host = &w.url, cmp.Or(header.Get("Host"), w.url.Host)
	req.Header, req.ContentLength = header, int64(len(body))
	if c.isWrite() {
		req.Body = w.body(c.caller.http.Transport)
	} else {
		req.Body = io.NopCloser(&w.text)
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	return req
}

// anyRequest is what all requests have in common.
var anyRequest = &http.Request{Method: http.MethodPost, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}

// requestID returns what the caller chose by [WithHeader], or else a new one.
func (c *callConfig) requestID() string {
	if chosen, ok := c.header[requestIDField]; ok {
		return chosen[0]
	}
	return newRequestID()
}
