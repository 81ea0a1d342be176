package recording

import (
	"slices"
)

// maxNodes is how many places a recorder tells apart. What is at further places is
// still counted, but neither are its unknown keys kept nor its strings told apart.
const maxNodes = 1 << 16

// node is what a recorder remembers of a place over all bodies. A nil node remembers
// nothing.
type node struct {
	members        map[uint64]*node // by the hashes of their keys
	items, entries *node
	unknown        int      // members whose keys are not known
	many           bool     // there were too many of them
	strings        []uint32 // hashes of those that differ
	values         map[string]bool
}

// newNode returns a node, nil if there are enough.
func (r *Recorder) newNode() *node {
	if r.nodes == maxNodes {
		return nil
	}
	r.nodes++
	return new(node)
}

// inside returns the node of the items of an array.
func (n *node) inside(r *Recorder) *node {
	if n == nil {
		return nil
	}
	if n.items == nil {
		n.items = r.newNode()
	}
	return n.items
}

// entry returns the node of members whose keys are not kept.
func (n *node) entry(r *Recorder) *node {
	if n == nil {
		return nil
	}
	if n.entries == nil {
		n.entries = r.newNode()
	}
	return n.entries
}

// member returns the node of the member with the hash of a key.
func (n *node) member(hash uint64, r *Recorder) *node {
	if n == nil {
		return nil
	}
	m := n.members[hash]
	if m == nil {
		if m = r.newNode(); m == nil {
			return nil
		}
		if n.members == nil {
			n.members = map[uint64]*node{}
		}
		n.members[hash] = m
	}
	return m
}

// unknownMember is member for a key that is not known. It returns nil if the key is not
// kept, and whether that is because there are many.
func (n *node) unknownMember(hash uint64, r *Recorder) (m *node, many bool) {
	if n == nil || n.many {
		return nil, n != nil
	}
	if n.members[hash] == nil {
		n.unknown++
		n.many = n.unknown > maxUnknown
	}
	if n.many {
		return nil, true
	}
	return n.member(hash, r), false
}

// ordinal returns the number of a string among those that differ, 0 if it is not
// counted.
func (n *node) ordinal(hash uint64) int {
	if n == nil {
		return 0
	}
	i := slices.Index(n.strings, uint32(hash))
	if i < 0 && len(n.strings) < maxDistinct {
		i = len(n.strings)
		n.strings = append(n.strings, uint32(hash))
	}
	if i < 0 {
		i = maxDistinct - 1
	}
	return i + 1
}

// keeps reports whether a value is one of those that are kept.
func (n *node) keeps(value string) bool {
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
