package yamldoc

import (
	"bytes"
	"fmt"
	"strings"
)

// Printer writes a catalog or an overlay line by line. It records the owner of each line, so
// that problems of the text can be traced to their cause.
type Printer[T any] struct {
	bytes.Buffer
	Owners []T
}

// Line writes a line. If its text has line breaks, owner owns all of its lines.
func (p *Printer[T]) Line(owner T, indent int, format string, args ...any) {
	text := strings.Repeat("  ", indent) + fmt.Sprintf(format, args...) + "\n"
	for range strings.Count(text, "\n") {
		p.Owners = append(p.Owners, owner)
	}
	p.WriteString(text)
}

// Owner returns the owner of a line, counted from 1, and reports whether the line exists.
func (p *Printer[T]) Owner(line int) (owner T, ok bool) {
	if line < 1 || line > len(p.Owners) {
		return owner, false
	}
	return p.Owners[line-1], true
}
