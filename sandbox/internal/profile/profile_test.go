package profile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
)

// The profile of the third-party client fits the catalog of the insurance service.
func TestTheShippedProfileFits(t *testing.T) {
	text, err := spec.Files.ReadFile("profiles/sdk.yaml")
	require.NoError(t, err)
	p, err := Parse(catalog.Source{Name: "sdk.yaml", Text: text})
	require.NoError(t, err)
	require.Equal(t, []string{"published", "sdk"}, p.Overlays)
	require.Len(t, p.Paths, 3)
	c, problems := catalog.Parse("operations.yaml", spec.Operations)
	require.Empty(t, problems)
	s, err := simulator.New(c, new(behavior.Behavior), simulator.Options{Paths: p.Paths, AnyText: p.AnyText})
	require.NoError(t, err)
	require.NoError(t, s.Close())
}

// Mistakes are reported with their places, all at once.
func TestMistakesAreReportedWithTheirPlaces(t *testing.T) {
	_, err := Parse(catalog.Source{Name: "p.yaml", Text: []byte(`profile: 1
overlay: [a]
paths:
  x: {operation: a.b, fields: {a: [b]}}
  /y: {}
any_text: 1
`)})
	require.Error(t, err)
	for _, place := range []string{"p.yaml:2:1: unknown-key", "p.yaml:4:3: bad-name", "p.yaml:4:35: wrong-kind", "p.yaml:5:3: missing-key", "p.yaml:6:11: wrong-kind"} {
		require.ErrorContains(t, err, place)
	}
}
