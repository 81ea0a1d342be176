package api

import (
	"errors"
	"fmt"
	"strings"

	"example.com/opgen/api/internal/cursor"
	"example.com/opgen/api/internal/encode"
)

// WithEnvelope reads responses that a deployment wraps in an object
//
//	{"success": true, "message": "...", "messages": ["..."], "data": {...}}
//
// The response of the operation, also in Raw, is data; [Received.Envelope] returns
// all of it. Data that is absent or null, and a response without a body, such as one
// with status 204, are an empty response: a success, unless a field is required.
//
// A response with success: false is an [*Error] that holds its messages, whatever its
// HTTP status is; it is not retried for that. A response with status 2xx is also an
// error if it has a body that is not such an envelope: if it is not an object, success
// is neither true nor false, or one of these members is given twice. If the status is
// another one, a proxy may have written the response, so its messages are read only
// if it is an envelope. Without this option, responses are read as they are.
func WithEnvelope() CallOption {
	return callOption(func(call *callConfig) { call.envelope = true })
}

// envelope is an object around a response.
type envelope struct {
	success  bool
	messages []string
	data     []byte // part of the body, nil if it is absent
}

var (
	errNoEnvelope = errors.New("expected an envelope, an object with success and data; if the service has none, remove api.WithEnvelope")
	errNoSuccess  = errors.New("the service reports no success; Messages of the error may say why")
)

// openEnvelope reads an envelope. Its error shows nothing of the text.
func openEnvelope(body []byte, limits Limits) (*envelope, error) {
	c := cursor.New(string(body), limits.cursor())
	if first := c.Peek(); first != '{' && !c.Broken && first != 0 {
		c.Skip()
		if c.End() {
			return nil, fmt.Errorf("the body is %s: %w", kindOf(first), errNoEnvelope)
		}
	}
	e := new(envelope)
	var message, messages []string
	success, seen := "", map[string]bool{}
	for c.Open(); c.Next(); {
		key, start := c.Key, c.I
		switch key {
		case "success":
			c.Skip()
			success = c.Text[start:c.I]
		case "message":
			message = messagesIn(c)
		case "messages":
			messages = messagesIn(c)
		case "data":
			c.Skip()
			e.data = body[start:c.I:c.I]
		default:
			c.Skip()
			continue
		}
		if seen[key] {
			return nil, fmt.Errorf("%s is given twice: %w", key, errNoEnvelope)
		}
		seen[key] = true
	}
	switch {
	case !c.End():
		return nil, fmt.Errorf("the body %s: %w", c.Fault().Message, errNoEnvelope)
	case success != "true" && success != "false":
		return nil, fmt.Errorf("success is neither true nor false: %w", errNoEnvelope)
	}
	e.success = success == "true"
	e.messages = append(message, messages...)
	e.messages = e.messages[:min(len(e.messages), maxMessages)]
	return e, nil
}

// kindOf names the type of a JSON value by its first byte.
func kindOf(first byte) string {
	switch first {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	default:
		return "a number"
	}
}

// The bounds of the messages of a response.
const (
	maxMessages = 50
	maxMessage  = 1000 // bytes
)

// messagesIn returns the texts of the value at hand: of a string, of an array of
// them, or of an object that has them by field. It keeps no more than the bounds
// allow while it reads, since a short text can stand for many long ones: each of a
// field's messages begins with its name.
func messagesIn(c *cursor.Cursor) []string {
	m := messageReader{Cursor: c}
	m.value()
	return m.messages
}

type messageReader struct {
	*cursor.Cursor
	keys     []string // of the objects around the value at hand
	messages []string
}

func (m *messageReader) value() {
	switch b := m.Peek(); {
	case len(m.messages) == maxMessages:
		m.Skip()
	case b == '"':
		if text, _ := m.String(); strings.TrimSpace(text) != "" {
			m.messages = append(m.messages, m.message(text))
		}
	case b == '[':
		for more := m.FirstItem(); more; more = m.NextItem() {
			m.value()
		}
	case b == '{':
		for m.Open(); m.Next(); {
			m.keys = append(m.keys, m.Key)
			m.value()
			m.keys = m.keys[:len(m.keys)-1]
		}
	default:
		m.Skip()
	}
}

// message returns a copy of a text behind the keys that lead to it, cut off at the
// bound.
func (m *messageReader) message(text string) string {
	var b []byte
	for _, key := range m.keys {
		b = append(append(b, key[:min(len(key), maxMessage)]...), ": "...)
		if len(b) > maxMessage {
			break
		}
	}
	b = append(b, text[:min(len(text), maxMessage+1)]...)
	return cutOff(string(b), maxMessage)
}

// unwrap replaces the content of a response by the data of its envelope.
func (a *answer) unwrap() error {
	if encode.IsBlank(a.body) {
		return nil
	}
	e, err := openEnvelope(a.body, a.limits())
	if err != nil {
		return a.unreadable(err)
	}
	a.envelope = e
	if !e.success {
		refusal := a.error()
		refusal.Err = errNoSuccess
		return refusal
	}
	a.content = e.data
	return nil
}

// messages returns the messages of an envelope.
func (a *answer) messages() []string {
	if a.envelope == nil && a.call.config.envelope && !isSuccess(a.status) {
		a.envelope, _ = openEnvelope(a.body, a.limits())
	}
	if a.envelope == nil {
		return nil
	}
	return a.envelope.messages
}
