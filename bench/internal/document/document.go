// Package document translates a catalog into the formats of the other generators:
// OpenAPI 3.0, Swagger 2.0 and a design of goa.
//
// Each document contains what its format can express: names, types, required fields,
// lengths, sizes, bounds, patterns, values, defaults, and whether a body accepts unknown
// keys. No format can describe the items of a list that is joined into one string, or
// rules over several fields.
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
	content := func(schema object) object { return object{"application/json": object{"schema": schema}} }
	return s.document(c, func(request, response object) object {
		return object{
			"requestBody": object{"required": true, "content": content(request)},
			"responses":   object{"200": object{"description": "OK", "content": content(response)}},
		}
	}, object{"openapi": "3.0.3", "components": object{"schemas": s.all(c)}})
}

// Swagger returns a catalog as Swagger 2.0 in JSON.
func Swagger(c *catalog.Catalog) []byte {
	s := schemas{at: "#/definitions/"}
	return s.document(c, func(request, response object) object {
		return object{
			"parameters": []object{{"in": "body", "name": "body", "required": true, "schema": request}},
			"responses":  object{"200": object{"description": "OK", "schema": response}},
		}
	}, object{
		"swagger": "2.0", "definitions": s.all(c),
		"consumes": []string{"application/json"}, "produces": []string{"application/json"},
	})
}

// document adds the title and the operations to a document. The bodies of an operation are
// written in the way of the format.
func (s schemas) document(c *catalog.Catalog, bodies func(request, response object) object, o object) []byte {
	paths := object{}
	for op := range c.Operations() {
		post := bodies(s.ref(requestName(op)), s.response(op))
		post["operationId"], post["tags"], post["summary"] = operationID(op), []string{op.Area.Name}, op.Summary
		paths[op.Path] = object{"post": post}
	}
	o["info"], o["paths"] = object{"title": c.Title, "version": c.Version}, paths
	text, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("a document of maps, strings and numbers: %v", err))
	}
	return text
}

// The names of operations and of their bodies in documents.
func operationID(o *catalog.Operation) string  { return o.Area.Name + "_" + o.Name }
func requestName(o *catalog.Operation) string  { return operationID(o) + "_request" }
func responseName(o *catalog.Operation) string { return operationID(o) + "_answer" }

// schemas makes JSON schemas. References begin with at.
type schemas struct{ at string }

// ref refers to a schema by its name.
func (s schemas) ref(name string) object { return object{"$ref": s.at + name} }

// all returns the records, the enums, and the bodies of the operations.
func (s schemas) all(c *catalog.Catalog) object {
	all := object{}
	for _, e := range c.Enums {
		all[e.Name] = object{"type": "string", "enum": e.Texts()}
	}
	for _, r := range c.Records {
		all[r.Name] = s.shape(r)
	}
	for o := range c.Operations() {
		all[requestName(o)] = s.shape(o.Request)
		if o.Response.Shown {
			all[responseName(o)] = s.shape(o.Response.Shape)
			all[responseName(o)].(object)["additionalProperties"] = true
		}
	}
	return all
}

// response returns the schema of a response: any object if the catalog does not document
// the response.
func (s schemas) response(o *catalog.Operation) object {
	if o.Response.Shown {
		return s.ref(responseName(o))
	}
	return object{"type": "object", "additionalProperties": true}
}

// shape describes an object.
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

// field describes a member of an object.
func (s schemas) field(f *catalog.Field) object {
	if f.Join != "" {
		return object{"type": "string"}
	}
	o := s.typed(f.Type)
	bounds(f, func(openAPI, _ string, n json.Number) { o[openAPI] = n })
	if f.Pattern != "" {
		o["pattern"] = f.Pattern
	}
	if len(f.Enum) > 0 {
		o["enum"] = f.Enum
	}
	if f.Default != nil && o["$ref"] == nil { // a reference allows no other keys
		o["default"] = f.Default
	}
	return o
}

// keywords are the names of constraints in OpenAPI and in goa.
var keywords = map[string][2]string{
	"min_length": {"minLength", "MinLength"}, "max_length": {"maxLength", "MaxLength"},
	"min_items": {"minItems", "MinLength"}, "max_items": {"maxItems", "MaxLength"},
	"minimum": {"minimum", "Minimum"}, "maximum": {"maximum", "Maximum"},
}

// bounds calls add for each bound of a field. A field that must not be blank has a minimum
// length of one.
func bounds(f *catalog.Field, add func(openAPI, goa string, n json.Number)) {
	if f.NonBlank && f.MinLength == nil {
		add("minLength", "MinLength", "1")
	}
	for _, c := range catalog.Constraints {
		if names, ok := keywords[c.Key]; ok && c.Value(f) != "" {
			add(names[0], names[1], json.Number(c.Value(f)))
		}
	}
}

// typed describes a type.
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
