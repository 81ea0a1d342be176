package generator

import (
	"fmt"
	"strings"
)

// checkLines returns an error if a line of a file could be taken for a directive.
// The go command looks for go:generate in lines and not in syntax, so a line within
// a string counts too. The generator writes no directive, and [comment] and [raw]
// see to it that no text of a catalog or of a wire vector becomes one.
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

// directive reports whether a line begins with a comment that is not like those of
// the generator, which have a space after two slashes.
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
