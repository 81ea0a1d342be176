package simulation

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	first = flag.Uint64("seed", 1, "the first seed")
	seeds = flag.Uint64("seeds", 200, "how many seeds are tried")
)

// For every seed, calls are executed once, are not sent more often than their policy allows, end with
// their contexts, and leave nothing behind.
func TestSimulatedFaultsBreakNoPromise(t *testing.T) {
	f := readFiles(t)
	ways := map[string]int{}
	begun := time.Now()
	for seed := *first; seed < *first+*seeds; seed++ {
		broken, ends := f.run(t, seed, "")
		for _, end := range ends {
			ways[end]++
		}
		require.Empty(t, broken, "to repeat it: "+
			"go test -C sandbox ./internal/simulation -run TestSimulatedFaultsBreakNoPromise -seeds 1 -seed %d", seed)
	}
	took := time.Since(begun)
	list := ""
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		list += fmt.Sprintf(", %s: %d", way, ways[way])
	}
	t.Logf("%d seeds, %.0f an hour%s", *seeds, float64(*seeds)/took.Hours(), list)
	if *seeds < 200 {
		return
	}
	for _, way := range []string{"success", "canceled", "too late", "status 429", "status 503", "no response"} {
		require.NotZero(t, ways[way], "no call ends with: %s", way)
	}
}

// The simulation finds faults of the product.
func TestSimulationFindsSeededFaults(t *testing.T) {
	f := readFiles(t)
	for d, shows := range map[defect]string{
		forgetsKeys: "was executed", sendsAgain: "arrived", isLate: "after its context", leaks: "goroutine",
	} {
		t.Run(string(d), func(t *testing.T) {
			for seed := range uint64(200) {
				if broken, _ := f.run(t, seed, d); broken != nil {
					require.Contains(t, strings.Join(broken, "\n"), shows)
					t.Logf("seed %d: %q", seed, broken)
					return
				}
			}
			t.Error("not found")
		})
	}
}
