package call

import (
	"errors"
	"fmt"
	"slices"

	"example.com/opgen/internal/text/wording"
)

// This file puts arguments together into one JSON text. Members keep the order of the arguments,
// so that what is shown before a call looks like what was typed.

// node is a value that arguments put together: an object or a list of further nodes, or JSON.
type node struct {
	kind  byte // '{', '[', or 'v' for JSON that is complete
	keys  []string
	nodes []*node // the members by keys, or the items; nil is an item that is missing
	text  string
}

// set stores values at a path. If they are items of a list, they follow those that it has, so
// ids=a ids=b is the list of both. key is the path as it was written.
func (n *node) set(key string, path []step, values []string, areItems bool) error {
	for i, s := range path {
		isLast := i == len(path)-1
		kind := kindAt(path, i+1, areItems)
		next := n.child(s)
		switch {
		case next == nil:
			next = &node{kind: kind}
			n.put(s, next)
		case next.kind == 'v' || isLast && !areItems:
			return fmt.Errorf("%s is given twice", join(path[:i+1]))
		case next.kind != kind:
			return fmt.Errorf("%s is given as a list and as an object", join(path[:i+1]))
		}
		n = next
	}
	if !areItems {
		n.text = values[0]
		return nil
	}
	for _, text := range values {
		n.nodes = append(n.nodes, &node{kind: 'v', text: text})
	}
	return nil
}

// kindAt returns the kind of the node at a step: what its own child asks for, or the kind of
// the value at the end.
func kindAt(path []step, i int, areItems bool) byte {
	switch {
	case i == len(path) && areItems:
		return '['
	case i == len(path):
		return 'v'
	case path[i].number >= 0:
		return '['
	}
	return '{'
}

// child returns the node one step below, or nil.
func (n *node) child(s step) *node {
	i := s.number
	if i < 0 {
		i = slices.Index(n.keys, s.key)
	}
	if i < 0 || i >= len(n.nodes) {
		return nil
	}
	return n.nodes[i]
}

// put stores a child one step below, after missing items if its number leaves a gap.
func (n *node) put(s step, child *node) {
	if s.number < 0 {
		n.keys = append(n.keys, s.key)
		n.nodes = append(n.nodes, child)
		return
	}
	for len(n.nodes) <= s.number {
		n.nodes = append(n.nodes, nil)
	}
	n.nodes[s.number] = child
}

// gaps returns an error for the first item that is missing in each list.
func (n *node) gaps(path string) (problems []error) {
	for i, child := range n.nodes {
		where := fmt.Sprintf("%s[%d]", path, i)
		if n.kind == '{' {
			where = n.keys[i]
			if path != "" {
				where = path + "." + where
			}
		}
		if child == nil { // one is enough for a list, which may have many
			return append(problems, errors.New(where+" is missing; items are numbered from 0 without gaps"))
		}
		problems = append(problems, child.gaps(where)...)
	}
	return problems
}

// append appends the JSON of a node.
func (n *node) append(b []byte) []byte {
	if n.kind == 'v' {
		return append(b, n.text...)
	}
	b = append(b, n.kind)
	for i, child := range n.nodes {
		if i > 0 {
			b = append(b, ',')
		}
		if n.kind == '{' {
			b = append(b, wording.Literal(n.keys[i])...)
			b = append(b, ':')
		}
		b = child.append(b)
	}
	return append(b, n.kind+2) // } follows { after two characters, and ] follows [
}
