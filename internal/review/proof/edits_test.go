package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// However much of a catalog is gone or new, what is shown is true, and the same every
// time.
func TestExamplesOfRandomCatalogsAreTrue(t *testing.T) {
	tries := long.Size(20, 150)
	numbers, seen, rules := rand.New(rand.NewPCG(3, 4)), map[string]int{}, map[string]bool{}
	for seed := range uint64(tries) {
		m, base, _ := random.Repair(random.Catalog(seed))
		for range 1 + numbers.IntN(5) {
			m = random.Reduced(m, numbers.IntN(1<<16))
		}
		_, head, _ := random.Repair(m)
		if base == nil || head == nil {
			continue
		}
		forward, back := found(base, head), found(head, base)
		requireTrue(t, base, head, forward, seen)
		requireTrue(t, head, base, back, seen)
		for _, c := range slices.Concat(forward, back) {
			if c.Example != nil {
				rules[c.Rule] = true
			}
		}
		if seed%5 == 0 {
			require.Equal(t, forward, found(base, head))
		}
	}
	t.Log(seen, len(rules))
	require.Greater(t, seen["request"], tries/2)
	require.Greater(t, seen["answer"], 0)
	require.Greater(t, len(rules), tries/30)
}
