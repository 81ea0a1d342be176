package reference

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
)

// Maps, arrays in each other and responses that are no objects are shown as the catalog
// writes them.
func TestTypes(t *testing.T) {
	c, problems := catalog.Parse("catalog.yaml", []byte(`
catalog: 1
info: {title: Example, version: v1, package: example}
path: /api/{area}/{operation}
areas:
  things:
    operations:
      put:
        fields: {rows: {type: {string: [[integer]]}}}
        response: {string: [number]}
`))
	require.Empty(t, problems)
	files, err := Markdown(c, generator.Config{})
	require.NoError(t, err)
	var text string
	for _, f := range files {
		text += string(f.Content)
	}
	require.Contains(t, text, `{string: \[\[integer\]\]}`)
	require.Contains(t, text, `Its type is {string: \[number\]}.`)
}
