package openapi

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
)

// A field of a request has constraints, and one of a response has none: a service may send more than the
// catalog says, and tools would refuse it. What JSON Schema cannot say is an x- key.

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

// typeSchema returns the schema of the values of a type, other than null.
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
	_, omitsEmpty := plan.FieldStep(f).When.(plan.Given) // an empty string counts as absent
	for _, c := range catalog.Constraints {
		key := keywords[c.Key]
		if f.Type.Kind == catalog.Map {
			key = strings.Replace(key, "Items", "Properties", 1)
		}
		isBound := key != "" && c.Value(f) != ""
		o = member(o, isBound && f.Join == "", key, number(c.Value(f)))
	}
	if len(f.Enum) > 0 {
		values := list(f.Enum...)
		if omitsEmpty && !slices.Contains(f.Enum, "") {
			values = append(values, "")
		}
		o = append(o, obj("enum", values)...)
	}
	o = member(o, f.Format.Checked() != "", "format", string(f.Format))
	o = append(o, patterns(f)...)
	if !omitsEmpty {
		return o
	}
	acceptsAny := len(o) == 1 && o[0].Key == "type" // any string
	if acceptsAny {
		return o
	}
	return obj("anyOf", list(o, obj("const", "")))
}

// patterns returns the keyword for the pattern of a field, and for texts that are not blank. A schema has
// one pattern, so both together are two schemas.
func patterns(f *catalog.Field) object {
	expr, isPortable := portablePattern(f.Pattern)
	hasPattern := f.Pattern != "" && isPortable
	switch {
	case f.NonBlank && hasPattern:
		matching := func(pattern string) object {
			return obj("type", list("string", "null"), "pattern", pattern)
		}
		return obj("allOf", list(matching(notBlank), matching(expr)))
	case f.NonBlank:
		return obj("pattern", notBlank)
	case hasPattern:
		return obj("pattern", expr)
	default:
		return nil
	}
}

// keywords are the bounds of JSON Schema, by the key of the catalog.
var keywords = map[string]string{
	"min_length": "minLength",
	"max_length": "maxLength",
	"min_items":  "minItems",
	"max_items":  "maxItems",
	"minimum":    "minimum",
	"maximum":    "maximum",
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
	low, high := 0, -1
	if f.MinItems != nil {
		low = *f.MinItems
	}
	if f.MaxItems != nil {
		high = *f.MaxItems
	}
	characters := []rune(f.Join)
	if len(characters) > 1 { // a class cannot exclude it
		return member(o, low > 0, "minLength", 1)
	}
	separator := escaped(characters[0])
	pattern := itemsPattern("[^"+separator+"]+", separator, low, high)
	return member(o, pattern != "", "pattern", pattern)
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
	described.Example = nil // it has its own key
	described.Default = f.ShownDefault()
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
	isChecked := where == inRequest && f.Format.Checked() != ""
	o = member(o, f.Format != "" && !isChecked, "x-format", string(f.Format))
	if f.Pattern == "" || where == inResponse {
		return o
	}
	expr, isPortable := portablePattern(f.Pattern)
	o = member(o, expr != f.Pattern || !isPortable, "x-pattern", f.Pattern)
	return member(o, !isPortable, "x-pattern-dialect", "RE2")
}
