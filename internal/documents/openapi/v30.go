package openapi

import (
	"slices"
	"strings"
)

// OpenAPI 3.0 has a dialect of JSON Schema of its own: no type null, no const, no if, and keys beside a
// $ref are ignored. The document in 3.1 is translated, so that the two cannot say different things.

// In30 returns the document in OpenAPI 3.0, for tools that read no later version. Its
// schemas accept the same bodies, except that 3.0 lets validators refuse 1.0 for an integer. The
// description of a document with integers says so.
func (d *Document) In30() *Document {
	schemas := d.root.Get("components").(object).Get("schemas").(object)
	root := lowering(schemas).lowerObject(d.root)
	root[0].Value = "3.0.3"
	if hasIntegers(schemas) {
		info := root.Get("info").(object)
		for i, p := range info {
			if p.Key == "description" {
				info[i].Value = paragraphs(p.Value.(string), integersIn30)
			}
		}
	}
	return &Document{root}
}

// integersIn30 describes what differs from a document in 3.1.
const integersIn30 = "The service reads a number such as 1.0 as the integer 1. By OpenAPI 3.0, a validator " +
	"may refuse it."

// hasIntegers reports whether a part of the document has the type of integers.
func hasIntegers(part any) bool {
	switch part := part.(type) {
	case object:
		for _, p := range part {
			isFormat := p.Key == "format" && p.Value == "int64"
			if isFormat || hasIntegers(p.Value) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(part, hasIntegers)
	}
	return false
}

// lowering translates schemas of JSON Schema 2020-12 to the dialect of OpenAPI 3.0. It has the
// targets of references.
type lowering object

// lowerValue returns the value of a key of an object, or an item of a list.
func (l lowering) lowerValue(key string, v any) any {
	switch v := v.(type) {
	case object:
		switch {
		case key == "example", key == "securitySchemes", strings.HasPrefix(key, "x-"):
			return v
		case key == "properties", key == "schemas": // whose keys are names
			lowered := slices.Clone(v)
			for i, p := range v {
				lowered[i].Value = l.lowerValue("", p.Value)
			}
			return lowered
		}
		return l.lowerObject(v)
	case []any:
		if key == "security" {
			return v
		}
		lowered := slices.Clone(v)
		for i, item := range v {
			lowered[i] = l.lowerValue("", item)
		}
		return lowered
	}
	return v
}

// null is the schema of null, for which 3.0 has no type.
var null = obj("type", "object", "nullable", true, "enum", []any{nil})

// lowerObject returns a schema or another object in the form of 3.0. Only schemas have the keys
// that change.
func (l lowering) lowerObject(s object) object {
	var o object
	for _, p := range s {
		switch p.Key {
		case "$ref":
			if len(s) > 1 { // keys next to a $ref are ignored
				p = pairOf("allOf", list(obj("$ref", p.Value)))
			}
			o = append(o, p)
		case "type":
			o = append(o, typeOf(p.Value)...)
		case "const":
			only := member(obj("enum", list(p.Value)), s.Get("type") == nil, "type", kindOf(p.Value))
			o = append(only, o...)
		case "enum":
			values := p.Value.([]any)
			startsWithNull := len(values) > 0 && values[0] == nil
			if startsWithNull && s.Get("type") == nil { // null needs a type
				p = pairOf("anyOf", list(null, obj("enum", values[1:])))
			}
			o = append(o, p)
		case "examples":
			o = append(o, obj("example", p.Value.([]any)[0])...)
		case "if": // then nothing
			o = append(o, obj("not", l.lowerValue("", p.Value))...)
		case "then":
		case "anyOf":
			o = append(o, l.lowerAnyOf(p.Value.([]any))...)
		case "discriminator": // which in 3.0 refuses every tag that it does not map
			if l.isOpen(s) {
				p.Key = "x-discriminator"
			}
			o = append(o, p)
		default:
			o = append(o, pairOf(p.Key, l.lowerValue(p.Key, p.Value)))
		}
	}
	return o
}

// isOpen reports whether a union accepts tags that its discriminator does not map: those that the
// schema of unknown variants does not exclude.
func (l lowering) isOpen(union object) bool {
	tag := union.Get("discriminator").(object).Get("propertyName").(string)
	return slices.ContainsFunc(union.Get("oneOf").([]any), func(branch any) bool {
		name := strings.TrimPrefix(textOf(branch.(object).Get("$ref")), schemaPrefix)
		variant, _ := object(l).Get(name).(object)
		properties, _ := variant.Get("properties").(object)
		schema, _ := properties.Get(tag).(object)
		return schema.Get("not") != nil
	})
}

// typeOf returns the keys for a type, or for a list of a type and null.
func typeOf(types any) object {
	if both, ok := types.([]any); ok {
		return obj("type", both[0], "nullable", true)
	}
	if types == "null" {
		return null
	}
	return obj("type", types)
}

// lowerAnyOf returns an anyOf. Instead of null, another alternative becomes nullable.
func (l lowering) lowerAnyOf(schemas []any) object {
	isNull := func(s any) bool { return len(s.(object)) == 1 && s.(object).Get("type") == "null" }
	others := l.lowerValue("", slices.DeleteFunc(slices.Clone(schemas), isNull)).([]any)
	if len(others) == len(schemas) {
		return obj("anyOf", others)
	}
	name, isRef := others[0].(object).Get("$ref").(string)
	if isRef && len(others) == 1 {
		target, _ := object(l).Get(name[strings.LastIndexByte(name, '/')+1:]).(object)
		kind, hasType := target.Get("type").(string)
		if !hasType {
			kind = "object" // a union
		}
		return obj("type", kind, "nullable", true, "allOf", others)
	}
	for i, s := range others {
		if s := s.(object); s.Get("type") != nil {
			others[i] = slices.Insert(slices.Clone(s), 1, pairOf("nullable", true))
			break
		}
	}
	return obj("anyOf", others)
}
