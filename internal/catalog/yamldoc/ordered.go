package yamldoc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// A body, an OpenAPI document and the output of a command are read by people, who look for a member
// where its text or the catalog has it. A Go map would lose this order, so JSON that is shown is an
// Ordered. A text whose places matter is read as a [Node].

// Ordered is a JSON object whose members have an order. Their values are those of JSON: Ordered, []any,
// string, json.Number, bool and nil, or what the owner of an object encodes.
type Ordered []Member

// Member is a member of an object.
type Member struct {
	Key   string
	Value any
}

// Get returns the value of a key, nil if there is none.
func (o Ordered) Get(key string) any {
	for _, m := range o {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// MarshalJSON encodes the members in their order, without escapes for HTML.
func (o Ordered) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(m.Key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(m.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// ParseJSON parses JSON, preserving the order of members and the text of numbers. It returns an
// error for a repeated key.
func ParseJSON(text string) (any, error) {
	// Unmarshal refuses text that is nested too deep for the recursion below, and text
	// after a value.
	if err := json.Unmarshal([]byte(text), new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	repeated := ""
	v := readJSON(d, &repeated)
	if repeated != "" {
		return nil, fmt.Errorf("the key %s is given twice; delete one", repeated)
	}
	return v, nil
}

// readJSON returns the next value of valid JSON. It sets repeated to the last repeated key in
// quotation marks.
func readJSON(d *json.Decoder, repeated *string) any {
	t, _ := d.Token()
	switch t {
	case json.Delim('{'):
		o := Ordered{}
		seen := map[string]bool{}
		for d.More() {
			key := readJSON(d, repeated).(string)
			if seen[key] {
				*repeated = wording.Quote(key)
			}
			seen[key] = true
			o = append(o, Member{key, readJSON(d, repeated)})
		}
		_, _ = d.Token()
		return o
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, readJSON(d, repeated))
		}
		_, _ = d.Token()
		return list
	default:
		return t
	}
}
