package openapi

import (
	"slices"
	"strings"
)

// In30 returns the document in OpenAPI 3.0, for tools that read no later version. Its
// schemas accept the same bodies.
func (d *Document) In30() *Document {
	schemas := d.root.get("components").(object).get("schemas").(object)
	root := lowering(schemas).part("", d.root).(object)
	root[0].value = "3.0.3"
	return &Document{root}
}

// get returns the value of a key, nil if there is none.
func (o object) get(key string) any {
	for _, p := range o {
		if p.key == key {
			return p.value
		}
	}
	return nil
}

// lowering translates schemas of JSON Schema 2020-12 to the dialect of OpenAPI 3.0. It has the
// targets of references.
type lowering object

// mapped returns an object or a list with other values. A scalar stays as it is.
func mapped(v any, f func(key string, v any) any) any {
	switch v := v.(type) {
	case object:
		all := slices.Clone(v)
		for i, p := range v {
			all[i].value = f(p.key, p.value)
		}
		return all
	case []any:
		all := slices.Clone(v)
		for i, item := range v {
			all[i] = f("", item)
		}
		return all
	}
	return v
}

// part returns a part of the document that is not a schema, with its schemas lowered.
func (l lowering) part(key string, v any) any {
	switch {
	case key == "schema":
		return l.lowered("", v)
	case key == "schemas":
		return mapped(v, l.lowered)
	case key == "example", key == "securitySchemes", strings.HasPrefix(key, "x-"):
		return v
	}
	return mapped(v, l.part)
}

// lowered returns a schema or a list of schemas. A boolean stays as it is.
func (l lowering) lowered(_ string, v any) any {
	if s, ok := v.(object); ok {
		return l.schema(s)
	}
	return mapped(v, l.lowered)
}

// null is the schema of null, for which 3.0 has no type.
var null = of("type", "object", "nullable", true, "enum", []any{nil})

// schema returns a schema of 3.0.
func (l lowering) schema(s object) object {
	var o object
	for _, p := range s {
		switch p.key {
		case "$ref":
			if len(s) > 1 { // keys next to a $ref are ignored
				p = pair{"allOf", list(of("$ref", p.value))}
			}
			o = append(o, p)
		case "type":
			o = append(o, typeOf(p.value)...)
		case "const":
			o = append(member(of("enum", list(p.value)), s.get("type") == nil, "type", kindOf(p.value)), o...)
		case "examples":
			o = append(o, of("example", p.value.([]any)[0])...)
		case "if": // then nothing
			o = append(o, of("not", l.lowered("", p.value))...)
		case "then":
		case "properties":
			o = append(o, of(p.key, mapped(p.value, l.lowered))...)
		case "items", "not", "additionalProperties", "allOf", "oneOf":
			o = append(o, of(p.key, l.lowered("", p.value))...)
		case "anyOf":
			o = append(o, l.alternatives(p.value.([]any))...)
		case "discriminator": // which in 3.0 refuses every tag that it does not map
			if len(p.value.(object).get("mapping").(object)) < len(s.get("oneOf").([]any)) {
				p.key = "x-discriminator"
			}
			o = append(o, p)
		default:
			o = append(o, p)
		}
	}
	return o
}

// typeOf returns the keys for one or several types.
func typeOf(types any) object {
	several, ok := types.([]any)
	if !ok {
		if types == "null" {
			return null
		}
		return of("type", types)
	}
	others := slices.DeleteFunc(slices.Clone(several), func(t any) bool { return t == "null" })
	var all []any
	for _, t := range others {
		one := of("type", t)
		one = member(one, len(others) < len(several), "nullable", true)
		all = append(all, member(one, t == "array" && len(others) > 1, "items", object{}))
	}
	if len(all) == 1 {
		return all[0].(object)
	}
	return of("anyOf", all)
}

// kindOf is the type of a constant.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	}
	return "integer"
}

// alternatives returns an anyOf. Instead of null, another alternative becomes nullable.
func (l lowering) alternatives(schemas []any) object {
	isNull := func(s any) bool { return len(s.(object)) == 1 && s.(object).get("type") == "null" }
	others := l.lowered("", slices.DeleteFunc(slices.Clone(schemas), isNull)).([]any)
	if len(others) == len(schemas) {
		return of("anyOf", others)
	}
	if name, ok := others[0].(object).get("$ref").(string); ok && len(others) == 1 {
		target, _ := object(l).get(name[strings.LastIndexByte(name, '/')+1:]).(object)
		kind, ok := target.get("type").(string)
		if !ok {
			kind = "object" // a union
		}
		return of("type", kind, "nullable", true, "allOf", others)
	}
	for i, s := range others {
		if s := s.(object); s.get("type") != nil {
			others[i] = slices.Insert(slices.Clone(s), 1, pair{"nullable", true})
			break
		}
	}
	return of("anyOf", others)
}
