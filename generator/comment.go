package generator

import (
	"fmt"
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

// checkLines returns an error if a line of a file could be taken for a directive. The go
// command looks for go:generate in lines, even inside strings. The generator writes
// no directives, and [comment] and [raw] turn no text of a catalog or wire vector into one.
func checkLines(name string, text []byte) error {
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if directive(line) {
			return fmt.Errorf("%s:%d: %.60q could be taken for a directive and run a command, which is a defect of the generator", name, n, line)
		}
	}
	return nil
}

// directive reports whether a line begins with a comment that does not have a space after
// two slashes, as those of the generator have.
func directive(line string) bool {
	line = strings.TrimSpace(line)
	rest, isComment := strings.CutPrefix(line, "//")
	words := strings.TrimLeft(rest, " \t")
	switch {
	case !isComment:
		return strings.HasPrefix(line, "/*")
	case strings.HasPrefix(words, "+build"):
		return true
	}
	return words != "" && len(words) == len(rest)
}
