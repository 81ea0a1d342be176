package importer

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// problems returns what the check of catalogs refuses of the catalog so far, and the nodes that
// the lines of the problems are the numbers of. The catalog is not printed for that.
func (im *importer) problems() (catalog.Problems, []*node) {
	b := &builder{owners: []*node{nil}}
	found := catalog.CheckTree(func(t *yamldoc.Tree) *yamldoc.Node {
		b.Tree = t
		return b.below(im.catalog.below, 0)
	})
	return found, b.owners
}

// builder makes the nodes of a catalog for its check. Each has the number of its owner: the node
// that is mended if it has a problem.
type builder struct {
	*yamldoc.Tree
	owners []*node // by number
}

// below returns nodes as a map or a list.
func (b *builder) below(all []*node, owner int) *yamldoc.Node {
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
		if n.value == nil && len(n.below) == 0 {
			continue // it has no contents yet
		}
		value, owner := b.value(n, owner)
		b.Add(m, b.Node(owner, yamldoc.String, n.key), value)
	}
	return m
}

// value returns the value of a node and the number of its owner.
func (b *builder) value(n *node, owner int) (*yamldoc.Node, int) {
	own := n.rename != nil || n.remedy != ""
	if own {
		b.owners = append(b.owners, n)
		owner = len(b.owners) - 1
	}
	below := n.below
	switch {
	case len(below) == 1 && slices.Contains(n.short, below[0].key):
		value, inner := b.value(below[0], owner)
		return value, inner
	case len(below) > 0:
		return b.below(below, owner), owner
	}
	switch v := n.value.(type) {
	case word:
		if v == "{}" {
			return b.Node(owner, yamldoc.Map, ""), owner
		}
		return b.Plain(owner, string(v)), owner
	case text:
		return b.Node(owner, yamldoc.String, string(v)), owner
	case texts:
		list := b.Node(owner, yamldoc.List, "")
		for _, item := range v {
			b.Append(list, b.Node(owner, yamldoc.String, item))
		}
		return list, owner
	case literal:
		return b.Copy(owner, v.node), owner
	case *typ:
		return b.typ(v, owner), owner
	}
	panic("a node of the catalog has no value")
}

// typ returns a type as a value.
func (b *builder) typ(t *typ, owner int) *yamldoc.Node {
	switch {
	case t.elem != nil:
		list := b.Node(owner, yamldoc.List, "")
		b.Append(list, b.typ(t.elem, owner))
		return list
	case t.value != nil:
		m := b.Node(owner, yamldoc.Map, "")
		b.Add(m, b.Node(owner, yamldoc.String, "string"), b.typ(t.value, owner))
		return m
	}
	return b.Node(owner, yamldoc.String, t.String())
}
