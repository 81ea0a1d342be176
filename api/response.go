package api

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/api/internal/genstruct"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/redact"
)

// read reads a response that is a success.
func (c *call) read(res *response) error {
	empty := encode.IsBlank(res.raw)
	if empty {
		res.raw = nil
	}
	c.received = newReceived(res.received)
	if c.decode == nil {
		if empty {
			return nil
		}
		if fault := checkJSON(res.raw, res.limits()); fault != (cursor.Fault{}) {
			v := Violation{Rule: fault.Rule, Message: fault.Message}
			return res.unreadable(&ValidationError{Violations: []Violation{v}})
		}
		return nil
	}
	res.shape = c.shape
	text := cursor.TextOf(res.raw) // which Raw forbids to change
	whole := (empty || text == "null") && genstruct.IsWhole(reflect.TypeOf(c.shape))
	if whole && empty && c.invocation.Operation.Lenient {
		text, empty = "null", false
	}
	if !whole && (empty || text == "null") { // so only required fields are missing
		text, empty = "{}", true
	}
	err := c.decode(&c.received, text, res.limits())
	if err == nil {
		return nil
	}
	switch {
	case empty && whole:
		err = errors.New("it is empty or null")
	case empty:
		err = errors.New("it is empty or null; expected an object: " + err.Error())
	}
	return res.unreadable(err)
}

func (r *response) limits() cursor.Limits { return r.call.caller.limits.cursor() }

func (r *response) error() *Error {
	id := r.header.Get(requestIDField)
	request := reflect.Zero(reflect.TypeOf(r.call.request.value)).Interface() // not what it holds
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

func (r *response) unreadable(why error) *Error {
	e := r.error()
	invalid, isInvalid := errors.AsType[*ValidationError](why)
	switch {
	case errors.Is(why, errTooLong):
		why = fmt.Errorf("%w "+
			"of %s; api.WithResponseLimits changes it", why, cursor.Count(r.call.caller.limits.Body, "byte"))
	case isInvalid: // the response breaks rules, not the caller's request
		remedy := "; Body of the error holds what was received"
		if slices.ContainsFunc(invalid.Violations, func(v Violation) bool { return isLimit(v.Rule) }) {
			remedy = "; api.WithResponseLimits changes the limit"
		}
		for i, v := range invalid.Violations {
			invalid.Violations[i].Field = genstruct.Pointer(v.Field, redact.Keys{Maps: true}, reflect.TypeOf(r.shape))
		}
		why = errors.New(why.Error() + remedy)
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

// isLimit reports whether a rule is one of [Limits].
func isLimit(rule string) bool { return rule == RuleDepth || rule == RuleItemsLimit }
