package recording

import "slices"

// This file has what a recorder remembers between calls, in bounded memory: hashes instead of
// keys and strings, and nothing at all beyond a number of places.

// maxNodes is the largest number of places with a node. Values at further places are counted,
// but their unknown keys are not kept, and different strings are not counted.
const maxNodes = 1 << 16

// node is the state of a recorder for a place in all bodies. A nil node has no state.
type node struct {
	children map[uint64]*node // members by the hashes of their keys, items and entries
	unknown  int              // members whose keys are not known
	strings  []uint32         // hashes of different strings
	values   map[string]bool
}

// The keys of nodes for the items of an array, and for members whose keys are not kept. Hashes
// of keys are other numbers.
const items, entries = 0, 1

// member returns the node of the member with the hash of a key, nil if there are too many nodes.
func (n *node) member(hash uint64, r *Recorder) *node {
	if n == nil {
		return nil
	}
	m := n.children[hash]
	if m == nil && r.nodes < maxNodes {
		m = new(node)
		r.nodes++
		if n.children == nil {
			n.children = map[uint64]*node{}
		}
		n.children[hash] = m
	}
	return m
}

// unknownMember is like member for an unknown key. It returns nil if the key is not kept, and
// reports whether there are too many.
func (n *node) unknownMember(hash uint64, r *Recorder) (m *node, isTooMany bool) {
	if n == nil {
		return nil, false
	}
	if n.unknown <= maxUnknown && n.children[hash] == nil {
		n.unknown++
	}
	if n.unknown > maxUnknown {
		return nil, true
	}
	return n.member(hash, r), false
}

// ordinal returns the number of a string among the different ones, 0 if it is not counted.
func (n *node) ordinal(hash uint64) int {
	if n == nil {
		return 0
	}
	if i := slices.Index(n.strings, uint32(hash)); i >= 0 {
		return i + 1
	}
	if len(n.strings) < maxDistinct {
		n.strings = append(n.strings, uint32(hash))
	}
	return len(n.strings)
}

// addValue keeps a value if there is room, and reports whether it is kept.
func (n *node) addValue(value string) bool {
	if n == nil {
		return false
	}
	if !n.values[value] && len(n.values) < maxKept {
		if n.values == nil {
			n.values = map[string]bool{}
		}
		n.values[value] = true
	}
	return n.values[value]
}
