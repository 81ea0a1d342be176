package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
)

// A position is a place of a document where a schema can stand.
type position struct {
	name string
	// document is a document with the word SCHEMA at the position, whose pointer is at.
	document, at string
}

const (
	mutantHead = `{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a/b": {"post": `
	mutantBody = "/paths/~1a~1b/post/requestBody/content/application~1json/schema"
	mutantOK   = "/paths/~1a~1b/post/responses/200/content/application~1json/schema"
)

// mutantDocument describes one operation, and two components that its schemas can name.
func mutantDocument(request, response, failure string) string {
	content := func(schema string) string {
		return `"content": {"application/json": {"schema": ` + schema + `}}`
	}
	return mutantHead + `{"requestBody": {` + content(request) + `}, "responses": {
		"200": {"description": "OK", ` + content(response) + `}, "400": {"description": "Bad", ` + content(failure) + `}}}}},
		"components": {"schemas": {
			"Both": {"type": "object", "properties": {"id": {"type": "string"}, "p": {"readOnly": true, "allOf": [SCHEMA]},
				"q": {"writeOnly": true, "allOf": [SCHEMA]}}},
			"Named": SCHEMA, "Thing": {"type": "object", "properties": {"id": {"type": "string"}}}}}}`
}

// positions are where a schema can stand. One that names a component has the schema there.
func positions() []position {
	object := func(schema string) string {
		return `{"type": "object", "properties": {"p": ` + schema + `}}`
	}
	const both = `{"$ref": "#/components/schemas/Both"}`
	const named, thing = `{"$ref": "#/components/schemas/Named"}`, `{"$ref": "#/components/schemas/Thing"}`
	inRequest := func(name, schema, below string) position {
		return position{name, mutantDocument(object(schema), thing, thing), mutantBody + "/properties/p" + below}
	}
	return []position{
		inRequest("property", `SCHEMA`, ""),
		inRequest("named property", named, ""),
		inRequest("item", `{"type": "array", "items": SCHEMA}`, "/items"),
		inRequest("map value", `{"type": "object", "additionalProperties": SCHEMA}`, "/additionalProperties"),
		inRequest("property of an object", object(`SCHEMA`), "/properties/p"),
		inRequest("part", `{"allOf": [{"description": "D."}, SCHEMA]}`, "/allOf/1"),
		inRequest("alternative of null", `{"oneOf": [SCHEMA, {"type": "null"}]}`, "/oneOf/0"),
		{"response property", mutantDocument(thing, object(`SCHEMA`), thing), mutantOK + "/properties/p"},
		{"response item", mutantDocument(thing, `{"type": "array", "items": SCHEMA}`, thing), mutantOK + "/items"},
		{"body", mutantDocument(`SCHEMA`, thing, thing), mutantBody},
		{"response", mutantDocument(thing, `SCHEMA`, thing), mutantOK},
		{"property that requests lack", mutantDocument(both, both, thing), "/components/schemas/Both/properties/p/allOf/0"},
		{"property that responses lack", mutantDocument(both, both, thing), "/components/schemas/Both/properties/q/allOf/0"},
		{"named response", mutantDocument(object(named), named, thing), mutantOK},
	}
}

// schemas are the schemas that a keyword is added to.
var mutantSchemas = []struct{ name, text string }{
	{"string", `{"type": "string"}`},
	{"enum", `{"type": "string", "enum": ["x", "y"]}`},
	{"integer", `{"type": "integer"}`},
	{"list", `{"type": "array", "items": {"type": "string"}}`},
	{"object", `{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}`},
	{"map", `{"type": "object", "additionalProperties": {"type": "string"}}`},
	{"reference", `{"$ref": "#/components/schemas/Thing"}`},
}

// mutantKeywords are keywords with a value that says something.
var mutantKeywords = map[string]string{
	"type": `["string", "null"]`, "enum": `["x"]`, "const": `"x"`, "multipleOf": `2`, "maximum": `5`, "minimum": `1`,
	"exclusiveMaximum": `5`, "exclusiveMinimum": `1`, "maxLength": `5`, "minLength": `1`, "pattern": `"^x"`,
	"items": `{"type": "integer"}`, "prefixItems": `[{"type": "string"}]`, "maxItems": `5`, "minItems": `1`,
	"uniqueItems": `true`, "contains": `{"type": "string"}`, "unevaluatedItems": `false`,
	"properties": `{"c": {"type": "string"}}`, "required": `["a"]`, "additionalProperties": `{"type": "boolean"}`,
	"patternProperties": `{"^x": {"type": "string"}}`, "propertyNames": `{"maxLength": 3}`, "maxProperties": `3`,
	"minProperties": `1`, "dependentRequired": `{"a": ["b"]}`, "unevaluatedProperties": `false`,
	"allOf": `[{"minLength": 3, "minItems": 3, "minimum": 3, "required": ["b"]}]`, "not": `{"const": "y"}`,
	"anyOf": `[{"required": ["a", "b"]}, {"required": ["b"]}]`, "oneOf": `[{"type": "null"}]`,
	"if": `{"minLength": 3}`, "format": `"date"`, "contentEncoding": `"base64"`, "contentMediaType": `"text/html"`,
	"description": `"Text."`, "default": `"x"`, "example": `"x"`, "examples": `["y"]`, "deprecated": `true`,
	"readOnly": `true`, "externalDocs": `{"url": "https://example.com"}`,
}

