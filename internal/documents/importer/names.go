package importer

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode"

	"example.com/opgen/internal/catalog"
)

// upper returns a name as a part of a Go name: claim_id is ClaimID.
func upper(name string) string {
	var b strings.Builder
	for _, c := range name {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b.WriteRune(c)
		} else {
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	return catalog.GoNamePart(strings.Join(words, " "))
}

// maxWords bounds the words of a name that is made of a sentence.
const maxWords = 6

// typeName returns the name of a type that follows from a name of the document.
func typeName(name string) string {
	if name = upper(name); name == "" || !unicode.IsUpper([]rune(name)[0]) {
		name = "Type" + name
	}
	return name
}

// fileName is the last key of a pointer. A file that is one schema has its name without
// what says how it is written.
func (p place) fileName() string {
	if file, whole := strings.CutSuffix(p.last(), "#"); whole && p.key == nil {
		return strings.TrimSuffix(file, path.Ext(file))
	}
	return p.last()
}

// maxName is the number of bytes of a name.
const maxName = 256

// take keeps the name of a record or an enum for the value at a pointer. A name that
// another one has gets a number.
func (im *importer) take(name, owner string) string {
	if name == "" {
		name = "Type"
	}
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

// componentName returns the name of a schema that others refer to, and whether the
// decisions give it.
func (im *importer) componentName(p place) (string, bool) {
	if name := im.decided.name(p.ptr); name != "" {
		return name, true
	}
	name := im.components[p.ptr]
	if name == "" {
		name = im.take(typeName(p.fileName()), p.ptr)
		im.components[p.ptr] = name
	}
	return name, false
}

// nameComponents keeps the names of all components before anything else is named, so
// that they depend on nothing else.
func (im *importer) nameComponents() {
	for _, p := range im.schemas().entries() {
		if im.decided.name(p.ptr) != "" {
			im.take(im.decided.name(p.ptr), p.ptr)
		}
	}
	for _, p := range im.schemas().entries() {
		im.componentName(p)
	}
}

// unnamed returns the type of a schema without a name of its own. All of one key are one,
// and are named by the decisions, or by the place of the first of them.
func (im *importer) unnamed(key string, p place, c context, make func(name string) *typ) *typ {
	name, pinned := im.decided.name(p.ptr), true
	if name == "" {
		name, pinned = c.name, c.owner != ""
	}
	old := im.inline[key]
	if old != nil && (!pinned || old.label().name == name || im.call(old.label(), p)) {
		return old
	}
	t := make(im.take(name, c.owner))
	t.label().pinned = pinned
	im.names[p.ptr] = t.label().name
	if old == nil || pinned {
		im.inline[key] = t
	}
	return t
}

// inlineRecord returns the record of an object without a name.
func (im *importer) inlineRecord(s *shape, f *flat, c context) *typ {
	return im.unnamed("record "+s.key(), f.from, c, func(name string) *typ {
		r := &record{s, label{name: name, description: im.description(f, c.name)}}
		im.service.records = append(im.service.records, r)
		return &typ{record: r}
	})
}

// inlineEnum returns the enum of texts that have no name.
func (im *importer) inlineEnum(f *flat, c context) *typ {
	key := "enum"
	for _, n := range f.enum {
		key += fmt.Sprintf(" %q", n.Text)
	}
	return im.unnamed(key, f.from, c, func(name string) *typ { return &typ{enum: im.enumOf(f, c, name)} })
}

// call gives a type that several places share the name that is decided for one of them,
// unless it has such a name.
func (im *importer) call(l *label, p place) bool {
	decided := im.decided.name(p.ptr)
	if l.pinned || decided == "" {
		return false
	}
	delete(im.taken, l.name)
	decided = im.take(decided, "")
	for ptr, old := range im.names {
		if old == l.name {
			im.names[ptr] = decided
		}
	}
	l.name, l.pinned = decided, true
	return true
}

// key is a text that equal shapes have in common.
func (s *shape) key() string {
	var b strings.Builder
	fmt.Fprintln(&b, s.open)
	for _, f := range s.fields {
		fmt.Fprintf(&b, "%q %s %q\n", f.name, f.typ, f.attrs2())
	}
	return b.String()
}

func (f *field) attrs2() []string {
	var all []string
	for _, a := range f.attrs {
		all = append(all, a.key+": "+a.text)
	}
	return all
}

// singular is the name of one of several: Addresses, Address; Items, Item.
func singular(name string) string {
	switch stem, plural := strings.CutSuffix(name, "s"); {
	case !plural, strings.HasSuffix(stem, "s"), strings.HasSuffix(stem, "u"), strings.HasSuffix(stem, "i"), len(stem) < 2:
		return name + "Item"
	case strings.HasSuffix(stem, "ie"):
		return strings.TrimSuffix(stem, "ie") + "y"
	case strings.HasSuffix(stem, "sse"), strings.HasSuffix(stem, "xe"), strings.HasSuffix(stem, "che"), strings.HasSuffix(stem, "she"):
		return strings.TrimSuffix(stem, "e")
	default:
		return stem
	}
}
