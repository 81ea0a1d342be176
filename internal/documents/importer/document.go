package importer

import (
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

// file is the document, or a file beside it to which a $ref leads.
type file struct {
	name string // as it stands in positions
	rel  string // from the folder of the document, with slashes
	root *yamldoc.Node
	lost string // why it is not read
}

// place is a value of a file with its JSON pointer. Without a node there is none.
type place struct {
	file *file
	key  *yamldoc.Node // that holds the node, nil at the root and in a list
	node *yamldoc.Node
	ptr  string // "/components/schemas/Contact"; of another file "common.yaml#/Contact"
}

func (p place) ok() bool { return p.node != nil }

// at is where a reader looks for the value: at its key.
func (p place) at() *yamldoc.Node {
	if p.key != nil {
		return p.key
	}
	return p.node
}

func (p place) isMap() bool { return p.ok() && p.node.Kind == yamldoc.Map }

// step escapes a key as a part of a JSON pointer.
func step(key string) string { return "/" + jsonpointer.Escape(key) }

// get returns the value of a key.
func (p place) get(key string) place {
	if p.isMap() {
		for _, e := range p.node.Entries {
			if e.Key.Text == key {
				return place{p.file, e.Key, e.Value, p.ptr + step(key)}
			}
		}
	}
	return place{}
}

// textOf returns the text of a scalar, "" if it is none.
func (p place) textOf() string {
	if p.ok() && p.node.Kind <= yamldoc.String && p.node.Kind != yamldoc.Null {
		return p.node.Text
	}
	return ""
}

// text returns the text of a scalar below a key.
func (p place) text(key string) string { return p.get(key).textOf() }

// isTrue reports whether a value is true.
func (p place) isTrue() bool { return p.ok() && p.node.True() }

// is reports whether the value of a key is true.
func (p place) is(key string) bool { return p.get(key).isTrue() }

// entries returns the values of a map by their keys, in their order.
func (p place) entries() iter.Seq2[string, place] {
	return func(yield func(string, place) bool) {
		if !p.isMap() {
			return
		}
		for _, e := range p.node.Entries {
			if !yield(e.Key.Text, place{p.file, e.Key, e.Value, p.ptr + step(e.Key.Text)}) {
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

// last is the last key of a pointer.
func (p place) last() string {
	if p.key != nil {
		return p.key.Text
	}
	return jsonpointer.Unescape(p.ptr[strings.LastIndexByte(p.ptr, '/')+1:])
}

// pointed returns the value to which a pointer leads that one file has into another, or
// into itself, or why there is none.
func (im *importer) pointed(from *file, name, pointer string) (place, string) {
	f, shown, reason := from, pointer, ""
	if name != "" {
		f, reason = im.beside(from, name)
		shown = name + "#" + pointer
	}
	if f == nil {
		return place{}, reason
	}
	if pointer != "" && pointer[0] != '/' {
		return place{}, wording.Quote(shown) + " is not a JSON pointer"
	}
	p := f.whole()
	for _, key := range jsonpointer.Names(pointer) {
		if p.node.Kind == yamldoc.List {
			items := p.items()
			p = place{}
			if i := slices.IndexFunc(items, func(item place) bool { return item.last() == key }); i >= 0 {
				p = items[i]
			}
		} else {
			p = im.indexed(p, key)
		}
		if !p.ok() {
			return place{file: f}, wording.Quote(shown) + " does not exist"
		}
	}
	return p, ""
}

// indexed is [place.get] for maps of thousands of keys.
func (im *importer) indexed(p place, key string) place {
	if !p.isMap() || len(p.node.Entries) < 16 {
		return p.get(key)
	}
	index := im.indexes[p.node]
	if index == nil {
		index = map[string]int{}
		for i, e := range p.node.Entries {
			index[e.Key.Text] = i
		}
		im.indexes[p.node] = index
	}
	if i, ok := index[key]; ok {
		return place{p.file, p.node.Entries[i].Key, p.node.Entries[i].Value, p.ptr + step(key)}
	}
	return place{}
}

// whole is all of a file. Pointers into the document itself have no name in front.
func (f *file) whole() place {
	if f.rel == "" {
		return place{file: f, node: f.root}
	}
	return place{file: f, node: f.root, ptr: f.rel + "#"}
}

// resolve returns what a $ref names, by way of others that are nothing but a $ref. What
// does not exist is a loss.
func (im *importer) resolve(ref place, subject string) (place, bool) {
	p, reason := im.referred(ref)
	for steps := 0; p.isMap() && len(p.node.Entries) == 1 && p.get("$ref").ok(); steps++ {
		if steps == maxSteps {
			p, reason = place{}, fmt.Sprintf("it refers to itself, or through more than %d others", maxSteps)
			break
		}
		p, reason = im.referred(p.get("$ref"))
	}
	if same, ok := im.decided.same[p.node]; ok {
		p = same
	}
	if !p.ok() {
		im.lose(ref, subject, reason, "correct it, or copy what it names into the document")
	}
	return p, p.ok()
}

// maxSteps bounds the references that lead to each other.
const maxSteps = 100

// referred returns what a $ref names, or why it names nothing.
func (im *importer) referred(ref place) (place, string) {
	if ref.node.Kind != yamldoc.String {
		return place{}, "a $ref is a text, not " + ref.node.Found()
	}
	name, fragment, _ := strings.Cut(ref.node.Text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return place{}, wording.Quote(ref.node.Text) + " is not a JSON pointer"
	}
	return im.pointed(ref.file, name, pointer)
}

// beside returns a file to which a $ref of another one leads, nil with the reason if
// it is not read.
func (im *importer) beside(from *file, name string) (*file, string) {
	if strings.Contains(name, ":") || im.options.Read == nil {
		return nil, "the document alone is read, not " + wording.Quote(name)
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
		return nil, fmt.Sprintf("it leads to more than %d files", maxFiles)
	default:
		f = &file{name: path.Join(path.Dir(filepath.ToSlash(im.document.name)), rel), rel: rel}
		im.files[rel] = f
		if text, err := im.options.Read(rel); err != nil {
			f.lost = err.Error()
		} else if f.root = im.checker.Parse(yamldoc.Source{Name: f.name, Text: text}, format); f.root == nil {
			f.lost = wording.Quote(name) + " cannot be read"
		}
	}
	if f.lost != "" {
		return nil, f.lost
	}
	return f, ""
}

// maxFiles bounds the files that are read beside a document.
const maxFiles = 1000
