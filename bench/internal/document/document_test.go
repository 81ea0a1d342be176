package document

import (
	"go/parser"
	"go/token"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/go-openapi/loads"
	"github.com/go-openapi/strfmt"
	"github.com/go-openapi/validate"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/spec"
)

const example = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
enums:
  Colour: {values: {red: , blue: }}
records:
  Note: {open: true, fields: {text: string}}
areas:
  claims:
    operations:
      put:
        fields:
          name: {type: string, required: true, non_blank: true, max_length: 9, pattern: "^a"}
          notes: {type: [Note], min_items: 1, required: true}
          colour: {type: Colour, default: red}
          size: {type: string, enum: [s, m]}
          amount: {type: number, minimum: 0}
          ids: {type: [string], join: ","}
          on: {type: boolean, default: true}
        response: {fields: {id: {type: string, required: true}}}
`

func read(t *testing.T, text []byte) *catalog.Catalog {
	c, problems := catalog.Parse("c.yaml", text)
	require.Empty(t, problems)
	return c
}

// The documents say what the catalog says.
func TestDocumentsSayWhatTheCatalogSays(t *testing.T) {
	c := read(t, []byte(example))
	const put = `{
		"type": "object", "additionalProperties": false, "required": ["name", "notes"],
		"properties": {
			"name": {"type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a"},
			"notes": {"type": "array", "items": {"$ref": "#/components/schemas/Note"}, "minItems": 1},
			"colour": {"$ref": "#/components/schemas/Colour"},
			"size": {"type": "string", "enum": ["s", "m"]},
			"amount": {"type": "number", "minimum": 0},
			"ids": {"type": "string"},
			"on": {"type": "boolean", "default": true}
		}
	}`
	doc, err := openapi3.NewLoader().LoadFromData(OpenAPI(c))
	require.NoError(t, err)
	text, err := doc.Components.Schemas["claims_put_request"].MarshalJSON()
	require.NoError(t, err)
	require.JSONEq(t, put, string(text))
	require.Contains(t, string(Goa(c)), `Attribute("name", String, func() { MinLength(1); MaxLength(9); Pattern("^a") })
Attribute("notes", ArrayOf(TypeNote), func() { MinLength(1) })
Attribute("colour", TypeColour, func() { Default("red") })
Attribute("size", String, func() { Enum("s", "m") })
Attribute("amount", Float64, func() { Minimum(0) })
Attribute("ids", String)
Attribute("on", Boolean, func() { Default(true) })
Required("name", "notes")
`)
}

// The loaders of other libraries accept the documents of the shipped catalog.
func TestOtherLibrariesReadTheShippedDocuments(t *testing.T) {
	c := read(t, spec.Operations)
	doc, err := openapi3.NewLoader().LoadFromData(OpenAPI(c))
	require.NoError(t, err)
	require.NoError(t, doc.Validate(t.Context()))
	require.Equal(t, 139, doc.Paths.Len())

	swagger, err := loads.Analyzed(Swagger(c), "2.0")
	require.NoError(t, err)
	require.NoError(t, validate.Spec(swagger, strfmt.Default))
	require.Len(t, swagger.Spec().Paths.Paths, 139)

	_, err = parser.ParseFile(token.NewFileSet(), "design.go", Goa(c), parser.AllErrors)
	require.NoError(t, err)
}
