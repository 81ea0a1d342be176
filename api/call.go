package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// call is a call in progress, made by package wire for a generated method.
type call struct {
	caller     *Caller
	operation  *Operation
	config     callConfig
	sent       http.Header // of the request, if there are middlewares, which may change it
	typed      request     // the request, nil before it is sent
	buffer     *[]byte     // from the pool, never exposed
	body       []byte      // the request as JSON, in the buffer
	err        error       // violations of the request
	id         [1]string   // X-Request-Id of the request, as a middleware gets it
	invocation Invocation

	keyField string    // of the idempotency key, "" if the operation takes none
	key      [1]string // the idempotency key
	keyGiven bool      // by the caller

	decode   decodeFunc // reads a response, nil if its shape is not known
	shape    any        // a nil pointer of the type that decode reads
	received Received   // the response, if it is a success
	response response   // of the last attempt, zero if it had none
}

// request is a pointer to a generated request.
type request = apitype.Request

// decodeFunc reads the text of a response.
type decodeFunc = func(received *Received, text string, limits cursor.Limits) error

// begin starts a call of an operation.
func (c *Caller) begin(op *Operation, opts []CallOption) *Invocation {
	call := &call{caller: c, operation: op, config: *c.call, buffer: buffers.Get().(*[]byte)}
	for _, o := range opts {
		if o != nil {
			o.applyCall(&call.config)
		}
	}
	if op.Auth.anonymous() { // without credentials
		call.config.bodyFields, call.config.header = nil, maps.Clone(call.config.header)
		delete(call.config.header, "Authorization")
	}
	call.invocation.Operation, call.invocation.call = op, call
	return &call.invocation
}

// codes returns the tables of codes by area and name, nil for none.
func (i *Invocation) codes() map[[2]string]map[string]string { return i.call.config.codes }

// do makes and ends the call. The request is a pointer; nil is an empty request. decode
// reads the response into the type of shape, which is a nil pointer. If decode is nil,
// do returns the response as it is.
func (i *Invocation) do(ctx context.Context, req request, shape any, decode decodeFunc) (Received, error) {
	c := i.call
	if r := reflect.ValueOf(req); r.IsNil() {
		req = reflect.New(r.Type().Elem()).Interface().(request)
	}
	c.typed, c.shape, c.decode = req, shape, decode
	c.body = req.AppendJSON((*c.buffer)[:0])
	if c.config.validate {
		c.err = req.Validate()
	}
	if encode.IsMarked(c.body) {
		c.err = cannotSend(c.err, req, c.body)
	}
	if c.operation.Empty != "" && len(c.config.bodyFields) == 0 {
		c.body = append(c.body[:0], c.operation.Empty.Body()...)
	}
	defer c.release()
	if chosen, ok := c.config.header[requestIDField]; ok {
		c.id[0] = chosen[0]
	} else {
		c.id[0] = newRequestID()
	}
	c.takeKey()
	i.RequestID = c.id[0]
	ctx = context.WithValue(ctx, operationKey{}, c.operation)
	var err error
	if log := c.caller.log; log != nil {
		err = log(ctx, i, c.caller.run)
	} else {
		err = c.caller.run(ctx, i)
	}
	return c.received, err
}

// maxPooled is the size in bytes of the largest buffer that is kept for the
// next call.

// release ends the call. If a middleware repeats it later, that returns an error.
func (c *call) release() {
	if *c.buffer = c.body; cap(c.body) <= maxPooled {
		buffers.Put(c.buffer)
	}
	c.buffer, c.body, c.invocation.call = nil, nil, nil
}

// read reads a response that is a success.
func (c *call) read(a *response) error {
	empty := encode.IsBlank(a.raw)
	if empty {
		a.raw = nil
	}
	c.received = newReceived(a.received)
	if c.decode == nil {
		if empty {
			return nil
		}
		if fault := checkJSON(a.raw, a.limits()); fault != (cursor.Fault{}) {
			return a.unreadable(&ValidationError{Violations: []Violation{{Rule: fault.Rule, Message: fault.Message}}})
		}
		return nil
	}
	a.shape = c.shape
	text := cursor.TextOf(a.raw) // which Raw forbids to change
	whole := (empty || text == "null") && genstruct.IsWhole(reflect.TypeOf(c.shape))
	if whole && empty && c.invocation.Operation.Lenient {
		text, empty = "null", false
	}
	if !whole && (empty || text == "null") { // so only required fields are missing
		text, empty = "{}", true
	}
	err := c.decode(&c.received, text, a.limits())
	if err == nil {
		return nil
	}
	switch {
	case empty && whole:
		err = errors.New("it is empty or null")
	case empty:
		err = errors.New("it is empty or null; expected an object: " + err.Error())
	}
	return a.unreadable(err)
}

// response is the response of a service. It is decoded if it is a success.
type response struct {
	received
	call     *call
	attempts int
	body     []byte
	shape    any       // a nil pointer of the type of raw, or nil if that is not known
	envelope *envelope // if it has been read
}

