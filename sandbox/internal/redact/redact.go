// Package redact leaves out of bodies and documents what must not be seen: what the
// catalog calls sensitive. Of what it does not describe, the kind or the size is shown.
package redact

import "encoding/json"

// Redacted stands for a sensitive value.
const Redacted = "[redacted]"

// instead names a JSON value that is not shown, by its kind or its size.
func instead(text json.RawMessage) string {
	switch append(text, ' ')[0] {
	case '"':
		return "[string]"
	case 't', 'f':
		return "[boolean]"
	case '{':
		var members map[string]json.RawMessage
		json.Unmarshal(text, &members) // what is cut off has none
		return sized(len(members), "key")
	case '[':
		var items []json.RawMessage
		json.Unmarshal(text, &items)
		return sized(len(items), "item")
	default:
		return "[number]"
	}
}
