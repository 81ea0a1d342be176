package api

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// WithEnvelope reads responses that a deployment wraps in an object
//
//	{"success": true, "message": "...", "messages": ["..."], "data": {...}}
//
// The response of the operation, including its Raw, is data; [Received.Envelope] returns
// the whole envelope. If data is absent or null, or the response has no body (status 204,
// for example), the response is empty: a success, unless a field is required.
//
// A response with success: false becomes an [*Error] with its messages, whatever its HTTP
// status; this alone causes no retry. A response with status 2xx is also an error if it
// has a body that is not such an envelope: not an object, success neither true nor false,
// or one of these members repeated. With any other status, a proxy may have written the
// response, so its messages are only read if it is an envelope.
//
// The option is for catalogs that do not mention envelopes. If the catalog describes one,
// or says that an operation has none, the option has no effect.
func WithEnvelope() CallOption {
	return callOption(func(call *callConfig) { call.envelope = true })
}

// defaultEnvelope is the envelope of WithEnvelope.
var defaultEnvelope = &Envelope{Success: "success", Messages: []string{"message", "messages"}, Data: "data"}

// form returns the envelope of the responses, nil if they have none.
func (c *call) form() *Envelope {
	declared := c.operation.Envelope
	switch {
	case declared.exists():
		return declared
	case declared == nil && c.config.envelope:
		return defaultEnvelope
	default:
		return nil
	}
}

// envelope is an object around a response.
type envelope struct {
	success    bool
	messages   []string
	violations []Violation
	data       []byte // part of the body, nil if it is absent
}

var (
	errNoEnvelope = errors.New("expected an envelope, an object with success and data; if the " +
		"service has none, remove api.WithEnvelope")
	errNoSuccess = errors.New("the service reports no success; Messages of the error may say why")
)

// misfit returns the error for a body that is not such an envelope.
func (e *Envelope) misfit(what string) error {
	if e == defaultEnvelope {
		return fmt.Errorf("%s: %w", what, errNoEnvelope)
	}
	return fmt.Errorf("%s: expected the envelope of the "+
		"catalog, an object with %s", what, e.Success)
}

// open reads an envelope. Its error does not show the text.
func (e *Envelope) open(body []byte, limits cursor.Limits) (*envelope, error) {
	c := cursor.New(cursor.TextOf(body), limits)
	c.Mend = true // whoever reads the data decides
	r := envelopeReader{
		Cursor:   c,
		form:     e,
		body:     body,
		opened:   new(envelope),
		messages: make([][]string, len(e.Messages)),
		seen:     map[string]bool{},
	}
	c.Open()
	for c.Next() {
		key := c.Key
		if !r.member(key) {
			continue // a member that the form does not name may be repeated
		}
		if r.seen[key] {
			return nil, e.misfit(key + " is given twice")
		}
		r.seen[key] = true
	}
	fault := c.Fault
	switch {
	case !c.End() && isLimit(fault.Rule):
		return nil, &ValidationError{Violations: []Violation{{Rule: fault.Rule, Message: fault.Message}}}
	case !c.End():
		return nil, e.misfit("the body " + c.Fault.Message)
	case !r.hasSuccess:
		return nil, e.misfit(e.Success + " is absent or not a " + cursor.TypeOf(e.success()))
	}
	all := slices.Concat(r.messages...)
	r.opened.messages = all[:min(len(all), maxMessages)]
	return r.opened, nil
}

// envelopeReader reads the members of an envelope, in any order.
type envelopeReader struct {
	*cursor.Cursor
	form *Envelope
	body []byte // the whole; data is a part of it

	opened     *envelope       // what is read
	messages   [][]string      // by the index of their member in the form
	hasSuccess bool            // the member is there, with a value of the right type
	seen       map[string]bool // members that the form describes
}

// member reads the value of a member. It reports whether the form describes the member.
func (r *envelopeReader) member(key string) bool {
	message := slices.Index(r.form.Messages, key)
	switch {
	case key == r.form.Success:
		r.opened.success, r.hasSuccess = r.Is(r.form.Value)
	case message >= 0:
		m := messageReader{Cursor: r.Cursor}
		m.value(nil)
		r.messages[message] = m.texts
	case key == r.form.Data && key != "":
		start := r.I
		r.Skip()
		r.opened.data = r.body[start:r.I:r.I]
	case key == r.form.Violations && key != "":
		r.opened.violations = violationsIn(r.Cursor)
	default:
		r.Skip()
		return false
	}
	return true
}

// success returns the JSON of the value that means success.
func (e *Envelope) success() string { return cmp.Or(e.Value, "true") }

// unwrap replaces the content of a response by the data of its envelope.
func (r *response) unwrap(form *Envelope) error {
	if encode.IsBlank(r.body) {
		return nil
	}
	e, err := form.open(r.body, r.limits())
	if err != nil {
		return r.unreadable(err)
	}
	r.envelope = e
	r.whole = r.body
	switch {
	case !e.success:
		refusal := r.error()
		refusal.Err = errNoSuccess
		return refusal
	case form.Data != "":
		r.raw = e.data
	default:
		r.raw = deleteMembers(r.body, append(form.Siblings[:len(form.Siblings):len(form.Siblings)], form.Success)...)
	}
	return nil
}

// opened returns the envelope of a response that is not a success, nil if it has none.
func (r *response) opened() *envelope {
	if form := r.call.form(); r.envelope == nil && form != nil && !isSuccess(r.status) {
		r.envelope, _ = form.open(r.body, r.limits())
	}
	return r.envelope
}

// problem returns the problem in the body of a failure, or one with the messages and
// violations of the catalog's envelope, or nil.
func (r *response) problem() *Problem {
	if p := parseProblem(r.header, r.body, r.limits()); p != nil {
		return p
	}
	e := r.opened()
	if e == nil || e.success || !r.call.operation.Envelope.exists() {
		return nil
	}
	p := &Problem{Status: r.status, Errors: e.violations}
	if len(e.messages) > 0 {
		p.Detail = e.messages[0]
	}
	return p
}

// The bounds of the messages of a response.
const (
	maxMessages = 50
	maxMessage  = 1000 // bytes
)

// messageReader reads the texts of the current value: a string, an array of strings, or an
// object of texts by field. It applies the bounds while it reads, since a short text can
// produce many long messages: each message of a field begins with the field's name.
type messageReader struct {
	*cursor.Cursor
	texts []string
}

// value reads a value. The keys are those of the objects around it.
func (m *messageReader) value(keys []string) {
	b := m.Peek()
	switch {
	case len(m.texts) == maxMessages:
		m.Skip()
	case b == '"':
		if text, _ := m.String(); strings.TrimSpace(text) != "" {
			m.texts = append(m.texts, cutOff(strings.Join(append(keys, text), ": "), maxMessage))
		}
	case b == '[':
		for more := m.FirstItem(); more; more = m.NextItem() {
			m.value(keys)
		}
	case b == '{':
		m.Open()
		for m.Next() {
			m.value(append(keys, cutOff(m.Key, maxMessage)))
		}
	default:
		m.Skip()
	}
}
