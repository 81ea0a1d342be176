package yamldoc

import (
	"slices"
	"strconv"
)

// Replace returns n with another value at a path of keys, or without a value if it is nil. It
// reports whether the path is valid. Nodes on the path are copied, because aliases can share
// them.
func (n *Node) Replace(keys []string, is *Node) (*Node, bool) {
	if len(keys) == 0 {
		return is, true
	}
	entries, changed := slices.Clone(n.Entries), *n
	for i, item := range n.Items {
		entries = append(entries, Entry{Key: &Node{Text: strconv.Itoa(i)}, Value: item})
	}
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Key.Text == keys[0] })
	switch {
	case i < 0 &&
		(len(keys) > 1 || is == nil ||
			n.Kind != Map && (n.Kind != List || keys[0] != strconv.Itoa(len(entries)))):
		return n, false
	case i < 0:
		name := *is
		name.Kind, name.Text, name.Entries, name.Items = String, keys[0], nil, nil
		entries = append(entries, Entry{Key: &name, Value: is})
	default:
		value, ok := entries[i].Value.Replace(keys[1:], is)
		if !ok {
			return n, false
		}
		entries[i].Value = value
		if value == nil {
			entries = slices.Delete(entries, i, i+1)
		}
	}
	if n.Kind == Map {
		changed.Entries = entries
		return &changed, true
	}
	changed.Items = nil
	for _, e := range entries {
		changed.Items = append(changed.Items, e.Value)
	}
	return &changed, true
}
