package yamldoc

import (
	"example.com/opgen/internal/text/wording"
)

// Tree makes the nodes of a value that is not read from a text, so that a program can check what
// it prints without reading it again. In the positions of problems, the line of a node is the
// number that it got.
type Tree struct {
	checker *Checker
	src     *source
	keys    map[*Node]*keySet // of large maps
	few     keySet            // of all others, without an entry
	spare   []Node            // allocated together
}

// NewTree returns a tree with the name that positions show as the file.
func (c *Checker) NewTree(f Format) *Tree {
	src := newSource(len(c.sources), Source{Name: f.Name})
	src.set = &fileSet{name: f.Name, named: map[string]*Node{}}
	c.sources = append(c.sources, src)
	return &Tree{checker: c, src: src, keys: map[*Node]*keySet{}}
}

// OpenTree is [Checker.Open] for the root of a tree.
func (c *Checker) OpenTree(root *Node, f Format) *Object { return c.open(root, f) }

// Node returns a map or a list without contents, or a string.
func (t *Tree) Node(number int, kind Kind, text string) *Node {
	if len(t.spare) == 0 {
		t.spare = make([]Node, 256)
	}
	n := &t.spare[0]
	t.spare = t.spare[1:]
	*n = Node{Kind: kind, Text: text, place: place{t.src, int32(number), 1, 1}, size: 1}
	if kind == Map || kind == List {
		n.height = 1
	}
	return n
}

// Plain returns a scalar as YAML reads it without quotes.
func (t *Tree) Plain(number int, text string) *Node {
	return t.Node(number, plainKind(text), text)
}

// Copy returns a copy of a value whose nodes all have one number.
func (t *Tree) Copy(number int, n *Node) *Node {
	own := t.Node(number, n.Kind, n.Text)
	for _, item := range n.Items {
		t.Append(own, t.Copy(number, item))
	}
	for _, e := range n.Entries {
		t.Add(own, t.Copy(number, e.Key), t.Copy(number, e.Value))
	}
	return own
}

// Append adds an item to a list.
func (t *Tree) Append(list, item *Node) {
	list.Items = append(list.Items, item)
	t.grow(list, item)
}

// Add adds an entry to a map, or reports that the key is given twice.
func (t *Tree) Add(m, key, value *Node) {
	keys := t.keysOf(m)
	if keys.find(m, key.Text) != nil {
		t.checker.Report(DuplicateKey, key, Scope{}, "key %s is given twice; delete or rename one",
			wording.Quote(key.Text))
		return
	}
	keys.add(key)
	m.Entries = append(m.Entries, Entry{key, value})
	t.grow(m, value)
}

// keysOf returns the keys of a map.
func (t *Tree) keysOf(m *Node) *keySet {
	if len(m.Entries) < fewKeys {
		return &t.few
	}
	if t.keys[m] == nil {
		t.keys[m] = &keySet{}
	}
	return t.keys[m]
}

// deep is how high a value can be. What is around it has some levels, too.
const deep = maxDepth - 12

// grow adds a child to the height of its parent, and reports the first one that is too high.
func (t *Tree) grow(parent, child *Node) {
	parent.add(child)
	if child.height == deep {
		t.checker.Report(TooDeep, child, Scope{},
			"maps and lists are nested more than %d levels deep; shorten this", deep)
	}
}
