package openapi

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
)

// field returns the schema of a field. It allows null only if null is a value of its own,
// although a server also accepts null for an optional field, as if it were absent.
func field(f *catalog.Field, where side) object {
	o := valueSchema(f, where)
	if where == inRequest {
		o = constraints(o, f)
	}
	acceptsNull := len(o) == 0 || f.Type.Kind == catalog.Unspecified || f.Type.Kind == catalog.Any
	switch {
	case f.Type.Nullable:
		o = withNull(o)
	case f.Required && acceptsNull:
		o = append(o, obj("not", obj("type", "null"))...)
	}
	return annotations(o, f, where)
}

// valueSchema returns the schema of the values of a field's type as they are sent.
func valueSchema(f *catalog.Field, where side) object {
	if f.Join == "" {
		return typeSchema(f.Type, where)
	}
	o := obj("type", "string")
	if where == inRequest {
		o = withJoinPattern(o, f)
	}
	return append(o, obj("x-join", f.Join)...)
}

func typeSchema(t *catalog.Type, where side) object {
	switch t.Kind {
	case catalog.String, catalog.Boolean, catalog.Number, catalog.Object:
		return obj("type", t.String())
	case catalog.Integer:
		return obj("type", "integer", "format", "int64")
	case catalog.Array:
		return obj("type", "array", "items", itemSchema(t.Elem, where))
	case catalog.Map:
		return obj("type", "object", "additionalProperties", itemSchema(t.Elem, where))
	case catalog.Record, catalog.Union:
		return ref(where.name(t.String()))
	case catalog.Enumeration:
		if where == inResponse && !t.Enum.Open { // unknown values can be read
			return obj("anyOf", list(ref(typeName(t.Enum.Name)), obj("type", "string")))
		}
		return ref(typeName(t.Enum.Name))
	case catalog.Unspecified:
		return obj("x-unspecified", true)
	default:
		return object{}
	}
}

// itemSchema returns the schema of the items of an array or a map.
func itemSchema(t *catalog.Type, where side) object {
	if t.Nullable {
		return withNull(typeSchema(t, where))
	}
	return typeSchema(t, where)
}

// withNull adds null to the values that a schema allows.
func withNull(o object) object {
	if len(o) == 0 || o[0].Key == "x-unspecified" {
		return o
	}
	switch o[0].Key {
	case "type":
		o = append(obj("type", list(o[0].Value, "null")), o[1:]...)
		for i, p := range o {
			if p.Key == "enum" {
				o[i].Value = append(slices.Clone(p.Value.([]any)), nil)
			}
		}
		return o
	case "anyOf": // a closed enum of a response
		return obj("anyOf", append(slices.Clone(o[0].Value.([]any)), obj("type", "null")))
	default:
		return obj("anyOf", list(o, obj("type", "null")))
	}
}

// constraints adds the constraints of a request.
func constraints(o object, f *catalog.Field) object {
	_, omitted := plan.FieldStep(f).When.(plan.Given) // an empty string counts as absent
	for _, c := range catalog.Constraints {
		key := keywords[c.Key]
		if f.Type.Kind == catalog.Map {
			key = strings.Replace(key, "Items", "Properties", 1)
		}
		o = member(o, f.Join == "" && key != "" && c.Value(f) != "", key, number(c.Value(f)))
	}
	if len(f.Enum) > 0 {
		values := list(f.Enum...)
		if omitted && !slices.Contains(f.Enum, "") {
			values = append(values, "")
		}
		o = append(o, obj("enum", values)...)
	}
	o = member(o, f.Format.Checked() != "", "format", string(f.Format))
	expr, portable := portablePattern(f.Pattern)
	hasPattern := f.Pattern != "" && portable
	switch {
	case f.NonBlank && hasPattern:
		matching := func(pattern string) object { return obj("type", list("string", "null"), "pattern", pattern) }
		o = append(o, pairOf("allOf", list(matching(notBlank), matching(expr))))
	case f.NonBlank:
		o = append(o, obj("pattern", notBlank)...)
	case hasPattern:
		o = append(o, obj("pattern", expr)...)
	}
	if omitted && (len(o) > 1 || o[0].Key != "type") { // it refuses some strings
		return obj("anyOf", list(o, obj("const", "")))
	}
	return o
}

