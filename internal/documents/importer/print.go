package importer

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// printed returns the catalog as text, after a header.
func (im *importer) printed(header string) []byte {
	p := &printer{}
	p.WriteString(header)
	for _, n := range im.catalog.below {
		p.node(n, 0)
	}
	return p.Bytes()
}

// printer writes a catalog.
type printer struct{ yamldoc.Printer }

// node writes a node. Those below a field are on its line if that is short enough.
func (p *printer) node(n *node, indent int) {
	below, value := n.below, n.value
	switch {
	case value == nil && len(below) == 0:
		return // it has no contents
	case n.isItem():
		p.Line(indent, "- ", n.String(), commentOf(n))
		return
	case len(below) == 1 && slices.Contains(n.short, below[0].key):
		below, value = nil, below[0].value
	}
	if separate[n.key] && indent == 0 || n.kind == "area" && n != n.parent.below[0] {
		p.Line(0)
	}
	key := yamldoc.BlockScalar(n.key)
	if len(below) == 0 {
		if s, ok := value.(text); ok {
			p.Text(indent, key, string(s))
		} else {
			p.Line(indent, strings.TrimSuffix(key+": "+value.String(), " "), commentOf(n))
		}
		return
	}
	if n.kind == "field" || n.kind == "flow" {
		about := n.get("description")
		line := n.String() + commentOf(n)
		if 2*indent+len(line) <= yamldoc.Width && (about == nil || !strings.Contains(string(about.value.(text)), "\n")) {
			p.Line(indent, line)
			return
		}
	}
	p.Line(indent, key, ":", commentOf(n))
	for _, child := range below {
		p.node(child, indent+1)
	}
}

func commentOf(n *node) string {
	if n.comment == "" {
		return ""
	}
	return " # " + n.comment
}

// separate are the keys of the catalog with a blank line before them.
var separate = words("catalog enums records unions areas")
