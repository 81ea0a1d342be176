package verify

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/places"
	"example.com/opgen/internal/text/wording"
)

// shapeOf returns the shape of a response: the members that the catalog knows, with their
// types. It contains no values and no other keys.
func shapeOf(op *interpreter.Operation, body []byte) string {
	var v any
	if len(body) == 0 {
		return "no body"
	}
	if json.Unmarshal(body, &v) != nil {
		return "not JSON"
	}
	shape := typeIn(v, places.Bodies(op.Operation).Response)
	if len(shape) > longestShape {
		shape = strings.ToValidUTF8(shape[:longestShape], "") + "..."
	}
	return shape
}

// longestShape is the length of the longest shape that is shown in full.
const longestShape = 1000

// typeIn names the type of a value at a place.
func typeIn(v any, p redact.Place) string {
	switch v := v.(type) {
	case map[string]any:
		return objectIn(v, p)
	case []any:
		if p != nil {
			p = p.Items()
		}
		var items []string
		for _, item := range v {
			if name := typeIn(item, p); !slices.Contains(items, name) {
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

func objectIn(v map[string]any, p redact.Place) string {
	if p != nil {
		p = p.Object(func(key string) string {
			tag, _ := v[key].(string)
			return tag
		})
	}
	if p == nil {
		p = redact.Text // no member is known
	}
	var members []string
	further := 0
	for _, key := range slices.Sorted(maps.Keys(v)) {
		member, known := p.Member(key)
		if known != redact.KnownKey {
			further++
			continue
		}
		members = append(members, wording.Literal(key)+": "+typeIn(v[key], member))
	}
	if further > 0 {
		members = append(members, fmt.Sprintf("%s of other names", wording.Count(further, "member")))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// fieldIn returns the field with a key in an object of a type, nil if there is none.
func fieldIn(t *catalog.Type, key string) *catalog.Field {
	if t.Union != nil && key == t.Union.By {
		return &catalog.Field{Type: &catalog.Type{Kind: catalog.String}}
	}
	for _, s := range t.Records() {
		if f := s.Field(key); f != nil {
			return f
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
		case of.Kind == catalog.Array && strings.Trim(part, "0123456789*") == "":
			of = of.Elem
		case of.Kind == catalog.Map && part == "*":
			of = of.Elem
		default:
			return last, false
		}
	}
	return last, true
}
