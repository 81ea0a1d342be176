package diff

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator/testdata/complete"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/random"
)

// wholeSeed is the seed of the catalog with every feature.
const wholeSeed uint64 = math.MaxUint64

// catalogOf returns the catalog of a seed.
func catalogOf(seed uint64) random.Map {
	if seed == wholeSeed {
		return random.Parse(complete.Catalog)
	}
	return random.Catalog(seed)
}

// FuzzCompare compares a random catalog with a reduced copy and with another random catalog,
// in both directions. No catalog differs from itself, and each change has a message, a key
// and a position.
func FuzzCompare(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, []byte{byte(seed), byte(7 * seed), 200, 3, 90}, seed+1)
	}
	f.Add(wholeSeed, []byte{3, 90, 200, 7}, wholeSeed)
	f.Add(wholeSeed, []byte{17, 9, 40, 1, 250, 6}, uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64, cuts []byte, other uint64) {
		m, base, _ := random.Repair(catalogOf(seed))
		if base == nil {
			return
		}
		require.Empty(t, compare(base, base))
		again, _ := catalog.Parse("catalog.yaml", []byte(m.YAML()))
		require.Empty(t, compare(base, again))

		for i := 0; i+1 < len(cuts) && i < 20; i += 2 {
			m = random.Reduced(m, int(cuts[i])<<8+int(cuts[i+1]))
		}
		for _, m := range []random.Map{m, catalogOf(other)} {
			_, head, _ := random.Repair(m)
			if head == nil {
				continue
			}
			forward, back := compare(base, head), compare(head, base)
			same := slices.Equal(factsOf(base), factsOf(head))
			require.Equal(t, same, len(forward) == 0, listing(forward))
			require.Equal(t, same, len(back) == 0, listing(back))
			seen := map[string]bool{}
			for _, c := range forward {
				require.False(t, seen[c.Fingerprint()], "one fingerprint:\n%s", listing(forward))
				seen[c.Fingerprint()] = true
			}
			for _, c := range append(forward, back...) {
				require.NotEmpty(t, c.Message)
				require.NotEmpty(t, c.Key)
				require.NotZero(t, c.Pos.Line)
			}
		}
	})
}

// FuzzOverlay merges a catalog, as an overlay, into a reduced copy. If that is accepted, the
// result is the whole catalog; merged into itself it is always accepted.
func FuzzOverlay(f *testing.F) {
	f.Add(wholeSeed, []byte{})
	f.Add(wholeSeed, []byte{3, 250, 9, 17})
	for seed := range uint64(40) {
		f.Add(seed, []byte{})
		f.Add(seed, []byte{byte(seed), byte(7 * seed)})
		f.Add(seed, []byte{byte(seed), byte(9 * seed), 200, 3, 90, 1})
	}
	f.Fuzz(func(t *testing.T, seed uint64, cuts []byte) {
		m, whole, _ := random.Repair(catalogOf(seed))
		if whole == nil {
			return
		}
		var heading, rest random.Map // what overlays do not have, and what they may say
		for _, e := range m {
			if slices.Contains([]string{"catalog", "info", "path"}, e.Key) {
				heading = append(heading, e)
			} else {
				rest = append(rest, e)
			}
		}
		overlay := append(random.Map{{Key: "overlay", Value: random.Plain("1")}}, rest...)
		for i := 0; i+1 < len(cuts) && i < 20; i += 2 {
			rest = withoutEntry(rest, int(cuts[i])<<8+int(cuts[i+1]))
		}
		base := append(heading, rest...)
		if _, problems := catalog.Parse("catalog.yaml", []byte(base.YAML())); problems != nil {
			return
		}
		merged, problems := catalog.Parse("catalog.yaml", []byte(base.YAML()), catalog.Source{Name: "overlay.yaml", Text: []byte(overlay.YAML())})
		if len(problems) > 0 {
			require.NotEmpty(t, cuts, "%v", problems.Error())
			for _, p := range problems {
				require.Equal(t, "overlay.yaml", p.Pos.File, "%v", problems.Error())
			}
			return
		}
		require.Empty(t, compare(whole, merged), "%s\n%s", base.YAML(), overlay.YAML())
		require.Empty(t, compare(merged, whole))
		require.Equal(t, factsOf(whole), factsOf(merged))
	})
}

// withoutEntry returns a catalog without the key that n selects. Lists stay, because an
// overlay adds rules and never completes one.
func withoutEntry(m random.Map, n int) random.Map {
	if len(m) == 0 {
		return m
	}
	i, rest := n%len(m), n/len(m)
	m = slices.Clone(m)
	if inner, ok := m[i].Value.(random.Map); ok && rest > 0 && len(inner) > 0 {
		m[i].Value = withoutEntry(inner, rest-1)
		return m
	}
	return slices.Delete(m, i, i+1)
}
