package api

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// How a client turns a response into a value or an [*Error]. A success must be readable as a whole: a
// caller cannot tell a value that is missing from one that could not be read.

// read reads a response that is a success, and stores it in the call.
func (c *call) read(res *response) error {
	isEmpty := encode.IsBlank(res.raw)
	if isEmpty {
		res.raw = nil
	}
	c.received = newReceived(res.received)
	switch {
	case c.decode != nil:
		return c.readShaped(res, isEmpty)
	case isEmpty:
		return nil
	default:
		return res.checkShapeless()
	}
}

// checkShapeless checks a response whose shape is not known.
func (r *response) checkShapeless() error {
	fault := checkJSON(r.raw, r.limits())
	if fault == (cursor.Fault{}) {
		return nil
	}
	v := Violation{Rule: fault.Rule, Message: fault.Message}
	return r.unreadable(&ValidationError{Violations: []Violation{v}})
}

// readShaped decodes a response whose shape is known. Without a body, or with null, an object counts
// as empty, so that only its required fields are missing; a list or map is an error, unless the
// catalog does not guarantee it.
func (c *call) readShaped(res *response, isEmpty bool) error {
	res.shape = c.shape
	text := cursor.TextOf(res.raw) // which Raw forbids to change
	isNothing := isEmpty || text == "null"
	isWhole := isNothing && genstruct.IsWhole(reflect.TypeOf(c.shape))
	switch {
	case isWhole && isEmpty && c.invocation.Operation.Lenient:
		text = "null"
		isEmpty = false
	case isNothing && !isWhole:
		text = "{}"
		isEmpty = true
	}
	err := c.decode(&c.received, text, res.limits())
	switch {
	case err == nil:
		return nil
	case isEmpty && isWhole:
		err = errors.New("it is empty or null")
	case isEmpty:
		err = errors.New("it is empty or null; expected an object: " + err.Error())
	}
	return res.unreadable(err)
}

// limits returns the limits of the JSON text.
func (r *response) limits() cursor.Limits { return r.call.caller.limits.cursor() }

// error returns the response as an error. It keeps the type of the request, by which places in
// violations are shown, and not the request.
func (r *response) error() *Error {
	id := r.header.Get(requestIDField)
	request := reflect.Zero(reflect.TypeOf(r.call.request.value)).Interface()
	var messages []string
	if e := r.opened(); e != nil {
		messages = e.messages
	}
	return &Error{
		Operation: r.call.operation,
		Attempts:  r.attempts,
		Status:    r.status,
		Header:    r.header,
		Body:      r.body,
		RequestID: printable(cmp.Or(id, r.requestID), maxRequestID),
		Problem:   r.problem(),
		Messages:  messages,

		unconfirmed: id == "",
		request:     request,
		failure:     r.failure(),
	}
}

// unreadable returns the error of a response that cannot be read, and why.
func (r *response) unreadable(why error) *Error {
	e := r.error()
	invalid, isInvalid := errors.AsType[*ValidationError](why)
	switch {
	case errors.Is(why, errTooLong):
		limit := cursor.Count(r.call.caller.limits.Body, "byte")
		why = fmt.Errorf("%w of %s; api.WithResponseLimits changes it", why, limit)
	case isInvalid:
		why = r.invalid(invalid)
	default:
		why = onOneLine(why) // a trailer
	}
	part := "response"
	if form := r.call.form(); r.envelope != nil && form.Data != "" {
		part = "data of the envelope"
	}
	e.Err = fmt.Errorf("cannot read the %s: %w", part, why)
	return e
}

// invalid returns the error of a response that breaks rules, with the remedy. It is no
// [*ValidationError], which would say that the caller's request breaks them.
func (r *response) invalid(e *ValidationError) error {
	remedy := "; Body of the error holds what was received"
	for i, v := range e.Violations {
		if isLimit(v.Rule) {
			remedy = "; api.WithResponseLimits changes the limit"
		}
		e.Violations[i].Field = genstruct.Pointer(v.Field, redact.Keys{Maps: true}, reflect.TypeOf(r.shape))
	}
	return errors.New(e.Error() + remedy)
}

// isLimit reports whether a rule is one of [Limits].
func isLimit(rule string) bool { return rule == RuleDepth || rule == RuleItemsLimit }
