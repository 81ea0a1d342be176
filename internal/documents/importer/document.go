package importer

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// file is the document, or a file that a $ref names.
type file struct {
	name    string // in positions
	rel     string // from the folder of the document, with slashes
	root    *yamldoc.Node
	lost    string // why it is not read
	indexes indexes
}

// indexes are the entries of large maps by key, from 1.
type indexes map[*yamldoc.Node]map[string]int

// place is a value of a file with its JSON pointer. It has no node if there is no value.
type place struct {
	file *file
	key  *yamldoc.Node // nil at the root and in a list
	node *yamldoc.Node
	ptr  string // "/components/schemas/Contact"; of another file "common.yaml#/Contact"
}

func (p place) ok() bool { return p.node != nil }

// position returns the position to report: that of the key, if there is one.
func (p place) position() *yamldoc.Node { return cmp.Or(p.key, p.node) }

func (p place) isMap() bool { return p.ok() && p.node.Kind == yamldoc.Map }

// pointerStep returns a key as a part of a JSON pointer.
func pointerStep(key string) string { return "/" + jsonpointer.Escape(key) }

// get returns the value of a key, or of an index of a list. Maps of thousands of keys are indexed.
func (p place) get(key string) place {
	for _, item := range p.items() {
		if item.last() == key {
			return item
		}
	}
	if !p.isMap() {
		return place{}
	}
	if len(p.node.Entries) < 16 {
		return p.entry(slices.IndexFunc(p.node.Entries, func(e yamldoc.Entry) bool { return e.Key.Text == key }))
	}
	index := p.file.indexes[p.node]
	if index == nil {
		index = map[string]int{}
		for i, e := range p.node.Entries {
			index[e.Key.Text] = i + 1
		}
		p.file.indexes[p.node] = index
	}
	return p.entry(index[key] - 1)
}

// entry returns the value of an entry of a map, absent if the index is negative.
func (p place) entry(i int) place {
	if i < 0 {
		return place{}
	}
	e := p.node.Entries[i]
	return place{p.file, e.Key, e.Value, p.ptr + pointerStep(e.Key.Text)}
}

// textOf returns the text of a scalar, "" for other values.
func (p place) textOf() string {
	if p.ok() && p.node.Kind <= yamldoc.String && p.node.Kind != yamldoc.Null {
		return p.node.Text
	}
	return ""
}

// text returns the text of the scalar at a key.
func (p place) text(key string) string { return p.get(key).textOf() }

// isTrue reports whether a value is true.
func (p place) isTrue() bool { return p.ok() && p.node.True() }

// is reports whether the value of a key is true.
func (p place) is(key string) bool { return p.get(key).isTrue() }

// entries returns the keys and values of a map, in their order.
func (p place) entries() iter.Seq2[string, place] {
	return func(yield func(string, place) bool) {
		if !p.isMap() {
			return
		}
		for i, e := range p.node.Entries {
			if !yield(e.Key.Text, p.entry(i)) {
				return
			}
		}
	}
}

// items returns the values of a list.
func (p place) items() []place {
	if !p.ok() || p.node.Kind != yamldoc.List {
		return nil
	}
	all := make([]place, len(p.node.Items))
	for i, n := range p.node.Items {
		all[i] = place{p.file, nil, n, p.ptr + "/" + strconv.Itoa(i)}
	}
	return all
}

// last returns the last token of the pointer.
func (p place) last() string {
	if p.key != nil {
		return p.key.Text
	}
	return jsonpointer.Unescape(p.ptr[strings.LastIndexByte(p.ptr, '/')+1:])
}

// valueAt returns the value at a pointer into the named file, or into the file that has
// the pointer if the name is "". If there is no value, it returns the reason.
func (im *importer) valueAt(from *file, name, pointer string) (place, string) {
	f, shown, reason := from, pointer, ""
	if name != "" {
		f, reason = im.open(from, name)
		shown = name + "#" + pointer
	}
	if reason != "" {
		return place{}, reason
	}
	if pointer != "" && pointer[0] != '/' {
		return place{}, wording.Quote(shown) + " is not a JSON pointer"
	}
	p := f.whole()
	for _, key := range jsonpointer.Names(pointer) {
		if p = p.get(key); !p.ok() {
			return place{file: f}, wording.Quote(shown) + " does not exist"
		}
	}
	return p, ""
}

// whole returns the root of a file. Only pointers into other files begin with a name.
func (f *file) whole() place {
	p := place{file: f, node: f.root}
	if f.rel != "" {
		p.ptr = f.rel + "#"
	}
	return p
}