// mutantsFile lists the keywords that the importer neither reads nor reports.
const mutantsFile = "testdata/silent.txt"

// Each keyword, at each position, changes the catalog or is a loss, unless neutral lists it. The
// others are known, and their number only falls.
func TestKeywordsAreNeverSilent(t *testing.T) {
	tried, silent := 0, map[string][]string{}
	for _, at := range positions() {
		for _, schema := range mutantSchemas {
			before, ok := importMutant(t, at.document, schema.text)
			if !ok {
				continue // the schema itself cannot stand here
			}
			for _, key := range slices.Sorted(maps.Keys(mutantKeywords)) {
				if before.loses(key) {
					continue // so does any value of it
				}
				tried++
				after, _ := importMutant(t, at.document, withKeyword(t, schema.text, key))
				if isNeutral(at, schema.text, key) || after.says(before, at.at, key) {
					continue
				}
				silent[at.name+", "+schema.name] = append(silent[at.name+", "+schema.name], key)
			}
		}
	}
	var got strings.Builder
	count := 0
	for _, name := range slices.Sorted(maps.Keys(silent)) {
		count += len(silent[name])
		fmt.Fprintf(&got, "%s: %s\n", name, strings.Join(silent[name], " "))
	}
	t.Logf("%d of %d keywords are silent", count, tried)
	require.Greater(t, tried, 2500)
	if *update {
		require.NoError(t, os.WriteFile(mutantsFile, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(mutantsFile)
	require.NoError(t, err)
	require.Equal(t, strings.Split(string(want), "\n"), strings.Split(got.String(), "\n"), "go test ./internal/documents/importer -update")
}

// isNeutral reports whether docs/openapi.md says that a keyword has no effect.
func isNeutral(at position, schema, key string) bool {
	switch key {
	case "default":
		return strings.Contains(at.name, "response")
	case "type": // null is not among the listed values
		return strings.Contains(schema, "enum")
	}
	return flat.NeutralKeys[key]
}

// mutant is what an import says of a document.
type mutant struct {
	catalog string
	losses  []origin.Loss
}

// importMutant imports a document with a schema, and reports whether it has an operation.
func importMutant(t *testing.T, document, schema string) (mutant, bool) {
	text := strings.ReplaceAll(document, "SCHEMA", schema)
	result, err := Import(yamldoc.Source{Name: "doc.json", Text: []byte(text)}, nil)
	if nothing, ok := errors.AsType[*NothingError](err); ok {
		return mutant{losses: nothing.Losses}, false
	}
	require.NoError(t, err, "%s", text)
	_, catalog, _ := strings.Cut(string(result.Catalog), "\n") // without the count of losses
	return mutant{catalog, result.Losses}, true
}

// withKeyword returns a schema with one more keyword.
func withKeyword(t *testing.T, schema, key string) string {
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(schema), &all))
	all[key] = json.RawMessage(mutantKeywords[key])
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return string(text)
}

// loses reports whether a keyword is among the losses.
func (m mutant) loses(key string) bool {
	return slices.ContainsFunc(m.losses, func(l origin.Loss) bool { return l.Keyword == key })
}

// says reports whether a keyword of the schema at a pointer changes the catalog, or is among the
// losses that the schema did not have before.
func (m mutant) says(before mutant, at, key string) bool {
	if m.catalog != before.catalog {
		return true
	}
	known := map[string]int{}
	for _, l := range before.losses {
		known[l.Pointer+" "+l.Keyword+" "+l.Reason]++
	}
	for _, l := range m.losses {
		isNew := known[l.Pointer+" "+l.Keyword+" "+l.Reason] == 0
		if isNew && (l.Keyword == key || strings.Contains(l.Pointer, "/"+key)) {
			return true
		}
	}
	return false
}
