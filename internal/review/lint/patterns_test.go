package lint

import (
	"regexp/syntax"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatternsThatMatchEverything(t *testing.T) {
	for _, pattern := range []string{"^", "$", "", ".*", "x*", "(abc)?", "^.*", ".*$", "(?s).*", "(?s)^.*$", "^(?s:(.*))$", "a|", "^(|a)", "x{0,3}", "(a*)+", "(?m)^", `\A`, `\z`, "(?:^|a)b*"} {
		require.True(t, matchesAll(pattern, syntax.Perl), pattern)
	}
	for _, pattern := range []string{"^$", ".", ".+", "^.*$", "^a", "a$", `\b`, `\B`, "^x*$", "a*b", "a{1,2}", "^.*$x", "[a-z]*$^", "$^", `^\s*\S`} {
		require.False(t, matchesAll(pattern, syntax.Perl), pattern)
	}
}