func (a *response) limits() cursor.Limits { return a.call.caller.limits.cursor() }

func (a *response) error() *Error {
	id := a.header.Get(requestIDField)
	request := reflect.Zero(reflect.TypeOf(a.call.typed)).Interface() // not what it holds
	var messages []string
	if e := a.opened(); e != nil {
		messages = e.messages
	}
	return &Error{
		Operation: a.call.operation,
		Attempts:  a.attempts,
		Status:    a.status,
		Header:    a.header,
		Body:      a.body,
		RequestID: printable(cmp.Or(id, a.requestID), maxRequestID),
		Problem:   a.problem(),
		Messages:  messages,

		unconfirmed: id == "",
		request:     request,
		failure:     a.failure(),
	}
}

func (a *response) unreadable(why error) *Error {
	e := a.error()
	invalid, isInvalid := errors.AsType[*ValidationError](why)
	switch {
	case errors.Is(why, errTooLong):
		why = fmt.Errorf("%w of %s; api.WithResponseLimits changes it", why, cursor.Count(a.call.caller.limits.Body, "byte"))
	case isInvalid: // the response breaks rules, not the caller's request
		remedy := "; Body of the error holds what was received"
		if slices.ContainsFunc(invalid.Violations, func(v Violation) bool { return isLimit(v.Rule) }) {
			remedy = "; api.WithResponseLimits changes the limit"
		}
		for i, v := range invalid.Violations {
			invalid.Violations[i].Field = genstruct.Pointer(v.Field, redact.Keys{Maps: true}, reflect.TypeOf(a.shape))
		}
		why = errors.New(why.Error() + remedy)
	default:
		why = onOneLine(why) // a trailer
	}
	part := "response"
	if form := a.call.form(); a.envelope != nil && form.Data != "" {
		part = "data of the envelope"
	}
	e.Err = fmt.Errorf("cannot read the %s: %w", part, why)
	return e
}

// isLimit reports whether a rule is one of [Limits].
func isLimit(rule string) bool { return rule == RuleDepth || rule == RuleItemsLimit }

// roundTrip validates, sends and reads.
func (c *call) roundTrip(ctx context.Context, i *Invocation) error {
	if err := cmp.Or(c.config.err, c.err); err != nil {
		return fmt.Errorf("%s: %w", c.operation, err)
	}
	a, err := c.send(ctx, i)
	if err != nil {
		return err
	}
	if isProblem(a.header) {
		if e := a.error(); e.Problem != nil {
			e.Err = errProblem
			return e
		}
	}
	if form := c.form(); form != nil {
		if err := a.unwrap(form); err != nil {
			return err
		}
	}
	return c.read(a)
}

// errProblem reports a problem with the status of a success, which some proxies send.
var errProblem = errors.New("the body is a problem, in spite of the status; Problem of the error holds it")

// request builds the HTTP request of an attempt.
//
// It has no GetBody. With it, net/http.Transport would repeat a request without counting
// the attempt: over HTTP/2 if the service did not process the request, and if the
// connection breaks and there is an Idempotency-Key field. Without GetBody, the body
// cannot be read twice.
func (c *call) request(ctx context.Context, body []byte, header http.Header, w *wire) *http.Request {
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
	req.Body = w.body(c.caller.transport(), c.isWrite())
	return req
}

// anyRequest has the fields that all requests share.
var anyRequest = &http.Request{Method: http.MethodPost, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}

// transport returns the transport for requests.
func (c *Caller) transport() http.RoundTripper {
	return cmp.Or(c.http.Transport, http.DefaultTransport)
}

// roundTrip sends a request as [http.Client.Do] does, with its errors, but does not follow
// redirects. Do would also copy the header and the URL.
func (c *Caller) roundTrip(r *http.Request) (*http.Response, error) {
	site := r.URL // for cookies
	if c.http.Jar != nil {
		site = new(*r.URL)
		site.Host = r.Host
		for _, cookie := range c.http.Jar.Cookies(site) {
			r.AddCookie(cookie)
		}
	}
	res, err := c.transport().RoundTrip(r)
	notTLS, ok := err.(tls.RecordHeaderError)
	switch {
	case ok && string(notTLS.RecordHeader[:]) == "HTTP/":
		err = http.ErrSchemeMismatch
	case err != nil:
	case res == nil || res.Body == nil && res.ContentLength > 0:
		err = fmt.Errorf("the transport (%T) returned neither an error nor a response with its body", c.transport())
	case res.Body == nil:
		res.Body = http.NoBody
	}
	if err != nil { // the operation names the path
		return nil, &url.Error{Op: "Post", URL: r.URL.Scheme + "://" + r.URL.Host, Err: err}
	}
	if c.http.Jar != nil {
		if cookies := res.Cookies(); len(cookies) > 0 {
			c.http.Jar.SetCookies(site, cookies)
		}
	}
	return res, nil
}
