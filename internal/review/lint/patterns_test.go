package lint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatternsThatMatchEverything(t *testing.T) {
	for _, text := range []string{"^", "$", "", ".*", "x*", "(abc)?", "^.*", ".*$", "(?s).*", "(?s)^.*$", "^(?s:(.*))$", "a|", "^(|a)", "x{0,3}", "(a*)+", "(?m)^", `\A`, `\z`, "(?:^|a)b*"} {
		require.True(t, matchesAll(text), text)
	}
	for _, text := range []string{"^$", ".", ".+", "^.*$", "^a", "a$", `\b`, `\B`, "^x*$", "a*b", "a{1,2}", "^.*$x", "[a-z]*$^", "$^", `^\s*\S`} {
		require.False(t, matchesAll(text), text)
	}
}
