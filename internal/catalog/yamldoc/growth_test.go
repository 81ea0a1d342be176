package yamldoc

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Memory grows linearly with the text, and no byte takes much memory.
func TestMemoryGrowsWithTheText(t *testing.T) {
	for name, doc := range map[string]struct{ start, part, end string }{
		"comments":                {"a: 1\n", "#\n", ""},
		"comments behind values":  {"a:\n", "- x # y\n", ""},
		"one comment":             {"a: 1 #", "x", "\n"},
		"blanks":                  {"a:", " ", "b\n"},
		"blank lines":             {"a: |\n  x\n", "\n", "b: 1\n"},
		"blank lines, folded":     {"a: >\n  x\n", "\n", "b: 1\n"},
		"lines of blanks":         {"a: |\n  x\n", "  \n", "b: 1\n"},
		"lines between":           {"a: |\n", "  x\n\n\n", "b: 1\n"},
		"a long word":             {"a: ", "x", "\n"},
		"a long quoted text":      {`a: "`, `\n`, "\"\n"},
		"a long key":              {"", "k", ": 1\n"},
		"a text on many lines":    {"a: x\n", "  y\n", ""},
		"a list":                  {"a:\n", "- x\n", ""},
		"a list on one line":      {"a: [", "x,", "]\n"},
		"maps on one line":        {"accept: [", "{rule: a, path: b},", "]\n"},
		"maps":                    {"accept:\n", "- {rule: a, path: b}\n", ""},
		"hyphens":                 {"a: x", "-", "\n"},
		"lists in lists":          {"", "- ", "\n"},
		"tags":                    {"a:\n", "- !t x\n", ""},
		"unknown aliases":         {"a:\n", "- *x\n", ""},
		"aliases":                 {"a: &x 1\nb:\n", "- *x\n", ""},
		"a key again and again":   {"", "k: 1\n", ""},
		"characters beyond ASCII": {"a: ", "é", "\n"},
		"document markers":        {"a: 1\n", "---\n", ""},
		"colons":                  {"a: [x", ":x", "]\n"},
		"texts with colons":       {"a: [", "{b:c: d:e},", "]\n"},
		"texts after bars":        {"", "- |-\n x \n", ""},
		"angles":                  {"a: \"", "<", "\"\n"},
		"angles in a plain text":  {"a: x", "<", "\n"},
		"private characters":      {"a: x:y", "\ue000", "\n"},
		"unclosed quotes":         {"a: \"", "x\n", ""},
	} {
		allocated := func(size int) uint64 {
			text := []byte(doc.start + strings.Repeat(doc.part, size/len(doc.part)) + doc.end)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c := NewChecker(nil)
			c.Parse(Source{Name: "x.yaml", Text: text}, Format{})
			_ = c.Problems().Error()
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		const size = 8 << 10
		allocated(size) // including one-time allocations
		small, large := allocated(size), allocated(4*size)
		require.Less(t, large, 7*small+1_500_000, "%s: %d bytes take %d, four times as many %d", name, size, small, large)
		require.Less(t, large, uint64(4*size*600+1_500_000), name)
	}
}

// A text may contain every character that could stand for a colon. Then its colons stay.
func TestNoCharacterIsLeftForColons(t *testing.T) {
	var all strings.Builder
	for r := rune(firstPrivate); r <= lastPrivate; r++ {
		all.WriteRune(r)
	}
	for _, text := range []string{"a: b:c" + all.String() + "\n", "a: [b:" + all.String()[3:] + "]\n"} {
		got, problems := read(text)
		require.Empty(t, problems)
		require.Contains(t, got, `{"a":`)
		require.Contains(t, got, "b:")
	}
}

// The scanner uses about 300 bytes for each token.
func TestTokensAreBounded(t *testing.T) {
	for _, part := range []string{"#\n", "- ", "[", "{a: b}, "} {
		c := NewChecker(nil)
		require.Nil(t, c.Parse(Source{Name: "x.yaml", Text: []byte(strings.Repeat(part, maxIndicators+1))}, Format{}))
		require.Equal(t, TooManyNodes, c.Problems()[0].ID)
	}
}

// The comparisons of unknown names with known ones are bounded.
func TestSuggestionsAreBounded(t *testing.T) {
	names := make([]string, 1000)
	c, asked := NewChecker(nil), 0
	for range 100_000 {
		c.DidYouMean("x", func() []string { asked++; return names })
		c.OneOf("x", func() []string { asked++; return names })
	}
	require.LessOrEqual(t, asked, maxCompared/len(names)+1)
}
