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
	"sync"
)

// Call is one call under way. Generated code takes it from [Begin],
// gives it the body and hands it to [Do] or [DoRaw], which end it.
type Call struct {
	caller    *Caller
	operation *Operation
	config    callConfig
	body      []byte // memory of the pool, never handed out
	err       error  // violations of the request
}

var calls = sync.Pool{New: func() any { return &Call{body: make([]byte, 0, 1024)} }}

// Begin starts a call of an operation. It returns the request, or an empty one
// where it is nil.
func Begin[Req any](c *Caller, op *Operation, req *Req, opts []CallOption) (*Call, *Req) {
	if req == nil {
		req = new(Req)
	}
	return c.begin(op, opts), req
}

func (c *Caller) begin(op *Operation, opts []CallOption) *Call {
	call := calls.Get().(*Call)
	call.caller, call.operation, call.config = c, op, *c.call
	for _, o := range opts {
		o.applyCall(&call.config)
	}
	return call
}

// Buffer returns empty memory to which the request is appended.
func (c *Call) Buffer() []byte { return c.body[:0] }

// Body takes the request as JSON, and the violations that Validate found. It
// returns the call.
func (c *Call) Body(body []byte, invalid error) *Call {
	c.body = body
	if c.config.validate {
		c.err = invalid
	}
	return c
}

// maxPooled is the size in bytes of the largest buffer that is kept for the
// next call.
const maxPooled = 64 << 10

func (c *Call) release() {
	body := c.body
	if cap(body) > maxPooled {
		body = nil
	}
	*c = Call{body: body}
	calls.Put(c)
}

// Do makes the call and reads the answer with decode. The error is a
// [*ValidationError] where the request breaks a rule, and then nothing was sent;
// an [*Error] where the answer is no success or cannot be read; or what the
// transport or the context says. An [*Error] holds a [*ValidationError] where
// the service found that the request breaks a rule.
func Do[Res any](ctx context.Context, call *Call, decode func(*Decoder) *Res) (*Res, error) {
	a, err := call.do(ctx)
	if err != nil {
		return nil, err
	}
	d := new(Decoder)
	d.reset(string(a.body), a.limits)
	d.lenient = true
	res := decode(d)
	if err := d.Finish(); err != nil {
		return nil, a.unreadable(err)
	}
	return res, nil
}

// DoRaw is Do for an answer whose shape the specification does not show: any
// JSON value, or nothing, of which Raw is nil.
func DoRaw[Res ~struct{ Raw json.RawMessage }](ctx context.Context, call *Call) (*Res, error) {
	a, err := call.do(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case isBlank(a.body):
		return new(Res), nil
	case !json.Valid(a.body):
		return nil, a.unreadable(errors.New("the body is not JSON"))
	default:
		return &Res{Raw: a.body}, nil
	}
}

// answer is a success.
type answer struct {
	operation *Operation
	limits    Limits
	status    int
	header    http.Header
	body      []byte
}

func (a *answer) error() *Error {
	return &Error{
		Operation: a.operation,
		Status:    a.status,
		Header:    a.header,
		Body:      a.body,
		RequestID: a.header.Get("X-Request-Id"),
		Problem:   parseProblem(a.header, a.body),
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

// do validates, sends and reads. It ends the call.
func (c *Call) do(ctx context.Context) (*answer, error) {
	defer c.release()
	if c.err != nil {
		return nil, fmt.Errorf("%s: %w", c.operation, c.err)
	}
	res, err := c.caller.http.Do(c.request(ctx))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.operation, err)
	}
	defer res.Body.Close()
	a := &answer{operation: c.operation, limits: c.caller.answer, status: res.StatusCode, header: res.Header}
	a.body, err = readAll(nil, res.Body, res.ContentLength, a.limits.Body)
	switch {
	case err != nil:
		return nil, a.unreadable(err)
	case a.status < 200 || a.status > 299:
		return nil, a.error()
	default:
		return a, nil
	}
}

// request builds the HTTP request. Its body is a copy, because the transport
// may still read it when the call is over.
func (c *Call) request(ctx context.Context) *http.Request {
	u := c.caller.base
	u.Path += c.operation.Path
	u.RawPath += c.operation.Path // of letters that need no escape
	body := bytes.Clone(c.body)
	req := &http.Request{
		Method:        http.MethodPost,
		URL:           &u,
		Host:          cmp.Or(c.config.header.Get("Host"), u.Host),
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        c.config.header.Clone(),
		ContentLength: int64(len(body)),
		Body:          io.NopCloser(bytes.NewReader(body)),
		GetBody: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(body)), nil
		},
	}
	return req.WithContext(ctx)
}
