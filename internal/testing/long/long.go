// Package long sets the size of slow tests: small by default, full if the variable OPGEN_FULL is
// set, and as long as the flag -long says.
package long

import (
	"flag"
	"iter"
	"os"
	"testing"
	"time"
)

var (
	// Duration is how long each test is repeated, 0 for once.
	Duration = flag.Duration("long", 0, "how long each test is repeated; 0 is once")

	tries = flag.Int("tries", 0,
		"how many catalogs, documents or bodies are drawn; 0 is as many as the test wants")

	// Seed is the seed of random tests.
	Seed = flag.Uint64("seed", 1, "the seed of random tests")
)

// Full reports whether tests run in full, as in CI: OPGEN_FULL is set, or the flag -long.
func Full() bool { return os.Getenv("OPGEN_FULL") != "" || *Duration > 0 }

// Size returns full if tests run in full, and small otherwise.
func Size[T any](small, full T) T {
	if Full() {
		return full
	}
	return small
}

// Tries returns the number of random cases of a test: that of the flag -tries, or else of [Size].
func Tries(small, full int) int {
	if *tries > 0 {
		return *tries
	}
	return Size(small, full)
}

// AreEnough reports whether the flag -tries leaves a test at least so many random cases. With fewer,
// such as the one that is to be repeated, a test does not meet everything that it wants to meet.
func AreEnough(cases int) bool { return *tries == 0 || *tries >= cases }

// SkipUnlessFull skips a test unless tests run in full. The reason says why the test is slow.
func SkipUnlessFull(t testing.TB, reason string) {
	t.Helper()
	if !Full() {
		t.Skip("run with OPGEN_FULL=1: " + reason)
	}
}

// Rounds yields 0, and then further numbers until the time [For] has passed.
func Rounds() iter.Seq[int] {
	return func(yield func(int) bool) {
		for start, round := time.Now(), 0; round == 0 || time.Since(start) < *Duration; round++ {
			if !yield(round) {
				return
			}
		}
	}
}
