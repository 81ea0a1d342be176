package importer

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// maxName is the maximum length of a name in bytes.
const maxName = 256

// reserveName reserves the name of a type for the value at a pointer. It adds a number to a name
// that another value has.
func (im *importer) reserveName(name, owner string) string {
	name = cmp.Or(name, "Type")
	ending := func(suffix string) string {
		return strings.ToValidUTF8(name[:min(len(name), maxName-len(suffix))], "") + suffix
	}
	free := ending("")
	for i := 2; ; i++ {
		if of, ok := im.taken[free]; !ok || of == owner && owner != "" {
			break
		}
		free = ending(strconv.Itoa(i))
	}
	im.taken[free] = owner
	return free
}

// componentName returns the name of a schema that others refer to.
func (im *importer) componentName(p place) string {
	if name := im.decided.names[p.pointer()]; name != "" {
		return name
	}
	name := im.components[p.pointer()]
	if name == "" {
		name = p.last()
		if file, whole := strings.CutSuffix(name, "#"); whole && p.key == nil {
			name = strings.TrimSuffix(file, path.Ext(file))
		}
		name = im.reserveName(typeName(name), p.pointer())
		im.components[p.pointer()] = name
	}
	return name
}

// nameComponents reserves the names of all components first, so that they do not depend on
// other names.
func (im *importer) nameComponents() {
	for _, p := range im.schemas().entries() {
		if name := im.decided.names[p.pointer()]; name != "" {
			im.reserveName(name, p.pointer())
		}
	}
	for _, p := range im.schemas().entries() {
		im.componentName(p)
	}
}

// define gives a schema the type n, whose contents fill adds. A schema without a name has a
// type that all equal ones share, named by import.yaml or by the place of the first of them.
func (im *importer) define(v *value, n *node, c context, fill func()) {
	v.typ = &typ{declared: n}
	if c.component != nil {
		im.declare(n, im.reserveName(c.name, c.owner), c.subject, v.words)
		v.words = v.words.without(func(name string) bool { return slices.Contains(typeWords, name) })
		*c.component = *v // the contents may refer to the type
		fill()
		return
	}
	decided := im.decided.names[v.from.pointer()]
	name, pinned := cmp.Or(decided, c.name), decided != "" || c.owner != ""
	n.key = name
	fill()
	key := n.kind + n.memberText()
	old := im.alike[key]
	if old != nil && !old.pinned && decided != "" { // the name for one of several places is that of all
		delete(im.taken, old.key)
		old.key, old.pinned = im.reserveName(decided, ""), true
	}
	if old != nil && (!pinned || old.key == name) {
		old.absorb(n)
		v.typ.declared = old
		return
	}
	im.declare(n, im.reserveName(name, c.owner), c.name, v.words)
	n.pinned = pinned
	im.names[v.from.pointer()] = n
	if old == nil || pinned {
		im.alike[key] = n
	}
}

// newType returns a type without a name, which [importer.declare] adds to the catalog.
func (im *importer) newType(kind string, from place) *node {
	n := &node{kind: kind, from: places{from}}
	if kind == "record" {
		n.getOrAdd("fields").value = word("{}") // even if it has none
	}
	n.rename = func() { n.key = im.reserveName(typeName(n.key)+"Record", "") }
	return n
}

// declare adds a type to the catalog, described by words that say more than a name.
func (im *importer) declare(n *node, reserved, name string, words keywords) *node {
	n.key = reserved
	about, from := description(words, name)
	n.set("description", text(about)).from = from
	return im.types(n.kind).add(n)
}

// typeWords are the annotations of a type with a name, which its fields do not repeat.
var typeWords = strings.Fields("description title")

// types returns the types of a kind.
func (im *importer) types(kind string) *node { return im.catalog.getOrAdd(kind + "s") }

// memberText returns a text that equal types without names and descriptions have in common.
func (n *node) memberText() string {
	var b strings.Builder
	for _, child := range n.below {
		b.WriteString(child.String())
		b.WriteByte('\n')
	}
	return b.String()
}
