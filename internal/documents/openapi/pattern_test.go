package openapi

import (
	"regexp"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestRewrittenPatterns(t *testing.T) {
	for expr, want := range map[string]string{
		`^[A-Z]{2}-\d{4}$`:   `^[A-Z]{2}-[0-9]{4}$`,
		`^(a|bb)*$`:          `^(a|bb)*$`,
		`(?i)^k`:             "^[Kk\u212a]",
		`^(?P<n>x)\z`:        `^(x)$`,
		`(?:ab){1,2}?c{3,}`:  `(?:ab){1,2}c{3,}`,
		`.`:                  `[^\n]`,
		`(?s).`:              `[\s\S]`,
		`[+\-]`:              `[\+\x2d]`,
		`red|green`:          `red|green`,
		`a(b|cd)|$`:          `a(b|cd)|$`,
		`\Q.*\E`:             `\.\*`,
		`\b\B()`:             `\b\B((?:))`,
		`[^\x00-\x{10FFFF}]`: `[^\s\S]`,
		`\x{1F600}+b`:        "(?:\U0001F600)+b",
	} {
		got, ok := portablePattern(expr)
		require.True(t, ok, expr)
		require.Equal(t, want, got, expr)
	}
	for _, expr := range []string{
		`(?m)^a`, `a|(?m:b$)`,
		`\p{Greek}`, `\PL`, `^[^\p{L}]$`, `[\x{1F600}-\x{1F64F}]`, `a[^\x{1F600}]*`, `(?i)\x{10400}`,
	} {
		_, ok := portablePattern(expr)
		require.False(t, ok, expr)
	}
}

// A rewritten expression matches the same texts as the original.
func TestRewrittenPatternsMatchTheSame(t *testing.T) {
	texts := []string{"", "a", "b", "ab", "A", "aab", "a\nb", "\n", " ", "k", "K", "\u212a", "é", "Ω", "-", "]", "^", "\\", "a-b", "\u2028", "\U0001F600", "1", "_"}
	for _, expr := range []string{
		`^\s\S?$`, `^\w\W?$`, `^a.b$`, `(?s)^a.b$`, `(?i)k`, `(?i)[^k]`, `[\x{370}-\x{3ff}]`, `[^a-z]`, `[[:punct:]]`, `^[^]^-]$`, `[\\\]-]`, `(a|b)+?b`, `^(?:a|)b$`,
		`\ba\b`, `a\B`, `^(ab?){2}$`, `\x{1F600}`, `^(\x{1F600}b)+$`, `^$`, `a||b`, `(?U)a+`, `\C?`,
	} {
		want, err := regexp.Compile(expr)
		if err != nil {
			continue
		}
		text, ok := portablePattern(expr)
		require.True(t, ok, expr)
		got := regexp.MustCompile(text)
		for _, s := range texts {
			require.Equal(t, want.MatchString(s), got.MatchString(s), "%s as %s of %q", expr, text, s)
		}
	}
}

// A text is blank if every character is a space of Unicode, wherever it stands.
func TestNotBlank(t *testing.T) {
	filled := regexp.MustCompile(notBlank)
	require.False(t, filled.MatchString(""))
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if blank := unicode.IsSpace(c); filled.MatchString(string(c)) == blank {
			t.Errorf("%U, space %t", c, blank)
		}
	}
	for _, text := range []string{" x", "\nx", "\u2028x\u2029", "x ", "\u3000\u202a"} {
		require.True(t, filled.MatchString(text), "%q", text)
	}
}

// Generators of code copy a pattern into a literal of their language. So a control
// character or a line separator is escaped.
func TestPatternsAreOnOneLine(t *testing.T) {
	c := parse(t, `areas: {a: {operations: {do: {fields: {
		tabs: {type: [string], join: "\t"}, lines: {type: [string], join: "\n", min_items: 1},
		dashes: {type: [string], join: "-"}, carets: {type: [string], join: "^"},
		filled: {type: string, non_blank: true, pattern: "[\n\x85]"}}}}}}`)
	found := 0
	visit(New(c, "catalog.yaml").root, func(p pair) {
		if p.Key == "pattern" {
			found++
			require.NotRegexp(t, `[\p{Cc}\x{2028}\x{2029}]`, p.Value)
		}
	})
	require.Equal(t, 6, found)
}

// visit calls a function for every member of a document.
func visit(v any, f func(pair)) {
	switch v := v.(type) {
	case object:
		for _, p := range v {
			f(p)
			visit(p.Value, f)
		}
	case []any:
		for _, item := range v {
			visit(item, f)
		}
	}
}
