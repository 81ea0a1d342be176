package behavior

import (
	"encoding/json"
	"maps"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// A catalog can be served before anybody has written what its operations do. An operation that the
// file leaves out then responds with the example that the reference shows, since it obeys the
// catalog and readers know it. It is a canned operation in all but its class, which tells callers
// that nobody chose this response.

// WithExamples returns b with an entry for each operation of its catalog that b leaves out and that
// has an example of a response.
func (b *Behavior) WithExamples(c *catalog.Catalog) *Behavior {
	operations := maps.Clone(b.Operations)
	if operations == nil {
		operations = map[string]*Operation{}
	}
	for op := range c.Operations() {
		if operations[op.String()] != nil {
			continue
		}
		if response := exampleOf(op); response != nil {
			operations[op.String()] = &Operation{Operation: op, Class: Example, Response: response}
		}
	}
	return &Behavior{Kinds: b.Kinds, Operations: operations}
}

// exampleOf returns the example of a response, nil if the catalog does not describe the response,
// or if a sample would be too large.
func exampleOf(op *catalog.Operation) *Template {
	if op.Response.Nothing {
		return &Template{Nothing: true}
	}
	r, ok := sample.ShownResponse(op)
	if !ok {
		return nil
	}
	return &Template{Value: &Value{Source: Constant, Constant: json.RawMessage(r.JSON())}}
}
