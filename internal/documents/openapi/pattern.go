package openapi

import (
	"cmp"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// A pattern of a catalog is an RE2 expression, and one of JSON Schema is one of JavaScript. An expression is
// parsed and written again in what both have in common, since a pattern that means something else to a
// tool is worse than none.

// portablePattern rewrites an RE2 expression so that it means the same in ECMA 262, which
// JSON Schema requires, and in RE2. It returns the expression and false for what the dialects do
// not share: an anchor at lines of a text, and a class with characters above U+FFFF, which tools
// often read without the flag u of ECMA 262, as two characters each.
func portablePattern(expr string) (string, bool) {
	re, _ := syntax.Parse(expr, syntax.Perl) // package catalog has checked it
	text := rewrite(re)
	if strings.Contains(text, notShared) {
		return expr, false
	}
	return text, true
}

// notShared marks an expression without a portable form. It is not valid UTF-8.
const notShared = "\xff"

// signs are the expressions without parts, and some quantifiers.
var signs = map[syntax.Op]string{
	syntax.OpNoMatch:        `[^\s\S]`,
	syntax.OpEmptyMatch:     `(?:)`,
	syntax.OpAnyCharNotNL:   `[^\n]`,
	syntax.OpAnyChar:        `[\s\S]`,
	syntax.OpBeginText:      "^",
	syntax.OpEndText:        "$",
	syntax.OpWordBoundary:   `\b`,
	syntax.OpNoWordBoundary: `\B`,
	syntax.OpStar:           "*",
	syntax.OpPlus:           "+",
	syntax.OpQuest:          "?",
}

// rewrite writes an expression. The text contains notShared if a part has no portable form.
func rewrite(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		return literals(re)
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpCapture:
		return "(" + rewrite(re.Sub[0]) + ")"
	case syntax.OpConcat, syntax.OpAlternate:
		return several(re)
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		return atom(re.Sub[0]) + quantifier(re)
	default:
		return cmp.Or(signs[re.Op], notShared)
	}
}

// several writes a sequence, or the alternatives of a choice.
func several(re *syntax.Regexp) string {
	parts := make([]string, len(re.Sub))
	for i, sub := range re.Sub {
		parts[i] = rewrite(sub)
		if sub.Op == syntax.OpAlternate {
			parts[i] = "(?:" + parts[i] + ")"
		}
	}
	if re.Op == syntax.OpAlternate {
		return strings.Join(parts, "|")
	}
	return strings.Join(parts, "")
}

// atom writes an expression that a quantifier may follow.
func atom(re *syntax.Regexp) string {
	text := rewrite(re)
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyCharNotNL, syntax.OpAnyChar, syntax.OpCapture:
		return text
	case syntax.OpLiteral:
		if len(re.Rune) == 1 && !isAstral(re.Rune[0]) {
			return text
		}
	}
	return "(?:" + text + ")"
}

// quantifier writes how often an expression is repeated.
func quantifier(re *syntax.Regexp) string {
	switch {
	case re.Op != syntax.OpRepeat:
		return signs[re.Op]
	case re.Max == re.Min:
		return fmt.Sprintf("{%d}", re.Min)
	case re.Max < 0:
		return fmt.Sprintf("{%d,}", re.Min)
	default:
		return fmt.Sprintf("{%d,%d}", re.Min, re.Max)
	}
}

// literals writes runes. If case does not matter, each has its case variants.
func literals(re *syntax.Regexp) string {
	var b strings.Builder
	for _, r := range re.Rune {
		variants := []rune{r, r} // ranges of one character
		if re.Flags&syntax.FoldCase != 0 {
			for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
				variants = append(variants, other, other)
			}
		}
		switch {
		case len(variants) > 2:
			slices.Sort(variants)
			b.WriteString(class(variants))
		case r == '-': // special only in a class
			b.WriteRune(r)
		default:
			b.WriteString(escaped(r))
		}
	}
	return b.String()
}

// class writes ranges of runes, or the gaps between them if they have the first rune and the
// last one.
func class(ranges []rune) string {
	prefix, whenEmpty := "[", `[^\s\S]`
	gap := 0 // 1 to write the gaps
	n := len(ranges)
	hasEnds := n > 0 && ranges[0] == 0 && ranges[n-1] == unicode.MaxRune
	if hasEnds {
		prefix, whenEmpty = "[^", `[\s\S]`
		gap = 1
	}
	var b strings.Builder
	for i := gap; i+1 < len(ranges); i += 2 {
		low := ranges[i] + rune(gap)
		high := ranges[i+1] - rune(gap)
		if isAstral(low) || isAstral(high) {
			return notShared
		}
		b.WriteString(escaped(low))
		if high > low+1 {
			b.WriteByte('-')
		}
		if high > low {
			b.WriteString(escaped(high))
		}
	}
	if b.Len() == 0 {
		return whenEmpty
	}
	return prefix + b.String() + "]"
}

// escaped writes a rune so that both dialects read it, inside and outside of a
// class.
func escaped(r rune) string {
	switch {
	case strings.ContainsRune(`\^$.*+?()[]{}|`, r):
		return `\` + string(r)
	case r == '-':
		return `\x2d`
	case r < 0x100 && !unicode.IsPrint(r):
		return fmt.Sprintf(`\x%02x`, r)
	default:
		return string(r)
	}
}

// isAstral reports whether a character is above U+FFFF. It is two characters for dialects that
// read UTF-16.
func isAstral(r rune) bool { return r > 0xffff }
