package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"

	"example.com/opgen/api/internal/encode"
)

// A call has four steps: begin makes it, with the client's configuration and its own options; encode
// writes and checks the request before the middlewares see it; roundTrip, inside of them, sends it
// and reads the response; release returns the memory. Package wire calls begin and do for each
// generated method, which in between may map friendly names to codes.

// begin starts a call of an operation. It must be followed by do, which returns the memory.
func (c *Caller) begin(op *Operation, opts []CallOption) *Invocation {
	memory := buffers.Get().(*[]byte)
	call := &call{caller: c, operation: op, config: *c.call, request: sentRequest{memory: memory}}
	for _, o := range opts {
		if o != nil {
			o.applyCall(&call.config)
		}
	}
	if op.Auth.anonymous() {
		call.config.removeCredentials()
	}
	call.invocation = Invocation{Operation: op, call: call}
	return &call.invocation
}

// codes returns the tables of codes by area and name, nil for none. They must not be changed.
func (i *Invocation) codes() map[[2]string]map[string]string { return i.call.config.codes }

// do makes and ends the call. The request is a pointer; nil is an empty request. decode
// reads the response into the type of shape, which is a nil pointer. If decode is nil,
// do returns the response as it is. The context of everything inside, also of the transport, has the
// operation, see [OperationFromContext].
func (i *Invocation) do(
	ctx context.Context, req request, shape any, decode decodeFunc,
) (Received, error) {
	c := i.call
	defer c.release()
	c.shape = shape
	c.decode = decode
	c.encode(req)
	c.identify()
	i.RequestID = c.request.id[0]
	ctx = context.WithValue(ctx, operationKey{}, c.operation)
	run := c.caller.run
	if log := c.caller.log; log != nil {
		run = log
	}
	err := run(ctx, i)
	return c.received, err
}

// encode encodes and checks the request. It keeps an error for roundTrip, so that middlewares and
// loggers see a call that breaks a rule as any other one that fails.
func (c *call) encode(req request) {
	if pointer := reflect.ValueOf(req); pointer.IsNil() {
		req = reflect.New(pointer.Type().Elem()).Interface().(request)
	}
	sent := &c.request
	sent.value = req
	sent.body = req.AppendJSON((*sent.memory)[:0])
	if c.config.validate {
		sent.err = req.Validate()
	}
	// Validate sees values; only the text shows which of them JSON cannot represent.
	if encode.IsMarked(sent.body) {
		sent.err = cannotSend(sent.err, req, sent.body)
	}
	if c.operation.Empty != "" && len(c.config.bodyFields) == 0 {
		sent.body = append(sent.body[:0], c.operation.Empty.Body()...)
	}
}

// identify gives the call a request id and, if the operation takes one, an idempotency key.
func (c *call) identify() {
	if chosen, ok := c.config.header[requestIDField]; ok {
		c.request.id[0] = chosen[0]
	} else {
		c.request.id[0] = newRequestID()
	}
	c.takeKey()
}

// release ends the call, and returns its memory to the pool. If a middleware calls next again after the
// call has ended, next returns an error, because the invocation no longer has a call.
func (c *call) release() {
	sent := &c.request
	*sent.memory = sent.body
	if cap(sent.body) <= maxPooled {
		buffers.Put(sent.memory)
	}
	sent.memory = nil
	sent.body = nil
	c.invocation.call = nil
}

// roundTrip sends the request and reads the response, unless an option is invalid or the request
// breaks a rule. A middleware may call it again.
func (c *call) roundTrip(ctx context.Context) error {
	if err := cmp.Or(c.config.err, c.request.err); err != nil {
		return fmt.Errorf("%s: %w", c.operation, err)
	}
	res, err := c.send(ctx)
	if announce := c.caller.announce; announce != nil {
		announce(ctx, c.operation, c.response.header)
	}
	if err != nil {
		return err
	}
	return c.open(res)
}

// open reads a response with the status of a success: a problem is an error nevertheless, and an
// envelope is taken off.
func (c *call) open(res *response) error {
	if isProblem(res.header) {
		if e := res.error(); e.Problem != nil {
			e.Err = errProblem
			return e
		}
	}
	if form := c.form(); form != nil {
		if err := res.unwrap(form); err != nil {
			return err
		}
	}
	return c.read(res)
}

// errProblem reports a problem with the status of a success, which some proxies send.
var errProblem = errors.New("the body is a problem, in spite of the status; Problem of the error holds it")
