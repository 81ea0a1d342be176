package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/text/wording"
)

// shapeOf returns the shape of a response: the members that the catalog knows, with their
// types. It contains no values and no other keys.
func shapeOf(op *interpreter.Operation, body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return "not JSON"
	}
	shape := typeIn(v, received(op))
	if len(shape) > longestShape {
		shape = strings.ToValidUTF8(shape[:longestShape], "") + "..."
	}
	return shape
}

// longestShape is the length of the longest shape that is shown in full.
const longestShape = 1000

// received returns the type of a response with its envelope, and of a failure.
func received(op *interpreter.Operation) *catalog.Type {
	t, e := op.Response.Type(), op.Envelope
	if e == nil && op.Failure == nil {
		return t
	}
	var fields []*catalog.Field
	if e != nil {
		fields = append(fields, &catalog.Field{Name: e.Data, Type: t})
		for _, name := range append([]string{e.Success, e.Violations}, e.Messages...) {
			fields = append(fields, &catalog.Field{Name: name, Type: &catalog.Type{Kind: catalog.Any}})
		}
	}
	if e == nil || e.Data == "" {
		fields = append(fields, op.Response.Fields...)
	}
	if f := op.Failure; f != nil && f.Member != "" {
		fields = append(fields, &catalog.Field{Name: f.Member, Type: f.Type})
	}
	for _, s := range op.Outcomes() {
		fields = append(fields, s.Fields...)
	}
	return &catalog.Type{Kind: catalog.Record, Record: &catalog.Shape{Fields: fields}}
}

// typeIn names the type of a value in place of a value of type t.
func typeIn(v any, t *catalog.Type) string {
	switch v := v.(type) {
	case map[string]any:
		return objectIn(v, t)
	case []any:
		if len(v) == 0 {
			return "[]"
		}
		var items []string
		for _, item := range v {
			if name := typeIn(item, elem(t, catalog.Array)); !slices.Contains(items, name) {
				items = append(items, name)
			}
		}
		return "[" + strings.Join(items, " or ") + "]"
	case string:
		return "string"
	case bool:
		return "boolean"
	case float64:
		return "number"
	default:
		return "null"
	}
}

func objectIn(v map[string]any, t *catalog.Type) string {
	var members []string
	further := 0
	for _, key := range slices.Sorted(maps.Keys(v)) {
		f := fieldIn(t, key)
		if f == nil {
			further++
			continue
		}
		members = append(members, wording.Literal(key)+": "+typeIn(v[key], f.Type))
	}
	if further > 0 {
		members = append(members, fmt.Sprintf("%s of other names", wording.Count(further, "member")))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// fieldIn returns the field with a key in an object of a type, nil if there is none.
func fieldIn(t *catalog.Type, key string) *catalog.Field {
	if t == nil {
		return nil
	}
	switch t.Kind {
	case catalog.Record:
		return t.Record.Field(key)
	case catalog.Union:
		if key == t.Union.By {
			return &catalog.Field{Type: &catalog.Type{Kind: catalog.String}}
		}
		for _, s := range t.Union.Records() {
			if f := s.Field(key); f != nil {
				return f
			}
		}
	}
	return nil
}

// fieldAt returns the last field on the path to a place in a value of a type, nil if there is
// none, and reports whether the catalog names every part of the path.
func fieldAt(of *catalog.Type, pointer string) (last *catalog.Field, named bool) {
	if pointer != "" && pointer[0] != '/' {
		return nil, false
	}
	for _, part := range strings.Split(pointer, "/")[1:] {
		f := fieldIn(of, jsonpointer.Unescape(part))
		switch {
		case f != nil:
			last, of = f, f.Type
		case of != nil && of.Kind == catalog.Array && strings.Trim(part, "0123456789*") == "":
			of = of.Elem
		case of != nil && of.Kind == catalog.Map && part == "*":
			of = of.Elem
		default:
			return last, false
		}
	}
	return last, true
}

// elem returns the type of the items or entries of a value of a type, nil if it is unknown.
func elem(t *catalog.Type, kind catalog.Kind) *catalog.Type {
	if t == nil || t.Kind != kind {
		return nil
	}
	return t.Elem
}
