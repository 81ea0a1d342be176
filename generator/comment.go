package generator

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// comment is the lines of a comment.
type comment []string

// doc returns the comment of paragraphs. It omits empty ones and wraps long ones. No text can
// end the comment or become a directive: characters that are not printable become
// spaces, and every line starts with two slashes and a space and does not continue with
// +build, which gofmt would still take for a build constraint.
func doc(paragraphs ...string) comment {
	const width = 97
	var lines comment
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

// attach puts the comment above code. Between items, Jennifer would write a space, and gofmt
// would not take the comment for documentation.
func (c comment) attach(code jen.Code) *jen.Statement {
	if c == nil {
		return jen.Add(code)
	}
	return jen.Custom(jen.Options{Open: strings.Join(c, "\n") + "\n"}, code)
}

// words splits a text at spaces and characters that are not printable.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) })
}

// checkLines returns an error if a line of a file could be taken for a directive. The go
// command looks for go:generate in lines, even inside strings. The generator writes
// no directives, and [doc] and [rawString] turn no text of a catalog or wire vector into one.
func checkLines(name string, text []byte) error {
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if isDirective(line) {
			return fmt.Errorf("%s:%d: %.60q could be taken for a directive and run a command, "+
				"which is a defect of the generator",
				name, n, line)
		}
	}
	return nil
}

// isDirective reports whether a line begins with a comment that does not have a space after
// two slashes, as those of the generator have.
func isDirective(line string) bool {
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
