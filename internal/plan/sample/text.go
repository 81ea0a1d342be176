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
	matches := regexp.MustCompile(f.Pattern).MatchString
	for _, s := range likelyTexts(f) {
		if fitting := resized(s, f); satisfies(fitting, f, matches) {
			return fitting, true
		}
	}
	s := search(f)
	return s, satisfies(s, f, matches)
}

// likelyTexts returns the texts that people would write: values of the enum, words with the name of the
// field, the example of the format, and the example and the default of the field.
func likelyTexts(f *catalog.Field) []string {
	texts := slices.Clone(f.Enum)
	if texts == nil {
		texts = []string{"some " + f.Name}
	}
	for _, v := range []any{formatExample(f), f.ShownExample(), f.ShownDefault()} {
		if s, isText := v.(string); isText && s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

// formatExample returns the example of the format of a field, "" if it has none. A time that is shorter
// than the field allows gets a fraction of a second.
func formatExample(f *catalog.Field) string {
	example := f.Format.Description().Example
	time, isTime := strings.CutSuffix(example, "Z")
	isShort := f.MinLength != nil && *f.MinLength > len(example)
	if isTime && isShort {
		return time + "." + strings.Repeat("5", min(*f.MinLength-len(example)-1, longest)) + "Z"
	}
	return example
}

// search returns the shortest text that the constraints of a field accept, "" if it finds none.
func search(f *catalog.Field) string {
	var keep []pattern.Constraint
	key := ""
	for _, k := range catalog.Constraints {
		if value := k.Value(f); k.Texts != nil && value != "" {
			keep = append(keep, k.Texts(f))
			key += fmt.Sprintf("%s %q,", k.Key, value)
		}
	}
	if text, isSearched := searched.Load(key); isSearched {
		return text.(string)
	}
	keep = append(keep, pattern.Length(1, longest))
	text, _ := pattern.Find(keep, pattern.Length(1, 0))
	searched.Store(key, text)
	return text
}

// searched holds the results of search by the constraints. A search may take long, and gen diff makes many
// samples of a field.
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
	switch {
	case f.MinLength != nil && n < *f.MinLength:
		return false
	case f.MaxLength != nil && n > *f.MaxLength:
		return false
	case len(f.Enum) > 0 && !slices.Contains(f.Enum, s):
		return false
	case f.NonBlank && strings.TrimSpace(s) == "":
		return false
	default:
		return matches(s) && f.Format.Description().Holds(s) && isSent(f, s)
	}
}
