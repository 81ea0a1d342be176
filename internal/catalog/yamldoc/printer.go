package yamldoc

import (
	"bytes"
	"strings"

	"example.com/opgen/internal/text/wording"
)

// Width is the maximum length of a line that a [Printer] folds.
const Width = 120

// Printer writes YAML in block style, line by line.
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
	if 2*indent+len(key)+2+len(text) <= Width || !folds(text) {
		short := BlockScalar(text)
		if 2*indent+len(key)+2+len(short) <= Width || !folds(text) {
			p.Line(indent, key, ": ", short)
			return
		}
	}
	if strings.Contains(text, "\n") {
		p.Line(indent, key, ": |-")
		for line := range strings.SplitSeq(text, "\n") {
			if line == "" {
				p.Line(0)
			} else {
				p.Line(indent+1, line)
			}
		}
		return
	}
	p.Line(indent, key, ": >-")
	for rest := text; rest != ""; {
		line := rest
		if room := Width - 2*indent - 2; len(rest) > room {
			end := strings.LastIndexByte(rest[:room+1], ' ')
			if end < 0 {
				end = strings.IndexByte(rest+" ", ' ')
			}
			line = rest[:end]
		}
		p.Line(indent+1, line)
		rest = strings.TrimPrefix(rest[len(line):], " ")
	}
}

// folds reports whether a text can be written over several lines.
func folds(text string) bool {
	if text != wording.Tidy(text) ||
		strings.Contains(text, "  ") && !strings.Contains(text, "\n") ||
		strings.Contains(text, "<<") {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 ||
			c == 0xfeff {
			return false
		}
	}
	return true
}
