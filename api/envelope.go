package api

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api/internal/cursor"
)

// WithEnvelope reads responses that a deployment wraps in an object
//
//	{"success": true, "message": "...", "messages": ["..."], "data": {...}}
//
// The response of the operation, also in Raw, is data. A response with success:
// false is an [*Error] that holds its messages, whatever its HTTP status is; it is
// not retried for that. A response with status 2xx is also an error if it is not
// such an envelope: if it is not an object, success is neither true nor false, or
// one of these members is given twice. Other members are ignored. If the status is
// another one, a proxy may have written the response, so its messages are read only
// if it is an envelope. Without this option, responses are read as they are.
func WithEnvelope() CallOption {
	return callOption(func(call *callConfig) { call.envelope = true })
}

// envelope is an object around a response.
type envelope struct {
	success  bool
	messages []string
	data     []byte // nil if it is absent
}

var (
	errNoEnvelope = errors.New("expected an object with success, message or messages, and data")
	errNoSuccess  = errors.New("the service reports no success")
)

// openEnvelope reads an envelope. Its error shows nothing of the text.
func openEnvelope(text string, limits Limits) (*envelope, error) {
	members, err := topLevel(text, limits)
	if err != nil {
		return nil, err
	}
	e := new(envelope)
	switch members["success"] {
	case "true":
		e.success = true
	case "false":
	default:
		return nil, errNoEnvelope
	}
	e.messages = messagesIn(members["message"], limits, nil)
	e.messages = messagesIn(members["messages"], limits, e.messages)
	if data, ok := members["data"]; ok {
		e.data = []byte(data)
	}
	return e, nil
}

// topLevel returns the JSON texts of the members of an envelope.
func topLevel(text string, limits Limits) (map[string]string, error) {
	c := cursor.New(text, limits.cursor())
	isObject := c.Peek() == '{'
	members := make(map[string]string, 4)
	for c.Open(); c.Next(); {
		key, start := c.Key, c.I
		c.Skip()
		switch key {
		case "success", "message", "messages", "data":
			if _, twice := members[key]; twice {
				return nil, errNoEnvelope
			}
			members[key] = text[start:c.I]
		}
	}
	if !c.End() || !isObject {
		return nil, errNoEnvelope
	}
	return members, nil
}

// maxMessages bounds the messages of a response.
const maxMessages = 50

// messagesIn appends the texts of a JSON value: of a string, of an array of
// them, or of an object that has them by field, in the order of the fields.
func messagesIn(text string, limits Limits, messages []string) []string {
	c := cursor.New(text, limits.cursor())
	v := c.Value()
	if !c.End() {
		return messages
	}
	return appendMessages(messages, "", v)
}

func appendMessages(messages []string, prefix string, v any) []string {
	switch v := v.(type) {
	case string:
		if strings.TrimSpace(v) != "" && len(messages) < maxMessages {
			messages = append(messages, prefix+v)
		}
	case []any:
		for _, item := range v {
			messages = appendMessages(messages, prefix, item)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			messages = appendMessages(messages, prefix+key+": ", v[key])
		}
	}
	return messages
}

// unwrap replaces the content of a response by the data of its envelope.
func (a *answer) unwrap() error {
	e, err := openEnvelope(string(a.body), a.limits)
	switch {
	case err != nil:
		return a.unreadable(err)
	case !e.success:
		refusal := a.error()
		refusal.Err = errNoSuccess
		return refusal
	default:
		a.content = e.data
		return nil
	}
}

// messages returns the messages of an envelope.
func (a *answer) messages() []string {
	if !a.enveloped {
		return nil
	}
	e, err := openEnvelope(string(a.body), a.limits)
	if err != nil {
		return nil
	}
	return e.messages
}

// object returns the text for a decoder of an object. The envelope of an empty
// response has no data, or null, and no field is missing from that.
func (a *answer) object() []byte {
	if a.enveloped && (len(a.content) == 0 || string(a.content) == "null") {
		return []byte("{}")
	}
	return a.content
}
