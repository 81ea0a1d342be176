package insurance

import (
	"testing"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/spec"
	"github.com/stretchr/testify/require"
)

// service returns the catalog of the service with overlays.
func service(t testing.TB, overlays ...string) *catalog.Catalog {
	t.Helper()
	var sources []catalog.Source
	for _, name := range overlays {
		text, err := spec.Files.ReadFile("overlays/" + name)
		require.NoError(t, err)
		sources = append(sources, catalog.Source{Name: name, Text: text})
	}
	c, problems := catalog.Parse("operations.yaml", spec.Operations, sources...)
	require.Empty(t, problems)
	return c
}

// classes are how many operations of each class there are. The first class needs no
// word in the file.
var classes = map[behaviour.Class]int{behaviour.Stateful: 43, behaviour.Seeded: 15, behaviour.Assumed: 54, behaviour.Canned: 27}

// The sandbox answers every operation, and its answers fit the catalog with and without
// what is publicly known.
func TestEveryOperationHasBehaviour(t *testing.T) {
	for _, overlays := range [][]string{nil, {"published.yaml"}, {"sdk.yaml"}, {"published.yaml", "sdk.yaml"}} {
		c := service(t, overlays...)
		b, err := behaviour.Parse(c, "resources.yaml", spec.Resources)
		require.NoError(t, err, "with %v", overlays)
		require.Equal(t, classes, count(b))
		for op := range c.Operations() {
			require.NotNil(t, b.Operations[op.String()], op)
		}
	}
}

// count returns how many operations of each class there are.
func count(b *behaviour.Behaviour) map[behaviour.Class]int {
	n := map[behaviour.Class]int{}
	for _, op := range b.Operations {
		n[op.Class]++
	}
	return n
}
