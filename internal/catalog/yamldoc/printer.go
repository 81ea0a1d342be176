package yamldoc

import (
	"bytes"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Width is the maximum length of a line that a [Printer] folds.
const Width = 120

// Printer writes YAML in block style, line by line. It is for catalogs, settings and other files that
// people go on editing, so lines are as people would break them.
type Printer struct{ bytes.Buffer }

// Line writes the parts of a line.
func (p *Printer) Line(indent int, parts ...string) {
	for range indent {
		p.WriteString("  ")
	}
	for _, part := range parts {
		p.WriteString(part)
	}
	p.WriteByte('\n')
}

// Text writes a key with a text: on one line, folded, or line by line.
func (p *Printer) Text(indent int, key, text string) {
	start := 2*indent + len(key) + len(": ")
	isShort := start+len(text) <= Width && start+len(BlockScalar(text)) <= Width
	switch {
	case isShort || !folds(text):
		p.Line(indent, key, ": ", BlockScalar(text))
	case strings.Contains(text, "\n"):
		p.lines(indent, key, text)
	default:
		p.folded(indent, key, text)
	}
}

// lines writes a text of several lines:
//
//	description: |-
//	  The first line.
//	  The second line.
func (p *Printer) lines(indent int, key, text string) {
	p.Line(indent, key, ": |-")
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			p.Line(0)
		} else {
			p.Line(indent+1, line)
		}
	}
}

// folded writes a text of one line over several, which it breaks at blanks:
//
//	description: >-
//	  One sentence that is
//	  longer than a line.
func (p *Printer) folded(indent int, key, text string) {
	p.Line(indent, key, ": >-")
	room := Width - 2*(indent+1)
	for rest := text; rest != ""; {
		line := rest
		if len(rest) > room {
			end := strings.LastIndexByte(rest[:room+1], ' ')
			if end < 0 { // a word is longer than the line
				end = strings.IndexByte(rest+" ", ' ')
			}
			line = rest[:end]
		}
		p.Line(indent+1, line)
		rest = strings.TrimPrefix(rest[len(line):], " ")
	}
}

// folds reports whether a text can be written over several lines and is read again as it was.
func folds(text string) bool {
	hasDoubleBlank := strings.Contains(text, "  ") && !strings.Contains(text, "\n")
	if text != wording.Tidy(text) || hasDoubleBlank || strings.Contains(text, "<<") {
		return false
	}
	return !strings.ContainsFunc(text, needsEscape)
}

// needsEscape reports whether a character, other than a line break, can only be in a quoted text.
func needsEscape(c rune) bool {
	switch {
	case c == '\n':
		return false
	case c < ' ', 0x7f <= c && c < 0xa0: // control characters
		return true
	default:
		return c == 0x2028 || c == 0x2029 || c == 0xfeff // line breaks of YAML 1.1, and the byte order mark
	}
}