// keywords are the bounds of JSON Schema, by the key of the catalog.
var keywords = map[string]string{
	"min_length": "minLength", "max_length": "maxLength", "min_items": "minItems", "max_items": "maxItems",
	"minimum": "minimum", "maximum": "maximum",
}

// notBlank matches a text with a character that is not a space as defined by
// [unicode.IsSpace]. Dialects share no escape for characters above U+00FF, and
// U+2028 and U+2029 are not allowed in a regular expression of JavaScript, so a range
// around them is left out first. Some tools match from the beginning of a text only.
const notBlank = `^[\s\S]*(?:[^\x09-\x0d\x20\x85\xa0` + "\u1680\u2000-\u205f\u3000]|[\u200b-\u2027\u202a-\u202e\u2030-\u205e])"

// withJoinPattern adds the constraints of a list that is sent as one string. Items are
// non-empty and do not contain the separator; a list without items is an empty
// string.
func withJoinPattern(o object, f *catalog.Field) object {
	if separator := []rune(f.Join); len(separator) == 1 {
		separator := escaped(separator[0])
		low, high := 0, -1
		if f.MinItems != nil {
			low = *f.MinItems
		}
		if f.MaxItems != nil {
			high = *f.MaxItems
		}
		if pattern := itemsPattern("[^"+separator+"]+", separator, low, high); pattern != "" {
			o = append(o, obj("pattern", pattern)...)
		}
	} else if f.MinItems != nil && *f.MinItems > 0 {
		o = append(o, obj("minLength", 1)...)
	}
	return o
}

// itemsPattern returns a pattern of items with a separator between them. high is -1 for
// any number. The pattern is "" if the dialects cannot count that far.
func itemsPattern(item, separator string, low, high int) string {
	rest := "(" + separator + item + ")"
	switch {
	case high == 0:
		return "^$"
	case max(low, high) > 1000:
		return ""
	case high < 0:
		rest += fmt.Sprintf("{%d,}", max(low-1, 0))
	default:
		rest += fmt.Sprintf("{%d,%d}", max(low-1, 0), high-1)
	}
	if low == 0 {
		return "^(" + item + rest + ")?$"
	}
	return "^" + item + rest + "$"
}

// annotations adds keys without effect on validation.
func annotations(o object, f *catalog.Field, where side) object {
	described := *f
	described.Example, described.Default = nil, f.ShownDefault() // an example has its own key
	words := strings.Join(described.Words(), " ")
	o = member(o, words != "", "description", words)
	o = deprecated(o, f.Deprecated)
	o = member(o, f.ShownDefault() != nil && where == inRequest, "default", scalar(f.ShownDefault()))
	o = member(o, f.ShownExample() != nil, "examples",
		[]any{scalar(sample.Member{Field: f, Value: f.Example}.Sent())})
	o = member(o, f.SendIf != "" && where == inRequest, "x-send-if", string(f.SendIf))
	o = member(o, f.OmitEmpty && where == inRequest, "x-omit-empty", true)
	o = member(o, f.Codes != "" && where == inRequest, "x-codes", f.Codes)
	o = member(o, f.Private(), "x-sensitive", true)
	o = member(o, f.Assumed != "", "x-assumed", f.Assumed)
	o = member(o, f.Format != "" && (where == inResponse || f.Format.Checked() == ""), "x-format",
		string(f.Format))
	if expr, ok := portablePattern(f.Pattern); f.Pattern != "" && where == inRequest {
		o = member(o, expr != f.Pattern || !ok, "x-pattern", f.Pattern)
		o = member(o, !ok, "x-pattern-dialect", "RE2")
	}
	return o
}
