package verify

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/json/redact"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/places"
	"example.com/opgen/internal/text/wording"
)

// shapeOf returns the shape of a response: the members that the catalog knows, with their
// types. It contains no values and no other keys.
func shapeOf(op *interpreter.Operation, body []byte) string {
	if len(body) == 0 {
		return "no body"
	}
	var r shapeReader
	shape := r.typeOf(r.Begin(string(body), cursor.Responses, places.Bodies(op.Operation).Response))
	if !r.End() {
		return "not JSON"
	}
	if len(shape) > longestShape {
		shape = strings.ToValidUTF8(shape[:longestShape], "") + "..."
	}
	return shape
}

// longestShape is the length of the longest shape that is shown in full.
const longestShape = 1000

type shapeReader struct{ redact.Reader }

// typeOf names the type of the current value.
func (r *shapeReader) typeOf(v redact.Value) string {
	first := r.Peek()
	switch first {
	case '{':
		return r.objectType(v)
	case '[':
		var items []string
		r.Array(v, func(item redact.Value) {
			if name := r.typeOf(item); !slices.Contains(items, name) {
				items = append(items, name)
			}
		})
		return "[" + strings.Join(items, " or ") + "]"
	}
	r.Skip()
	return cursor.TypeOf(first)
}

func (r *shapeReader) objectType(v redact.Value) string {
	var members []string
	further := 0
	r.Object(v, func(known redact.Key, member redact.Value) {
		if known != redact.KnownKey {
			further++
			r.Skip()
			return
		}
		name := wording.Literal(r.Key)
		members = append(members, name+": "+r.typeOf(member))
	})
	slices.Sort(members)
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
