// Package long has the flags of tests that can run for hours: how long, and from what they
// draw.
package long

import (
	"flag"
	"iter"
	"time"
)

var (
	// For is how long a test is repeated, 0 for once.
	For = flag.Duration("long", 0, "how long each test is repeated; 0 is once")

	// Seed is what tests draw at random from.
	Seed = flag.Uint64("seed", 1, "what is drawn at random is drawn from")
)

// Rounds yields 0, and then further numbers for as long as [For] says.
func Rounds() iter.Seq[int] {
	return func(yield func(int) bool) {
		for start, round := time.Now(), 0; round == 0 || time.Since(start) < *For; round++ {
			if !yield(round) {
				return
			}
		}
	}
}
