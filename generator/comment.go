package generator

import (
	"strings"
	"unicode"
)

// comment returns the lines of a comment. It omits empty paragraphs and wraps long ones. No
// text can end the comment or become a directive: characters that are not printable become
// spaces, and every line starts with two slashes and a space and does not continue with
// +build, which gofmt would still take for a build constraint.
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

// words splits a text at spaces and characters that are not printable.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}
