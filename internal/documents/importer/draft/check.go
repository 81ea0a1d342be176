package draft

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// This file gives the tree to the check of catalogs as nodes of YAML. Printing and reading it again would
// take most of the time of an import, since it is checked after each round of mending.

// Problems returns what the check of catalogs refuses of a catalog, and the nodes that the lines of
// the problems are the numbers of. The catalog is not printed for that.
func (n *Node) Problems() (catalog.Problems, []*Node) {
	b := &builder{owners: []*Node{nil}}
	problems := catalog.CheckTree(func(t *yamldoc.Tree) *yamldoc.Node {
		b.Tree = t
		return b.below(n.Below, 0)
	})
	return problems, b.owners
}

// builder makes the nodes of a catalog for its check. Each has the number of its owner: the node
// that is mended if it has a problem.
type builder struct {
	*yamldoc.Tree
	owners []*Node // by number; the first is nil, for what has no owner
}

// below returns nodes as a map or a list.
func (b *builder) below(all []*Node, owner int) *yamldoc.Node {
	if len(all) > 0 && all[0].isItem() {
		list := b.Node(owner, yamldoc.List, "")
		for _, n := range all {
			item, _ := b.value(n, owner)
			b.Append(list, item)
		}
		return list
	}
	m := b.Node(owner, yamldoc.Map, "")
	for _, n := range all {
		if n.Value == nil && len(n.Below) == 0 {
			continue // it has no contents yet
		}
		value, owner := b.value(n, owner)
		b.Add(m, b.Node(owner, yamldoc.String, n.Key), value)
	}
	return m
}

// value returns the value of a node and the number of its owner.
func (b *builder) value(n *Node, owner int) (*yamldoc.Node, int) {
	canBeMended := n.Rename != nil || n.Remedy != ""
	if canBeMended {
		b.owners = append(b.owners, n)
		owner = len(b.owners) - 1
	}
	below := n.Below
	switch {
	case len(below) == 1 && slices.Contains(n.Short, below[0].Key):
		value, inner := b.value(below[0], owner)
		return value, inner
	case len(below) > 0:
		return b.below(below, owner), owner
	}
	switch v := n.Value.(type) {
	case Word:
		if v == "{}" {
			return b.Node(owner, yamldoc.Map, ""), owner
		}
		return b.Plain(owner, string(v)), owner
	case Text:
		return b.Node(owner, yamldoc.String, string(v)), owner
	case Texts:
		list := b.Node(owner, yamldoc.List, "")
		for _, item := range v {
			b.Append(list, b.Node(owner, yamldoc.String, item))
		}
		return list, owner
	case Literal:
		return b.Copy(owner, v.Node), owner
	case *Type:
		return b.typ(v, owner), owner
	}
	panic("a node of the catalog has no value")
}

// typ returns a type as a value.
func (b *builder) typ(t *Type, owner int) *yamldoc.Node {
	switch {
	case t.Elem != nil:
		list := b.Node(owner, yamldoc.List, "")
		b.Append(list, b.typ(t.Elem, owner))
		return list
	case t.Value != nil:
		m := b.Node(owner, yamldoc.Map, "")
		b.Add(m, b.Node(owner, yamldoc.String, "string"), b.typ(t.Value, owner))
		return m
	}
	return b.Node(owner, yamldoc.String, t.String())
}
