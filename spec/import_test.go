package spec_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/importer"
	"example.com/opgen/internal/yamldoc"
)

const importExample = `import: 1
package: shop
path: /v1/{area}/{operation}
names: {/components/schemas/A: First}
same: [{at: [/components/schemas/A, /components/schemas/B], reason: why}]
drop: [{at: /paths/~1v1~1a~1b/get, reason: why}]
corrections: [{at: /info/title, was: Old, is: New, reason: why}]
`

const imported = `openapi: 3.1.0
info: {title: Old, version: v1}
paths:
  /v1/a/b: {post: {}, get: {}}
components: {schemas: {A: {}, B: {}}}
`

// The schema knows the keys that gen import knows, and both refuse the same mistakes.
func TestImportSchema(t *testing.T) {
	text, err := os.ReadFile("import.schema.json")
	require.NoError(t, err)
	schema := compileSchema(t, text)
	type properties struct {
		Properties map[string]any `json:"properties"`
	}
	var known struct {
		properties
		Defs map[string]properties `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &known))
	keys := importer.DecisionKeys()
	require.ElementsMatch(t, keys["file"], slices.Collect(maps.Keys(known.Properties)))
	for _, kind := range []string{"same", "drop", "correction", "envelope"} {
		require.ElementsMatch(t, keys[kind], slices.Collect(maps.Keys(known.Defs[kind].Properties)), kind)
	}
	parse := func(text string) error {
		_, err := importer.Import(yamldoc.Source{Name: "x.yaml", Text: []byte(imported)},
			importer.Options{Decisions: &yamldoc.Source{Name: importer.Decisions, Text: []byte(text)}})
		return err
	}
	require.NoError(t, schema.Validate(decode(t, []byte(importExample))))
	require.NoError(t, parse(importExample))
	for _, wrong := range []struct{ old, new string }{
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
		{"is: New, reason: why", "is: New, reason: ' '"},
		{"import: 1\n", "import: 1\nenvelope: {data: data}\n"},
		{"import: 1\n", "import: 1\nenvelope: {success: ok, message: error}\n"},
	} {
		require.Contains(t, importExample, wrong.old)
		text := strings.Replace(importExample, wrong.old, wrong.new, 1)
		require.Error(t, schema.Validate(decode(t, []byte(text))), text)
		require.Error(t, parse(text), text)
	}
}
