package sample

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/catalog"
)

// longest is the maximum length of a string in a sample.
const longest = 10_000

// mostRepeats limits the number of candidates that a pattern gives.
const mostRepeats = 100

// text returns a string that keeps the field's rules. It reports false if none of a
// few candidates does.
func text(f *catalog.Field) (string, bool) {
	candidates := slices.Clone(f.Enum)
	if candidates == nil {
		candidates = []string{"some " + f.Name}
		if f.Pattern != "" {
			candidates = append(candidates, matching(f.Pattern, 0))
		}
	}
	for _, given := range []any{f.ShownExample(), f.ShownDefault()} {
		if s, ok := given.(string); ok {
			candidates = append(candidates, s)
		}
	}
	for n := 1; f.Pattern != "" && f.Enum == nil && n <= mostRepeats; n++ {
		candidates = append(candidates, matching(f.Pattern, n))
	}
	for _, s := range candidates {
		if s = resized(s, f); satisfies(s, f) {
			return s, true
		}
	}
	return "", false
}

// resized makes a string as long as the bounds of the field require.
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

// satisfies reports whether the field allows a string and sends it.
func satisfies(s string, f *catalog.Field) bool {
	n := utf8.RuneCountInString(s)
	return (f.MinLength == nil || n >= *f.MinLength) && (f.MaxLength == nil || n <= *f.MaxLength) &&
		(f.Pattern == "" || regexp.MustCompile(f.Pattern).MatchString(s)) &&
		(len(f.Enum) == 0 || slices.Contains(f.Enum, s)) &&
		(!f.NonBlank || strings.TrimSpace(s) != "") &&
		sent(f, s)
}

// matching returns a string that an expression matches. It repeats every repetition
// n times and takes alternative n everywhere, so it does not always find one.
func matching(pattern string, n int) string {
	expr, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	return string(appendMatching(nil, expr, n))
}

func appendMatching(b []rune, e *syntax.Regexp, n int) []rune {
	repeat := func(times int) []rune {
		for ; times > 0 && len(b) < longest; times-- {
			b = appendMatching(b, e.Sub[0], n)
		}
		return b
	}
	switch e.Op {
	case syntax.OpLiteral:
		return append(b, e.Rune...)
	case syntax.OpCharClass:
		return appendOneOf(b, e.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return append(b, 'x')
	case syntax.OpCapture:
		return repeat(1)
	case syntax.OpStar:
		return repeat(n)
	case syntax.OpPlus:
		return repeat(max(n, 1))
	case syntax.OpQuest:
		return repeat(min(n, 1))
	case syntax.OpRepeat:
		times := e.Min + n
		if e.Max >= 0 {
			times = min(times, e.Max)
		}
		return repeat(times)
	case syntax.OpAlternate:
		return appendMatching(b, e.Sub[n%len(e.Sub)], n)
	case syntax.OpConcat:
		for _, sub := range e.Sub {
			b = appendMatching(b, sub, n)
		}
		return b
	default:
		return b
	}
}

// appendOneOf appends a character of a class, which is a list of ranges. It prefers
// a usual character.
func appendOneOf(b, class []rune) []rune {
	for _, r := range "aA0x-_. " {
		for i := 0; i+1 < len(class); i += 2 {
			if class[i] <= r && r <= class[i+1] {
				return append(b, r)
			}
		}
	}
	if len(class) > 0 {
		return append(b, class[0])
	}
	return b
}
