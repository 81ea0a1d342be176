package generator

import (
	"fmt"
	"strings"
)

// checkLines returns an error if a line of a file could be taken for a directive. The go
// command looks for go:generate in lines, even in those of strings. The generator writes
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
