package spec_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/live/learn"
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
		empty := func(string) (yamldoc.Source, error) { return yamldoc.Source{Text: []byte("{}")}, nil }
		_, err := importer.Import(yamldoc.Source{Name: "x.yaml", Text: []byte(imported), Beside: empty},
			&yamldoc.Source{Name: importer.Decisions, Text: []byte(text)})
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

const learnExample = `learn: 1
places:
  a.get/email: {sensitive: false, reason: why}
  a.get/lines/*: {name: Line, tag: kind}
  a.get/by: {map: true}
  a.get/state: {enum: State}
  a.get/other: {enum: false, tag: false}
`

const learned = `catalog: 1
info: {title: Example, version: v1, package: example}
path: /{area}/{operation}
areas: {a: {operations: {get: {}}}}
records: {Taken: {}}
`

func TestLearnSchema(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(learned))
	require.Empty(t, problems)
	parse := func(text string) error {
		_, err := learn.ReadDecisions(yamldoc.Source{Name: learn.DecisionsName, Text: []byte(text)}, c)
		return err
	}
	format{"learn.schema.json", learn.DecisionKeys(), parse, learnExample}.agrees(t, []mistake{
		{"learn: 1\n", ""},
		{"learn: 1", "learn: 2"},
		{"places:", "place:"},
		{"a.get/email", "/email"},
		{"a.get/email", "a.get"},
		{"a.get/email", "a.get/"},
		{"sensitive: false", "sensitive: no"},
		{"sensitive: false", "sensitve: false"},
		{"reason: why", "reason: ' '"},
		{"name: Line", "name: line"},
		{"name: Line", "name: ''"},
		{"name: Line", "name: a b"},
		{"tag: kind", "tag: ''"},
		{"tag: kind", "tag: true"},
		{"tag: kind", "tag: [kind]"},
		{"map: true", "map: State"},
		{"enum: State", "enum: state"},
		{"enum: State", "enum: true"},
		{"{map: true}", "true"},
	})
	for _, wrong := range []struct{ old, new, says string }{ // only gen learn refuses these
		{"a.get/email", "a.gets/email", `learn.yaml:3:3: bad-place: the place begins with "a.gets", but the catalog has no such operation or record; did you mean "a.get"?`},
		{"name: Line", "name: Taken", `learn.yaml:4:25: bad-name: a.get/lines/*: the catalog has a type "Taken"`},
	} {
		require.ErrorContains(t, parse(strings.Replace(learnExample, wrong.old, wrong.new, 1)), wrong.says)
	}
}
