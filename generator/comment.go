package generator

import (
	"strings"
	"unicode"
)

// comment returns the lines of a comment of paragraphs. Empty ones are left out,
// long ones are wrapped. Whatever the text is, it cannot leave the comment or
// become a directive: what does not print becomes a space, every line starts
// with two slashes and a space, and none goes on with +build, which gofmt takes
// for a build constraint all the same.
func comment(paragraphs ...string) []string {
	const width = 97
	var lines []string
	for _, p := range paragraphs {
		line := "//"
		for _, word := range words(p) {
			switch {
			case line == "//" && lines != nil:
				lines = append(lines, line)
			case len(line)+1+len(word) > width && line != "//":
				lines = append(lines, line)
				line = "//"
			}
			if line == "//" && strings.HasPrefix(word, "+build") {
				word = "'" + word + "'"
			}
			line += " " + word
		}
		if line != "//" {
			lines = append(lines, line)
		}
	}
	return lines
}

// words are what stands between blanks and what does not print.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}
