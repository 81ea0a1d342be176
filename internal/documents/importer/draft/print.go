package draft

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
)

// This file prints the finished tree. A field is on one line if it fits, as people write catalogs.

// Printed returns a catalog as text, after a header.
func (n *Node) Printed(header string) []byte {
	p := &printer{}
	p.WriteString(header)
	for _, n := range n.Below {
		p.node(n, 0)
	}
	return p.Bytes()
}

// printer writes a catalog.
type printer struct{ yamldoc.Printer }

// node writes a node. Those below a field are on its line if that is short enough.
func (p *printer) node(n *Node, indent int) {
	below, value := n.Below, n.Value
	switch {
	case value == nil && len(below) == 0:
		return // it has no contents
	case n.isItem():
		p.Line(indent, "- ", n.String(), commentOf(n))
		return
	case len(below) == 1 && slices.Contains(n.Short, below[0].Key):
		below, value = nil, below[0].Value
	}
	startsPart := indent == 0 && separate[n.Key] > 0
	furtherArea := n.Kind == "area" && n != n.Parent.Below[0]
	if startsPart || furtherArea {
		p.Line(0)
	}
	key := yamldoc.BlockScalar(n.Key)
	if len(below) == 0 {
		if s, ok := value.(Text); ok {
			p.Text(indent, key, string(s))
		} else {
			p.Line(indent, strings.TrimSuffix(key+": "+value.String(), " "), commentOf(n))
		}
		return
	}
	isFlow := n.Kind == "field" || n.Kind == "flow"
	if isFlow && !hasLines(n.Get("description")) {
		line := n.String() + commentOf(n)
		if 2*indent+len(line) <= yamldoc.Width {
			p.Line(indent, line)
			return
		}
	}
	p.Line(indent, key, ":", commentOf(n))
	for _, child := range below {
		p.node(child, indent+1)
	}
}

// hasLines reports whether the value of a node, which may be nil, is a text of several lines.
func hasLines(n *Node) bool { return n != nil && strings.Contains(string(n.Value.(Text)), "\n") }

// commentOf returns the comment of a node as the end of its line.
func commentOf(n *Node) string {
	if n.Comment == "" {
		return ""
	}
	return " # " + n.Comment
}

// separate are the keys of the catalog with a blank line before them.
var separate = ranks("catalog enums records unions areas")
