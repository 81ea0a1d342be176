package catalog

import "regexp"

// nodeKind is the kind of a YAML value.
type nodeKind int

const (
	nullNode nodeKind = iota + 1
	boolNode
	numberNode // a number that JSON can hold, as it is written
	oddNumber  // a number that only YAML can hold: 0x1F, .5, 007, .inf
	stringNode
	mapNode
	listNode
	brokenNode // already reported: nothing about it is reported again
)

// node is a YAML value with its place. An alias is the node that it names, so
// the nodes of a document are a graph without cycles rather than a tree.
type node struct {
	kind    nodeKind
	text    string // of a scalar
	src     *source
	line    int
	col     int
	width   int // in characters, on the first line
	entries []entry
	items   []*node
	merge   bool // a scalar that is the key of a merge
	partial bool // an entry was reported and dropped, so absence proves nothing
	size    int  // nodes in it, itself and what aliases stand for included
	height  int  // levels of maps and lists in it
}

// entry is a key of a map with its value.
type entry struct {
	key, value *node
}

// add puts a child into the totals of its parent.
func (n *node) add(child *node) {
	n.size += child.size
	n.height = max(n.height, child.height+1)
}

var (
	jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)
	yamlNumber = regexp.MustCompile(`^([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
)

// plainKind tells what a scalar without quotes is, by the core schema of YAML
// 1.2: yes, no, on and off are strings.
func plainKind(text string) nodeKind {
	switch text {
	case "", "~", "null", "Null", "NULL":
		return nullNode
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return boolNode
	}
	switch c := text[0]; {
	case c != '-' && c != '+' && c != '.' && (c < '0' || c > '9'):
		return stringNode
	case jsonNumber.MatchString(text):
		return numberNode
	case yamlNumber.MatchString(text):
		return oddNumber
	}
	return stringNode
}

// found names a node for a message that says what was expected in its place.
func (n *node) found() string {
	switch n.kind {
	case nullNode:
		return "nothing"
	case boolNode:
		return "the boolean " + n.text
	case numberNode, oddNumber:
		return "the number " + clip(n.text)
	case stringNode:
		return "the string " + quote(n.text)
	case mapNode:
		return "a map"
	default:
		return "a list"
	}
}
