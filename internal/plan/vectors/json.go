package vectors

import (
	"bytes"
	"encoding/json"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// The bodies in vectors are JSON in strings of YAML, since what is tested is their text, byte for byte.

// Object is a body with its members in the order of the text, as [yamldoc.ParseJSON] reads it.
type Object = yamldoc.Ordered

// Member is a member of an object.
type Member = yamldoc.Member

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

// ParseValue reads the JSON of a body or of a part of it. Its objects are [Object]s.
func ParseValue(text string) (any, error) { return yamldoc.ParseJSON(text) }
