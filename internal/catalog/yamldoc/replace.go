package yamldoc

import (
	"slices"
	"strconv"
)

// Replace returns n with another value at a path of keys, or without a value if it is nil. It
// reports whether the path is valid. Nodes on the path are copied, because aliases can share
// them.
//
// In {a: [1, 2]}, the path "a", "1" leads to the 2, and "a", "2" adds an item.
func (n *Node) Replace(keys []string, value *Node) (*Node, bool) {
	if len(keys) == 0 {
		return value, true
	}
	entries := n.numbered()
	key, rest := keys[0], keys[1:]
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Key.Text == key })
	if i < 0 {
		isNext := n.Kind == List && key == strconv.Itoa(len(entries))
		canAdd := len(rest) == 0 && value != nil && (n.Kind == Map || isNext)
		if !canAdd {
			return n, false
		}
		name := *value // for its place
		name.Kind, name.Text, name.Entries, name.Items = String, key, nil, nil
		return n.withEntries(append(entries, Entry{Key: &name, Value: value})), true
	}
	replaced, ok := entries[i].Value.Replace(rest, value)
	if !ok {
		return n, false
	}
	entries[i].Value = replaced
	if replaced == nil {
		entries = slices.Delete(entries, i, i+1)
	}
	return n.withEntries(entries), true
}

// numbered returns a copy of the entries of a map, or the items of a list as entries of their numbers.
func (n *Node) numbered() []Entry {
	entries := slices.Clone(n.Entries)
	for i, item := range n.Items {
		entries = append(entries, Entry{Key: &Node{Text: strconv.Itoa(i)}, Value: item})
	}
	return entries
}

// withEntries returns a copy of a map with other entries, or of a list with their values.
func (n *Node) withEntries(entries []Entry) *Node {
	changed := *n
	if n.Kind == Map {
		changed.Entries = entries
		return &changed
	}
	changed.Items = nil
	for _, e := range entries {
		changed.Items = append(changed.Items, e.Value)
	}
	return &changed
}
