package generator

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/catalog"
)

// sampleString is a string that satisfies the field's rules, or false where none
// was found among a few candidates.
func sampleString(f *catalog.Field) (string, bool) {
	candidates := slices.Clone(f.Enum)
	if candidates == nil {
		candidates = []string{"some " + f.Name}
		if f.Pattern != "" {
			candidates = append(candidates, matching(f.Pattern))
		}
	}
	for _, given := range []any{f.Example, f.Default} {
		if s, ok := given.(string); ok {
			candidates = append(candidates, s)
		}
	}
	for _, s := range candidates {
		if s = resized(s, f); satisfies(s, f) {
			return s, true
		}
	}
	return "", false
}

// resized makes a string as long as the field's bounds demand.
func resized(s string, f *catalog.Field) string {
	n := utf8.RuneCountInString(s)
	if f.MinLength != nil && n < *f.MinLength {
		return s + strings.Repeat("x", min(*f.MinLength-n, longest))
	}
	if f.MaxLength != nil && n > *f.MaxLength {
		return string([]rune(s)[:*f.MaxLength])
	}
	return s
}

// longest is the length up to which a string makes a sample.
const longest = 10_000

// satisfies reports whether the field allows a string, and sends it.
func satisfies(s string, f *catalog.Field) bool {
	n := utf8.RuneCountInString(s)
	return (f.MinLength == nil || n >= *f.MinLength) && (f.MaxLength == nil || n <= *f.MaxLength) &&
		(f.Pattern == "" || regexp.MustCompile(f.Pattern).MatchString(s)) &&
		(len(f.Enum) == 0 || slices.Contains(f.Enum, s)) &&
		(!f.NonBlank || strings.TrimSpace(s) != "") &&
		(!f.OmitEmpty || s != "")
}

// matching is a short string that an expression matches, as far as taking the
// first choice everywhere finds one.
func matching(pattern string) string {
	expr, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	return matchingExpr(expr.Simplify())
}

func matchingExpr(e *syntax.Regexp) string {
	switch e.Op {
	case syntax.OpLiteral:
		return string(e.Rune)
	case syntax.OpCharClass:
		if len(e.Rune) > 0 {
			return string(max(e.Rune[0], ' '))
		}
		return ""
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return "x"
	case syntax.OpCapture, syntax.OpPlus, syntax.OpAlternate:
		return matchingExpr(e.Sub[0])
	case syntax.OpConcat:
		var b strings.Builder
		for _, sub := range e.Sub {
			b.WriteString(matchingExpr(sub))
		}
		return b.String()
	default:
		return ""
	}
}
