package server

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/openapi"
)

// This file makes schemas of tools from the OpenAPI document of the catalog, so that a rule is
// translated to JSON Schema in one place. A tool has no components to refer to, so each schema
// brings those that it needs.

// dryRunName is the argument for a dry run, beside the fields of the request.
const dryRunName = "dry_run"

// schemas are the JSON Schemas of a catalog, as its OpenAPI document has them.
type schemas map[string]map[string]any

// schemaPrefix is the beginning of a reference to a schema in OpenAPI, and defsPrefix in a schema
// by itself.
const (
	schemaPrefix = "#/components/schemas/"
	defsPrefix   = "#/$defs/"
)

// readSchemas returns the schemas of the OpenAPI document. Numbers stay texts, since a bound such as
// 9007199254740993 is no float.
func readSchemas(c *catalog.Catalog) schemas {
	var document struct {
		Components struct {
			Schemas schemas `json:"schemas"`
		} `json:"components"`
	}
	d := json.NewDecoder(bytes.NewReader(openapi.New(c, "").JSON()))
	d.UseNumber()
	if err := d.Decode(&document); err != nil {
		panic(err) // a defect of package openapi
	}
	return document.Components.Schemas
}

// input returns the schema of the arguments of an operation.
func (s schemas) input(op *catalog.Operation) any {
	schema := s.whole(op.String()+".request", true)
	properties, _ := schema["properties"].(map[string]any)
	if schema["type"] != "object" { // no body, or null
		return argumentsSchema(nil, map[string]any{dryRunName: booleanSchema})
	}
	if properties == nil {
		properties = map[string]any{}
	}
	required, _ := schema["required"].([]any)
	for _, name := range op.Auth.BodyFields() { // the server adds credentials
		delete(properties, name)
		required = slices.DeleteFunc(required, func(key any) bool { return key == name })
	}
	delete(schema, "required")
	if len(required) > 0 {
		schema["required"] = required
	}
	if _, isField := properties[dryRunName]; !isField {
		properties[dryRunName] = booleanSchema
	}
	schema["properties"] = properties
	return schema
}

// output returns the schema of the response of an operation, nil if the catalog does not promise
// an object. Values that may be hidden are strings, too.
func (s schemas) output(op *catalog.Operation, showsSensitive bool) any {
	r := op.Response
	if !r.Shown || r.Nothing || r.Lenient || r.Whole != nil {
		return nil
	}
	schema := s.whole(op.String()+".response", showsSensitive)
	if schema["type"] != "object" {
		return nil
	}
	delete(schema, "required") // a dry run has no response, and one that is cut off is not whole
	return schema
}

// whole returns a schema with the schemas that it refers to.
func (s schemas) whole(name string, showsSensitive bool) map[string]any {
	c := copier{from: s, showsSensitive: showsSensitive, defs: map[string]any{}}
	schema, _ := c.copy(map[string]any(s[name])).(map[string]any)
	if len(c.defs) > 0 {
		schema["$defs"] = c.defs
	}
	return schema
}

// copier copies schemas without the keys that only opgen reads.
type copier struct {
	from           schemas
	showsSensitive bool
	defs           map[string]any // the schemas that were referred to so far, by name
}

// copy copies a schema, or a value in one.
func (c *copier) copy(value any) any {
	switch v := value.(type) {
	case map[string]any:
		return c.copyObject(v)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = c.copy(item)
		}
		return items
	}
	return value
}

// copyObject copies a schema. The names in "properties" are those of members, so they are not
// mistaken for keys of the schema, whatever they are.
func (c *copier) copyObject(schema map[string]any) any {
	if schema["x-sensitive"] == true && !c.showsSensitive {
		return map[string]any{} // the value, or its handle
	}
	copied := map[string]any{}
	for key, value := range schema {
		switch key {
		case "properties":
			members := maps.Clone(value.(map[string]any))
			for name, member := range members {
				members[name] = c.copy(member)
			}
			copied[key] = members
		case "$ref":
			copied[key] = defsPrefix + c.define(value.(string))
		default:
			if !strings.HasPrefix(key, "x-") {
				copied[key] = c.copy(value)
			}
		}
	}
	return copied
}

// define copies the schema of a reference to the definitions, unless it is there, and returns its
// name.
func (c *copier) define(ref string) string {
	name := strings.TrimPrefix(ref, schemaPrefix)
	if _, isDefined := c.defs[name]; !isDefined {
		c.defs[name] = nil // it may refer to itself
		c.defs[name] = c.copy(map[string]any(c.from[name]))
	}
	return name
}
