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

// How a client takes the response out of its envelope. A response that is no envelope may come from a
// proxy, which knows nothing of the service; so a failure is read as far as it can be, and only a
// success must be an envelope. refusal.go has the other side.

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
var defaultEnvelope = &Envelope{
	Success:  "success",
	Messages: []string{"message", "messages"},
	Data:     "data",
}

// form returns the envelope of the responses, nil if they have none. The catalog, which may say that
// there is none, has precedence over the option.
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

// envelope is an object around a response, as it was read.
type envelope struct {
	success    bool
	messages   []string    // up to maxMessages
	violations []Violation // of the member for them, up to maxViolations
	data       []byte      // part of the body, nil if it is absent
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
	if repeated, isRepeated := r.members(); isRepeated {
		return nil, e.misfit(repeated + " is given twice")
	}
	isRead := c.End()
	switch {
	case !isRead && isLimit(c.Fault.Rule):
		v := Violation{Rule: c.Fault.Rule, Message: c.Fault.Message}
		return nil, &ValidationError{Violations: []Violation{v}}
	case !isRead:
		return nil, e.misfit("the body " + c.Fault.Message)
	case !r.hasSuccess:
		return nil, e.misfit(e.Success + " is absent or not a " + cursor.TypeOf(e.success()))
	}
	messages := slices.Concat(r.messages...)
	r.opened.messages = messages[:min(len(messages), maxMessages)]
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

// members reads the members, up to the first one that the form describes and that is repeated: two
// readers could take another one for the response. A member that the form does not name may be
// repeated.
func (r *envelopeReader) members() (repeated string, isRepeated bool) {
	r.Open()
	for r.Next() {
		key := r.Key
		isDescribed := r.member(key)
		if !isDescribed {
			continue
		}
		if r.seen[key] {
			return key, true
		}
		r.seen[key] = true
	}
	return "", false
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
		r.opened.data = r.body[start:r.I:r.I] // appending to it must not change the body
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

// unwrap replaces the content of a response by the data of its envelope. It returns an [*Error] if
// the envelope reports a failure or cannot be read. An empty body has no envelope.
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
	default: // the members of the response are beside those of the envelope
		r.raw = deleteMembers(r.body, slices.Concat(form.Siblings, []string{form.Success})...)
	}
	return nil
}

// opened returns the envelope of a response that is not a success, nil if it has none. It reads the
// envelope of a failure when it is first needed; unwrap has read that of a success.
func (r *response) opened() *envelope {
	form := r.call.form()
	isUnread := r.envelope == nil && form != nil
	if isUnread && !isSuccess(r.status) {
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
// produce many long messages: each message of a field begins with the field's name. From
//
//	{"name":["is required"],"address":{"zip":"is too long"}}
//
// it reads "name: is required" and "address: zip: is too long".
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
		text, _ := m.String()
		if strings.TrimSpace(text) != "" {
			message := strings.Join(append(keys, text), ": ")
			m.texts = append(m.texts, cutOff(message, maxMessage))
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
