package random

import (
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/testing/long"
)

// laid returns a catalog merged with an overlay.
func laid(base, overlay Map) (*catalog.Catalog, catalog.Problems) {
	return catalog.Parse("catalog.yaml", []byte(base.YAML()), catalog.Source{Name: "overlay.yaml", Text: []byte(overlay.YAML())})
}

// A catalog with a part moved to an overlay gives the same catalog, or has problems
// of the documented kinds. No overlay causes a panic, whatever its catalog.
func TestOverlays(t *testing.T) {
	c, err := newCompiler()
	require.NoError(t, err)
	same, refused, met := 0, map[catalog.ID]int{}, map[string]int{}
	for s := *long.Seed; s < *long.Seed+uint64(long.Tries(120, 120)); s++ {
		m, one, _ := Repair(Catalog(s))
		if one == nil {
			continue
		}
		base, overlay := Split(m, s)
		whole, problems := laid(base, overlay)
		if problems != nil {
			for _, p := range problems {
				refused[p.ID]++
			}
			continue
		}
		same++
		for _, key := range keys(overlay) {
			met[key]++
		}
		changes := new(diff.Dates).Compare(one, whole).Findings()
		require.Empty(t, changes, "seed %d\n%s%s", s, base, overlay)
		_, err := emitted(c, whole)
		require.NoError(t, err, "seed %d\n%s%s", s, base, overlay)

		other, _, _ := Repair(Catalog(s + 1000))
		laid(other, overlay)
	}
	t.Log(same, refused, met)
	require.Greater(t, same, 30)
	for _, key := range catalog.Keys()["overlay"] {
		require.Greater(t, met[key], 5, key)
	}
}
