package importer

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/testing/long"
)

// A client of the catalog reads every response that the document allows, unless a loss
// says why not.
func TestAnswersAreRead(t *testing.T) {
	allowed, unread := 0, 0
	for i := range tried() {
		n := *long.Seed + uint64(i)
		m := maker{rand.New(rand.NewPCG(n, 1))}
		text, err := json.MarshalIndent(m.document(map[string]any{"type": "object"}, m.schema(3)), "", " ")
		require.NoError(t, err)
		result, err := Import(yamldoc.Source{Name: "doc.json", Text: text}, Options{})
		require.NoError(t, err, "seed %d", n)
		c, problems := catalog.Parse("catalog.yaml", result.Catalog)
		require.Empty(t, problems)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		require.NoError(t, err)
		compiler := jsonschema.NewCompiler()
		require.NoError(t, compiler.AddResource("doc.json", doc))
		validator, err := compiler.Compile("doc.json#/paths/~1x~1y/post/responses/200/content/application~1json/schema")
		if err != nil {
			continue
		}
		op := c.Areas[0].Operations[0]
		explained := slices.ContainsFunc(result.Losses, func(l Loss) bool { return words("type null allOf enum const discriminator $ref")[l.Keyword] })
		for _, body := range bodies(func(size sample.Size) (*sample.Record, bool) { return sample.Response(op, size) }) {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(body))
			require.NoError(t, err)
			if validator.Validate(value) != nil {
				continue
			}
			allowed++
			if err := interpreter.New(op).CheckResponse(body); err != nil {
				unread++
				require.True(t, explained, "seed %d\n%s\n%s\n%s\nbody: %s\nthe client: %v", n, text, result.Catalog, Text(result.Losses), body, err)
			}
		}
	}
	t.Logf("%d responses are allowed, %d of them cannot be read", allowed, unread)
	require.Greater(t, allowed, tried())
}
