package sample

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/pattern"
)

// A text must satisfy all constraints of its field. Words that people would write are tried first,
// then the example and the default, and only then a search through the automata of the
// constraints.

// longest is the maximum length of a string in a sample.
const longest = 10_000

// Text returns a string that obeys the field's rules: words if possible, otherwise the shortest
// one. It reports false if it finds none.
func Text(f *catalog.Field) (string, bool) {
	words := slices.Clone(f.Enum)
	if words == nil {
		words = []string{"some " + f.Name}
	}
	example := f.Format.Description().Example
	time, isTime := strings.CutSuffix(example, "Z")
	isShort := f.MinLength != nil && *f.MinLength > len(example)
	if isTime && isShort {
		example = time + "." + strings.Repeat("5", min(*f.MinLength-len(example)-1, longest)) + "Z"
	}
	for _, given := range []any{example, f.ShownExample(), f.ShownDefault()} {
		if s, ok := given.(string); ok && s != "" {
			words = append(words, s)
		}
	}
	matches := regexp.MustCompile(f.Pattern).MatchString
	for _, s := range words {
		if fitting := resized(s, f); satisfies(fitting, f, matches) {
			return fitting, true
		}
	}
	var keep []pattern.Constraint
	key := ""
	for _, k := range catalog.Constraints {
		if value := k.Value(f); k.Texts != nil && value != "" {
			keep = append(keep, k.Texts(f))
			key += fmt.Sprintf("%s %q,", k.Key, value)
		}
	}
	found, known := searched.Load(key)
	if !known {
		keep = append(keep, pattern.Length(1, longest))
		found, _ = pattern.Find(keep, pattern.Length(1, 0)) // "" if it finds none
		searched.Store(key, found)
	}
	s := found.(string)
	return s, satisfies(s, f, matches)
}

// searched holds texts by their constraints. A search may take long, and gen diff makes many samples of a
// field.
var searched sync.Map

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

// satisfies reports whether the field, whose pattern is matches, allows a string and sends it.
func satisfies(s string, f *catalog.Field, matches func(string) bool) bool {
	n := utf8.RuneCountInString(s)
	return (f.MinLength == nil || n >= *f.MinLength) && (f.MaxLength == nil || n <= *f.MaxLength) &&
		matches(s) && f.Format.Description().Holds(s) &&
		(len(f.Enum) == 0 || slices.Contains(f.Enum, s)) &&
		(!f.NonBlank || strings.TrimSpace(s) != "") &&
		isSent(f, s)
}
