package api

import (
	"strings"

	"example.com/opgen/internal/json/cursor"
)

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
