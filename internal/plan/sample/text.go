package sample

import (
	"iter"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
)

// longest is the maximum length of a string in a sample.
const longest = 10_000

// mostRepeats limits the number of candidates for a pattern.
const mostRepeats = 100

// mostWork limits the work of matching the candidates: their bytes times the instructions of
// the pattern.
const mostWork = 100_000_000

// Text returns a string that obeys the field's rules. It reports false if it finds none
// among a few candidates.
func Text(f *catalog.Field) (string, bool) {
	pattern := regexp.MustCompile(f.Pattern)
	expr, _ := syntax.Parse(f.Pattern, syntax.Perl) // it compiles
	size := 0
	if program, err := syntax.Compile(expr.Simplify()); err == nil {
		size = len(program.Inst)
	}
	work, tried := 0, map[string]bool{}
	for s := range candidates(f, expr) {
		if s = resized(s, f); tried[s] {
			continue
		}
		if satisfies(s, f, pattern) {
			return s, true
		}
		tried[s] = true
		if work += size * (len(s) + 1); work > mostWork {
			break
		}
	}
	return "", false
}

// candidates returns the strings to try, in order.
func candidates(f *catalog.Field, expr *syntax.Regexp) iter.Seq[string] {
	return func(yield func(string) bool) {
		matches := f.Pattern != "" && f.Enum == nil
		list := slices.Clone(f.Enum)
		if list == nil {
			list = []string{"some " + f.Name}
		}
		if matches {
			list = append(list, matching(expr, 0))
		}
		if f.Enum == nil {
			list = append(list, formatted(f)...)
		}
		for _, given := range []any{f.ShownExample(), f.ShownDefault()} {
			if s, ok := given.(string); ok {
				list = append(list, s)
			}
		}
		for _, s := range list {
			if !yield(s) {
				return
			}
		}
		for n := 1; matches && n <= mostRepeats; n++ {
			if !yield(matching(expr, n)) {
				return
			}
		}
	}
}

// resized adapts the length of a string to the bounds of the field.
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

// satisfies reports whether the field, which has this pattern, allows a string and sends it.
func satisfies(s string, f *catalog.Field, pattern *regexp.Regexp) bool {
	n := utf8.RuneCountInString(s)
	return (f.MinLength == nil || n >= *f.MinLength) && (f.MaxLength == nil || n <= *f.MaxLength) &&
		pattern.MatchString(s) && f.Format.Description().Holds(s) &&
		(len(f.Enum) == 0 || slices.Contains(f.Enum, s)) &&
		(!f.NonBlank || strings.TrimSpace(s) != "") &&
		sent(f, s)
}

// matching returns a string that an expression matches. It repeats every repetition
// n times and takes alternative n everywhere, so it does not always find one.
func matching(expr *syntax.Regexp, n int) string { return string(appendMatching(nil, expr, n)) }

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
			if len(b) < longest {
				b = appendMatching(b, sub, n)
			}
		}
		return b
	default:
		return b
	}
}

// appendOneOf appends a character of a class, which is a list of ranges. It prefers common
// characters.
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

// formatted returns texts of the format of a field: the usual one, and some that are
// as long as its bounds.
func formatted(f *catalog.Field) []string {
	if f.Format.Checked() == "" {
		return nil
	}
	all, sized := []string{f.Format.Description().Example}, f.Format.Description().OfLength
	for _, bound := range []*int{f.MinLength, f.MaxLength} {
		if bound != nil && *bound <= longest {
			all = append(all, sized(*bound), sized((*bound+3)/4*4), sized(*bound/4*4))
		}
	}
	return all
}
