package importer

import (
	"bytes"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// width is the maximum length of a line.
const width = 120

// printed returns the catalog as text.
func (im *importer) printed() string {
	p := &printer{}
	for _, n := range im.catalog.below {
		p.node(n, 0)
	}
	return p.String()
}

// printer writes a catalog line by line.
type printer struct{ bytes.Buffer }

// line writes the parts of a line.
func (p *printer) line(indent int, parts ...string) {
	for range indent {
		p.WriteString("  ")
	}
	for _, part := range parts {
		p.WriteString(part)
	}
	p.WriteByte('\n')
}

// node writes a node. Those below a field are on its line if that is short enough.
func (p *printer) node(n *node, indent int) {
	below, value := n.below, n.value
	switch {
	case value == nil && len(below) == 0:
		return // it has no contents
	case n.isItem():
		p.line(indent, "- ", n.String(), comment(n))
		return
	case len(below) == 1 && slices.Contains(n.short, below[0].key):
		below, value = nil, below[0].value
	}
	if separate[n.key] && indent == 0 || n.kind == "area" && n != n.parent.below[0] {
		p.line(0)
	}
	key := yamldoc.BlockScalar(n.key)
	if len(below) == 0 {
		if s, ok := value.(text); ok {
			p.text(indent, key, string(s))
		} else {
			p.line(indent, strings.TrimSuffix(key+": "+value.String(), " "), comment(n))
		}
		return
	}
	if n.kind == "field" || n.kind == "flow" {
		about := n.get("description")
		line := n.String() + comment(n)
		if 2*indent+len(line) <= width && (about == nil || !strings.Contains(string(about.value.(text)), "\n")) {
			p.line(indent, line)
			return
		}
	}
	p.line(indent, key, ":", comment(n))
	for _, child := range below {
		p.node(child, indent+1)
	}
}

func comment(n *node) string {
	if n.comment == "" {
		return ""
	}
	return " # " + n.comment
}

// separate are the keys of the catalog with a blank line before them.
var separate = words("catalog enums records unions areas")

// text writes a key with a text: on one line, folded, or line by line.
func (p *printer) text(indent int, key, text string) {
	if 2*indent+len(key)+2+len(text) <= width || !folds(text) {
		short := yamldoc.BlockScalar(text)
		if 2*indent+len(key)+2+len(short) <= width || !folds(text) {
			p.line(indent, key, ": ", short)
			return
		}
	}
	if strings.Contains(text, "\n") {
		p.line(indent, key, ": |-")
		for line := range strings.SplitSeq(text, "\n") {
			if line == "" {
				p.line(0)
			} else {
				p.line(indent+1, line)
			}
		}
		return
	}
	p.line(indent, key, ": >-")
	for rest := text; rest != ""; {
		line := rest
		if room := width - 2*indent - 2; len(rest) > room {
			end := strings.LastIndexByte(rest[:room+1], ' ')
			if end < 0 {
				end = strings.IndexByte(rest+" ", ' ')
			}
			line = rest[:end]
		}
		p.line(indent+1, line)
		rest = strings.TrimPrefix(rest[len(line):], " ")
	}
}

// folds reports whether a text can be written over several lines.
func folds(text string) bool {
	if text != tidy(text) || strings.Contains(text, "  ") && !strings.Contains(text, "\n") || strings.Contains(text, "<<") {
		return false
	}
	for _, c := range text {
		if c < ' ' && c != '\n' || 0x7f <= c && c < 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff {
			return false
		}
	}
	return true
}
