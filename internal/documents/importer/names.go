package importer

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
)

// upper returns a name as a part of a Go name: claim_id is ClaimID.
func upper(name string) string {
	words := strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return catalog.GoNamePart(strings.Join(words[:min(len(words), maxWords)], " "))
}

// maxWords is the maximum number of words in a name that is made from a sentence.
const maxWords = 6

// typeName returns the name of a type for a name of the document.
func typeName(name string) string {
	if name = upper(name); name == "" || !unicode.IsUpper([]rune(name)[0]) {
		name = "Type" + name
	}
	return name
}

// maxName is the maximum length of a name in bytes.
const maxName = 256

// take reserves the name of a type for the value at a pointer. It adds a number to a name
// that another value has.
func (im *importer) take(name, owner string) string {
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

// componentName returns the name of a schema that others refer to, and reports whether
// import.yaml sets it.
func (im *importer) componentName(p place) (string, bool) {
	if name := im.decided.names[p.ptr]; name != "" {
		return name, true
	}
	name := im.components[p.ptr]
	if name == "" {
		name = p.last()
		if file, whole := strings.CutSuffix(name, "#"); whole && p.key == nil {
			name = strings.TrimSuffix(file, path.Ext(file))
		}
		name = im.take(typeName(name), p.ptr)
		im.components[p.ptr] = name
	}
	return name, false
}

// nameComponents reserves the names of all components first, so that they do not depend on
// other names.
func (im *importer) nameComponents() {
	for _, p := range im.schemas().entries() {
		if name := im.decided.names[p.ptr]; name != "" {
			im.take(name, p.ptr)
		}
	}
	for _, p := range im.schemas().entries() {
		im.componentName(p)
	}
}

// unnamed returns the type of a schema without a name. Schemas with the same key share one
// type, which is named by import.yaml or by the place of the first of them.
func (im *importer) unnamed(key string, p place, c context, make func(name string) *node) *typ {
	name, pinned := im.decided.names[p.ptr], true
	if name == "" {
		name, pinned = c.name, c.owner != ""
	}
	old := im.alike[key]
	if old != nil && (!pinned || old.key == name || im.call(old, p)) {
		return &typ{declared: old}
	}
	n := make(im.take(name, c.owner))
	n.pinned = pinned
	im.names[p.ptr] = n.key
	if old == nil || pinned {
		im.alike[key] = n
	}
	return &typ{declared: n}
}

// inlineType returns the type for a schema without a name, whose content equal types share.
func (im *importer) inlineType(n *node, content string, f *flat, c context) *typ {
	return im.unnamed(n.kind+" "+content, f.from, c, func(name string) *node {
		return im.declare(n, name, im.description(f, c.name))
	})
}

// newType returns a type without a name, which [importer.declare] adds to the catalog.
func (im *importer) newType(kind string, from place) *node {
	n := &node{kind: kind, from: from}
	n.rename = func() { n.key = im.take(typeName(n.key)+"Record", "") }
	return n
}

func (im *importer) declare(n *node, name, description string) *node {
	n.key = name
	n.set("description", text(description), place{})
	return im.types(n.kind).add(n)
}

// types returns the types of a kind.
func (im *importer) types(kind string) *node { return im.catalog.sub(kind + "s") }

// inlineEnum returns the enum for listed strings without a name.
func (im *importer) inlineEnum(f *flat, c context) *typ {
	key := "enum"
	for _, n := range f.enum {
		key += fmt.Sprintf(" %q", n.Text)
	}
	return im.unnamed(key, f.from, c, func(name string) *node { return im.enumOf(f, c, name) })
}

// call renames a type that several places share to the name that import.yaml sets for one
// of them, unless the type already has such a name. It reports whether it did.
func (im *importer) call(n *node, p place) bool {
	decided := im.decided.names[p.ptr]
	if n.pinned || decided == "" {
		return false
	}
	delete(im.taken, n.key)
	decided = im.take(decided, "")
	for ptr, old := range im.names {
		if old == n.key {
			im.names[ptr] = decided
		}
	}
	n.key, n.pinned = decided, true
	return true
}

// members returns a text that equal objects have in common.
func (n *node) members() string { return fmt.Sprint(n.isOpen(), n.get("fields")) }
