package brief_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/brief"
)

const text = `
catalog: 1
info: {title: Tests, version: v1, package: tests}
path: /{operation}
enums:
  Color: {values: {red: , blue: }, open: true}
unions:
  Shape: {by: kind, of: {round: Round, none: null}}
records:
  Round: {fields: {radius: {type: number, required: true}}}
  Node: {fields: {name: {type: string, sensitive: true}, kids: [Node], color: Color}}
areas:
  things:
    operations:
      put:
        summary: Puts a thing.
        description: It may take long.
        deprecated: {use: things.empty}
        fields:
          a: {type: string, required: true}
          b: string
          c: {type: string, codes: letters, assumed: seen elsewhere}
          shape: Shape
          node: {type: Node, description: Where it goes}
          loose: unspecified
        rules:
          - at_least_one_of: [b, c]
        response: {fields: {node: Node, secret: {type: [Round], sensitive: true}}}
      empty:
        effect: read
        response: none
      unknown:
        effect: idempotent
        open: true
      whole:
        fields: {id: string}
        response: {type: [Node], description: All of them}
`

// A description says everything that decides whether a request is accepted, once.
func TestADescriptionSaysEverythingOnce(t *testing.T) {
	c, problems := catalog.Parse("c.yaml", []byte(text))
	require.Empty(t, problems)
	for name, want := range map[string]string{
		"things.put": `things.put (write) deprecated Puts a thing.
It may take long.
Deprecated: use things.empty.
request:
- a*, b, c: string.
- shape: Shape.
- node: Node. Where it goes.
- loose: unspecified.
At least one of b, c is required.
Shape: kind is round (Round) or none
Node:
- name: string (sensitive).
- kids: [Node].
- color: Color.
Round (sensitive):
- radius*: number.
Color: "red", "blue", or another
example: {"a":"some a","b":"some b","c":"some c","shape":{"kind":"round","radius":6.50},"node":{"name":"some name","kids":[{"name":"some name","color":"red"}],"color":"red"},"loose":"any value"}
response: node (Node), secret ([Round], sensitive)
`,
		"things.empty": `things.empty (read)
request: no fields
response: empty
`,
		"things.unknown": `things.unknown (idempotent)
request:
Unknown fields of the request are kept.
response: not described
`,
		"things.whole": `things.whole (write)
request:
- id: string.
example: {"id":"some id"}
response: [Node] All of them.
Node: name (sensitive), kids ([Node]), color (Color)
Color: "red", "blue", or another
`,
	} {
		require.Equal(t, want, brief.Operation(c.ByName()[name]), name)
	}
}
