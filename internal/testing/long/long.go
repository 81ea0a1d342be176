// Package long says how much tests that take long do: little by default, everything if the
// variable OPGEN_FULL is set, and for hours with the flag -long.
package long

import (
	"flag"
	"iter"
	"os"
	"testing"
	"time"
)

var (
	// For is how long a test is repeated, 0 for once.
	For = flag.Duration("long", 0, "how long each test is repeated; 0 is once")

	tries = flag.Int("tries", 0, "how many catalogs, documents or bodies are drawn; 0 is as many as the test wants")

	// Seed is what tests draw at random from.
	Seed = flag.Uint64("seed", 1, "the seed of random tests")
)

// Full reports whether tests run in full, as in CI: OPGEN_FULL is set, or the flag -long.
func Full() bool { return os.Getenv("OPGEN_FULL") != "" || *For > 0 }

// Size is how much a test does: small by default, full if tests run in full.
func Size[T any](small, full T) T {
	if Full() {
		return full
	}
	return small
}

// Tries is how many things a test draws at random: as the flag -tries says, or else as by [Size].
func Tries(small, full int) int {
	if *tries > 0 {
		return *tries
	}
	return Size(small, full)
}

// Only skips a test unless tests run in full. The reason says what takes long.
func Only(t testing.TB, reason string) {
	t.Helper()
	if !Full() {
		t.Skip("run with OPGEN_FULL=1: " + reason)
	}
}

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
