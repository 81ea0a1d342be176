package vectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// Object is a JSON object with its members in the order of the text. Other
// values are nil, bool, string, json.Number and []any.
type Object []Member

// Member is a member of an object.
type Member struct {
	Key   string
	Value any
}

// object parses a JSON object. It reports other text.
func (r *reader) object(key string, n *yamldoc.Node) (Object, bool) {
	v, err := ParseValue(n.Text)
	if err != nil {
		r.report(BadJSON, n, "%q: %v", key, err)
		return nil, false
	}
	o, ok := v.(Object)
	if !ok {
		r.report(BadJSON, n, "%q: not an object, which every body is", key)
	}
	return o, ok
}

// checkBody checks that a body is written as it is sent.
func (r *reader) checkBody(op *catalog.Operation, n *yamldoc.Node) {
	if op != nil && op.Empty.Body() != "{}" {
		if n.Text != op.Empty.Body() {
			r.report(BadBody, n, `"body": the operation has "empty: %s", so it always sends '%s'`,
				op.Empty, op.Empty.Body())
		}
		return
	}
	if _, ok := r.object("body", n); !ok {
		return
	}
	var compact bytes.Buffer
	_ = json.Compact(&compact, []byte(n.Text)) // it is JSON
	if compact.String() != n.Text {
		r.report(BadBody, n,
			`"body": white space around values is never sent; write it on one line, without `+
				`white space`)
	}
}

// ParseValue parses JSON, preserving the order of members and the text of numbers. It returns an
// error for a repeated key.
func ParseValue(text string) (any, error) {
	// Unmarshal refuses text that is nested too deep for the recursion below, and text
	// after a value.
	if err := json.Unmarshal([]byte(text), new(json.RawMessage)); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	repeated := ""
	v := readValue(d, &repeated)
	if repeated != "" {
		return nil, fmt.Errorf("the key %s is given twice; delete one", repeated)
	}
	return v, nil
}

// readValue returns the next value of valid JSON. It sets repeated to the last repeated key in
// quotation marks.
func readValue(d *json.Decoder, repeated *string) any {
	t, _ := d.Token()
	switch t {
	case json.Delim('{'):
		o, known := Object{}, map[string]bool{}
		for d.More() {
			key := readValue(d, repeated).(string)
			if known[key] {
				*repeated = wording.Quote(key)
			}
			known[key] = true
			o = append(o, Member{key, readValue(d, repeated)})
		}
		_, _ = d.Token()
		return o
	case json.Delim('['):
		list := []any{}
		for d.More() {
			list = append(list, readValue(d, repeated))
		}
		_, _ = d.Token()
		return list
	default:
		return t
	}
}
