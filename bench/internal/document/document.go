// Package document translates a catalog into the formats of the other generators:
// OpenAPI 3.0, Swagger 2.0 and a design of goa.
//
// Each document says what the catalog says, as far as its format can: names, types,
// required fields, lengths, sizes, bounds, patterns, values, defaults, and whether
// a body accepts unknown keys. No format can describe the items of a list that is
// joined into one string, or rules over several fields. non-blank becomes a minimum
// length of one.
package document

import (
	"encoding/json"
	"fmt"
	"strings"

	"example.com/opgen/internal/catalog"
)

// object is a JSON object. Its keys are sorted when it is written.
type object = map[string]any

// OpenAPI returns a catalog as OpenAPI 3.0 in JSON.
func OpenAPI(c *catalog.Catalog) []byte {
	s := schemas{at: "#/components/schemas/"}
	paths := object{}
	for _, a := range c.Areas {
		for _, o := range a.Operations {
			content := func(schema object) object { return object{"application/json": object{"schema": schema}} }
			paths[o.Path] = object{"post": object{
				"operationId": operationID(o), "tags": []string{a.Name}, "summary": o.Summary,
				"requestBody": object{"required": true, "content": content(s.ref(requestName(o)))},
				"responses":   object{"200": object{"description": "OK", "content": content(s.answer(o))}},
			}}
		}
	}
	return encode(object{
		"openapi": "3.0.3", "info": object{"title": c.Title, "version": c.Version},
		"paths": paths, "components": object{"schemas": s.all(c)},
	})
}

// Swagger returns a catalog as Swagger 2.0 in JSON.
func Swagger(c *catalog.Catalog) []byte {
	s := schemas{at: "#/definitions/"}
	paths := object{}
	for _, a := range c.Areas {
		for _, o := range a.Operations {
			paths[o.Path] = object{"post": object{
				"operationId": operationID(o), "tags": []string{a.Name}, "summary": o.Summary,
				"parameters": []object{{"in": "body", "name": "body", "required": true, "schema": s.ref(requestName(o))}},
				"responses":  object{"200": object{"description": "OK", "schema": s.answer(o)}},
			}}
		}
	}
	return encode(object{
		"swagger": "2.0", "info": object{"title": c.Title, "version": c.Version},
		"consumes": []string{"application/json"}, "produces": []string{"application/json"},
		"paths": paths, "definitions": s.all(c),
	})
}

func operationID(o *catalog.Operation) string { return o.Area.Name + "_" + o.Name }
func requestName(o *catalog.Operation) string { return operationID(o) + "_request" }
func answerName(o *catalog.Operation) string  { return operationID(o) + "_answer" }

func encode(v object) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("a document of maps, texts and numbers: %v", err))
	}
	return text
}

// schemas makes JSON schemas. References begin with at.
type schemas struct{ at string }

func (s schemas) ref(name string) object { return object{"$ref": s.at + name} }

// all returns the records, the enums, and the bodies of the operations.
func (s schemas) all(c *catalog.Catalog) object {
	all := object{}
	for _, e := range c.Enums {
		var values []string
		for _, v := range e.Values {
			values = append(values, v.Value)
		}
		all[e.Name] = object{"type": "string", "enum": values}
	}
	for _, r := range c.Records {
		all[r.Name] = s.shape(r)
	}
	for _, a := range c.Areas {
		for _, o := range a.Operations {
			all[requestName(o)] = s.shape(o.Request)
			if o.Response.Shown {
				answer := s.shape(o.Response.Shape)
				answer["additionalProperties"] = true
				all[answerName(o)] = answer
			}
		}
	}
	return all
}

// answer returns the schema of a response: any object if the catalog does not show
// it.
func (s schemas) answer(o *catalog.Operation) object {
	if o.Response.Shown {
		return s.ref(answerName(o))
	}
	return object{"type": "object", "additionalProperties": true}
}

func (s schemas) shape(shape *catalog.Shape) object {
	properties, required := object{}, []string{}
	for _, f := range shape.Fields {
		properties[f.Name] = s.field(f)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	o := object{"type": "object", "properties": properties, "additionalProperties": shape.Open}
	if len(required) > 0 {
		o["required"] = required
	}
	return o
}

func (s schemas) field(f *catalog.Field) object {
	if f.Join != "" {
		return object{"type": "string"}
	}
	o := s.typed(f.Type)
	for key, n := range map[string]*int{"minItems": f.MinItems, "maxItems": f.MaxItems, "minLength": minLength(f), "maxLength": f.MaxLength} {
		if n != nil {
			o[key] = *n
		}
	}
	for key, n := range map[string]json.Number{"minimum": f.Minimum, "maximum": f.Maximum} {
		if n != "" {
			o[key] = n
		}
	}
	if f.Pattern != "" {
		o["pattern"] = f.Pattern
	}
	if len(f.Enum) > 0 {
		o["enum"] = f.Enum
	}
	if f.Default != nil && o["$ref"] == nil { // a reference allows no other keys beside it
		o["default"] = f.Default
	}
	return o
}

// minLength returns the minimum length of a field: at least one if the field must
// not be blank.
func minLength(f *catalog.Field) *int {
	if f.NonBlank && (f.MinLength == nil || *f.MinLength < 1) {
		return new(1)
	}
	return f.MinLength
}

func (s schemas) typed(t *catalog.Type) object {
	switch t.Kind {
	case catalog.Array:
		return object{"type": "array", "items": s.typed(t.Elem)}
	case catalog.Record:
		return s.ref(t.Record.Name)
	case catalog.Enumeration:
		return s.ref(t.Enum.Name)
	case catalog.Object:
		return object{"type": "object", "additionalProperties": true}
	case catalog.Any, catalog.Unspecified:
		return object{}
	default:
		return object{"type": strings.ToLower(t.String())}
	}
}
