package model

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file names types. A name depends on the schema alone and not on what was read before it, so that
// a new version of a document changes few of them; import.yaml keeps the rest.

// Namer gives names to types. Those of import.yaml come first.
type Namer struct {
	Chosen     map[string]string // by import.yaml, for pointers
	Components map[string]string // names, by pointer
	taken      map[string]string // names of types, with the pointers they are reserved for
}

// NewNamer returns a namer without names other than those that import.yaml chose, by pointer.
func NewNamer(chosen map[string]string) *Namer {
	return &Namer{Chosen: chosen, Components: map[string]string{}, taken: map[string]string{}}
}

// maxName is the maximum length of a name in bytes.
const maxName = 256

// ReserveName reserves the name of a type for the value at a pointer. It adds a number to a name
// that another value has.
func (n *Namer) ReserveName(name, owner string) string {
	name = cmp.Or(name, "Type")
	ending := func(suffix string) string {
		return strings.ToValidUTF8(name[:min(len(name), maxName-len(suffix))], "") + suffix
	}
	free := ending("")
	for i := 2; ; i++ {
		reservedFor, isTaken := n.taken[free]
		isOwn := owner != "" && reservedFor == owner
		if !isTaken || isOwn {
			break
		}
		free = ending(strconv.Itoa(i))
	}
	n.taken[free] = owner
	return free
}

// componentName returns the name of a schema that others refer to.
func (n *Namer) componentName(p origin.Place) string {
	if name := n.Chosen[p.Pointer()]; name != "" {
		return name
	}
	name := n.Components[p.Pointer()]
	if name == "" {
		name = p.Last()
		file, isWhole := strings.CutSuffix(name, "#")
		if isWhole && p.Key == nil { // the schema is a whole file
			name = strings.TrimSuffix(file, path.Ext(file))
		}
		name = n.ReserveName(TypeName(name), p.Pointer())
		n.Components[p.Pointer()] = name
	}
	return name
}

// NameComponents reserves the names of all components first, so that they do not depend on
// other names.
func (n *Namer) NameComponents(schemas origin.Place) {
	for _, p := range schemas.Entries() {
		if name := n.Chosen[p.Pointer()]; name != "" {
			n.ReserveName(name, p.Pointer())
		}
	}
	for _, p := range schemas.Entries() {
		n.componentName(p)
	}
}

// define gives a schema the type n, whose contents fill adds. A schema without a name has a
// type that all equal ones share, named by import.yaml or by the place of the first of them.
func (m *Modeler) define(v *Value, n *draft.Node, c Context, fill func()) {
	v.Type = &draft.Type{Declared: n}
	if c.component != nil {
		m.Declare(n, m.ReserveName(c.Name, c.owner), c.Subject, v.words)
		v.words = v.words.Without(func(name string) bool { return slices.Contains(typeWords, name) })
		*c.component = *v // the contents may refer to the type
		fill()
		return
	}
	decided := m.Chosen[v.from.Pointer()]
	name := cmp.Or(decided, c.Name)
	pinned := decided != "" || c.owner != ""
	n.Key = name
	fill()
	key := n.Kind + n.MemberText()
	old := m.alike[key]
	if old != nil && !old.Pinned && decided != "" { // the name for one of several places is that of all
		delete(m.taken, old.Key)
		old.Key, old.Pinned = m.ReserveName(decided, ""), true
	}
	if old != nil && (!pinned || old.Key == name) {
		old.Absorb(n)
		v.Type.Declared = old
		return
	}
	m.Declare(n, m.ReserveName(name, c.owner), c.Name, v.words)
	n.Pinned = pinned
	m.Named[v.from.Pointer()] = n
	if old == nil || pinned {
		m.alike[key] = n
	}
}

// NewType returns a type without a name, which [importer.declare] adds to the catalog.
func (m *Modeler) NewType(kind string, from origin.Place) *draft.Node {
	n := &draft.Node{Kind: kind, From: origin.Places{from}}
	if kind == "record" {
		n.GetOrAdd("fields").Value = draft.Word("{}") // even if it has none
	}
	n.Rename = func() { n.Key = m.ReserveName(TypeName(n.Key)+"Record", "") }
	return n
}

// Declare adds a type to the catalog, described by words that say more than a name.
func (m *Modeler) Declare(n *draft.Node, reserved, name string, words flat.Keywords) *draft.Node {
	n.Key = reserved
	about, from := description(words, name)
	n.Set("description", draft.Text(about)).From = from
	return m.Types(n.Kind).Add(n)
}

// typeWords are the annotations of a type with a name, which its fields do not repeat.
var typeWords = strings.Fields("description title")

// Types returns the types of a kind.
func (m *Modeler) Types(kind string) *draft.Node { return m.Catalog.GetOrAdd(kind + "s") }
