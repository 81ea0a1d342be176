package openapi

import (
	"maps"
	"slices"
	"strings"
)

// patternOfOthers returns a pattern that matches every text but some. It has no lookahead, which
// RE2 lacks. It is "" if one of the texts has a character that dialects count differently.
func patternOfOthers(texts []string) string {
	var all [][]rune
	for _, text := range texts {
		runes := []rune(text)
		if slices.ContainsFunc(runes, isAstral) {
			return ""
		}
		all = append(all, runes)
	}
	return "^" + othersThan(all) + "$"
}

// othersThan returns a group that matches every text but some. Such a text ends where none of them
// ends, or begins with the first character of none, or with that of some and another rest.
func othersThan(texts [][]rune) string {
	rests := map[rune][][]rune{}
	mayEnd := "?"
	for _, text := range texts {
		if len(text) == 0 {
			mayEnd = ""
			continue
		}
		rests[text[0]] = append(rests[text[0]], text[1:])
	}
	if len(rests) == 0 {
		return `[\s\S]+`
	}
	var choices []string
	firsts := ""
	for _, first := range slices.Sorted(maps.Keys(rests)) {
		firsts += escaped(first)
		choices = append(choices, escaped(first)+othersThan(rests[first]))
	}
	choices = append(choices, "[^"+firsts+`][\s\S]*`)
	return "(?:" + strings.Join(choices, "|") + ")" + mayEnd
}
