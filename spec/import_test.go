package spec_test

import (
	"testing"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
)

const importExample = `import: 1
package: shop
path: /v1/{area}/{operation}
names: {/components/schemas/A: First}
same: [{at: [/components/schemas/A, /components/schemas/B], reason: why}]
drop: [{at: /paths/~1v1~1a~1b/get, reason: why}]
corrections: [{at: /info/title, was: Old, is: New, reason: why}, {at: common.yaml#/C, is: {}, reason: why}]
`

const imported = `openapi: 3.1.0
info: {title: Old, version: v1}
paths:
  /v1/a/b: {post: {}, get: {}}
components: {schemas: {A: {}, B: {}}}
`

func TestImportSchema(t *testing.T) {
	parse := func(text string) error {
		_, err := importer.Import(yamldoc.Source{Name: "x.yaml", Text: []byte(imported)},
			importer.Options{
				Decisions: &yamldoc.Source{Name: importer.Decisions, Text: []byte(text)},
				Read:      func(string) ([]byte, error) { return []byte("{}"), nil },
			})
		return err
	}
	format{"import.schema.json", importer.DecisionKeys(), parse, importExample}.agrees(t, []mistake{
		{"import: 1\n", ""},
		{"import: 1", "import: 2"},
		{"package: shop", "package: ''"},
		{"/v1/{area}/{operation}", "/v1"},
		{"names: {/components/schemas/A: First}", "names: []"},
		{"A: First", "A: 1"},
		{"{/components", "{components"},
		{"same: [", "same: [a, "},
		{"at: [/components/schemas/A, /components/schemas/B]", "at: /components/schemas/A"},
		{"at: /paths/~1v1~1a~1b/get, ", ""},
		{"get, reason: why", "get"},
		{"get, reason: why", "get, reasons: why"},
		{"common.yaml#/C", "common.yaml#C"},
		{"is: New, reason: why", "is: New, reason: ' '"},
		{"import: 1\n", "import: 1\nenvelope: {data: data}\n"},
		{"import: 1\n", "import: 1\nenvelope: {success: ok, message: error}\n"},
	})
}