// resolve returns the target of a $ref, and follows targets that only contain a $ref. It
// records a loss if the target does not exist.
func (im *importer) resolve(ref place, subject string) (place, bool) {
	p, reason := im.target(ref)
	for steps := 0; p.isMap() && len(p.node.Entries) == 1 && p.get("$ref").ok(); steps++ {
		if steps == maxSteps {
			p, reason = place{}, fmt.Sprintf("it refers to itself, or through more than %d others", maxSteps)
			break
		}
		p, reason = im.target(p.get("$ref"))
	}
	if same, ok := im.decided.same[p.node]; ok {
		p = same
	}
	if !p.ok() {
		im.lose(ref, subject, reason, "correct it, or copy what it names into the document")
	}
	return p, p.ok()
}

// maxSteps bounds the length of a chain of references.
const maxSteps = 100

// target returns the target of a $ref, or the reason why it has no target.
func (im *importer) target(ref place) (place, string) {
	if !ref.ok() {
		return place{}, ""
	}
	if ref.node.Kind != yamldoc.String {
		return place{}, "a $ref is a string, not " + ref.node.Found()
	}
	name, fragment, _ := strings.Cut(ref.node.Text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return place{}, wording.Quote(ref.node.Text) + " is not a JSON pointer"
	}
	return im.valueAt(ref.file, name, pointer)
}

// open returns the file that another one names, or the reason if it cannot be read.
func (im *importer) open(from *file, name string) (*file, string) {
	if strings.Contains(name, ":") || im.source.Beside == nil {
		return nil, "only the document is read, not " + wording.Quote(name)
	}
	name, err := url.PathUnescape(name)
	rel := path.Join(path.Dir(from.rel), name)
	if err != nil || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return nil, wording.Quote(name) + " is outside of the folder of the document"
	}
	if rel == path.Base(filepath.ToSlash(im.document.name)) {
		return im.document, ""
	}
	f := im.files[rel]
	switch {
	case f != nil:
	case len(im.files) >= maxFiles:
		return nil, fmt.Sprintf("there are more than %d files", maxFiles)
	default:
		f = &file{name: path.Join(path.Dir(filepath.ToSlash(im.document.name)), rel), rel: rel, indexes: indexes{}}
		im.files[rel] = f
		if source, err := im.source.Beside(rel); err != nil {
			f.lost = wording.Quote(name) + " cannot be read: " + cmp.Or(errors.Unwrap(err), err).Error()
		} else if f.root = im.checker.Parse(yamldoc.Source{Name: f.name, Text: source.Text}, format); f.root == nil {
			f.lost = wording.Quote(name) + " cannot be read"
		}
	}
	return f, f.lost
}

// maxFiles bounds the files that are read with a document.
const maxFiles = 1000

// readReferences counts the references to each schema, and finds those that others extend, and those
// whose requests and responses differ since a property below them is readOnly or writeOnly. The
// root, each schema with a name and each target of a reference own the values below them.
func (im *importer) readReferences() {
	var owners []place        // to visit
	var sided []*yamldoc.Node // owners with a property of one side
	from, seen := map[*yamldoc.Node][]*yamldoc.Node{}, map[*yamldoc.Node]bool{}
	var visit func(p place, owner *yamldoc.Node, part bool)
	visit = func(p place, owner *yamldoc.Node, part bool) {
		if seen[p.node] {
			return
		}
		seen[p.node] = true
		for key, v := range p.entries() {
			switch key {
			case "allOf", "oneOf", "anyOf":
				several := p.get("discriminator").ok() || len(slices.DeleteFunc(v.items(), im.onlyNull)) > 1
				for _, item := range v.items() {
					if base, _ := im.target(item.get("$ref")); base.ok() && key == "allOf" && p.node == owner {
						im.extended[base.node] = append(im.extended[base.node], p)
					}
					visit(item, owner, several)
				}
			case "$ref":
				if target, _ := im.target(v); target.ok() {
					if im.references[target.node]++; im.references[target.node] == 1 {
						owners = append(owners, target)
					}
					im.direct[target.node] = im.direct[target.node] || !part
					from[target.node] = append(from[target.node], owner)
				}
				continue
			case "readOnly", "writeOnly":
				if v.node.True() {
					sided = append(sided, owner)
				}
			}
			visit(v, owner, false)
		}
		for _, item := range p.items() {
			visit(item, owner, false)
		}
	}
	for _, p := range im.schemas().entries() {
		owners = append(owners, p)
	}
	owners = append(owners, im.root())
	for i := 0; i < len(owners); i++ {
		visit(owners[i], owners[i].node, false)
	}
	for i := 0; i < len(sided); i++ {
		if n := sided[i]; !im.isSided[n] {
			im.isSided[n] = true
			sided = append(sided, from[n]...)
		}
	}
}
