package importer

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math/big"
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

// document is a document of OpenAPI with the files that it names.
type document struct {
	*file
	source  yamldoc.Source
	checker *yamldoc.Checker
	files   map[string]*file // other files, by path
	same    map[*yamldoc.Node]place
	targets map[*yamldoc.Node]target // of each $ref
	version version
}

var format = yamldoc.Format{Name: "document", Article: "a"}

// version is a version of OpenAPI.
type version int

const (
	swagger version = iota + 1
	openapi30
	openapi31
)

func (d *document) before31() bool { return d.version < openapi31 }

// whole returns the document itself.
func (d *document) whole() place { return d.file.whole() }

// schemas returns the schemas with names.
func (d *document) schemas() place { return d.componentsAt("schemas", "definitions") }

// schemes returns the security schemes of the document.
func (d *document) schemes() place { return d.componentsAt("securitySchemes", "securityDefinitions") }

// componentsAt returns the components at a key, which is another one in Swagger 2.0.
func (d *document) componentsAt(key, old string) place {
	if d.version == swagger {
		return d.whole().get(old)
	}
	return d.whole().get("components").get(key)
}

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

// place is a value of a file with the way to it. It has no node if there is no value. Places of one
// value may differ in up, so they are compared by their nodes.
type place struct {
	file  *file
	key   *yamldoc.Node // nil at the root and in a list
	node  *yamldoc.Node
	up    *place // the map or the list, nil at the root
	index int    // in a list
}

func (p place) ok() bool { return p.node != nil }

// places are the places that a fact was made from. The first of them is reported.
type places []place

func (all places) ok() bool { return len(all) > 0 }

// first returns the place to report, absent if there is none.
func (all places) first() place {
	if len(all) == 0 {
		return place{}
	}
	return all[0]
}

// and returns the places with another one behind them.
func (all places) and(more ...place) places { return append(slices.Clip(all), more...) }

// have reports whether a place is one of them.
func (all places) have(p place) bool {
	return slices.ContainsFunc(all, func(other place) bool { return other.node == p.node })
}

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
	up, e := p, p.node.Entries[i]
	return place{file: p.file, key: e.Key, node: e.Value, up: &up}
}

// pointer returns the JSON pointer of a value: "/components/schemas/Contact". In another file, it
// begins with the name: "common.yaml#/Contact". Few places are asked for it, so it is not kept.
func (p place) pointer() string {
	switch {
	case p.up == nil && p.file != nil && p.file.rel != "":
		return p.file.rel + "#"
	case p.up == nil:
		return ""
	case p.key == nil:
		return p.up.pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.up.pointer() + pointerStep(p.key.Text)
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

// rat returns the exact value of a number, false for another value.
func (p place) rat() (*big.Rat, bool) { return cmp.Or(p.node, &yamldoc.Node{}).Rat() }

// isTrue reports whether a value is true.
func (p place) isTrue() bool { return p.ok() && p.node.True() }

// isEmpty reports whether a value is an empty text, map or list.
func (p place) isEmpty() bool {
	return p.textOf() == "" && len(p.node.Entries)+len(p.node.Items) == 0
}

// is reports whether the value of a key is true.
func (p place) is(key string) bool { return p.get(key).isTrue() }

// entries returns the keys and values of a map, in their order.
func (p place) entries() iter.Seq2[string, place] {
	return func(yield func(string, place) bool) {
		if !p.isMap() {
			return
		}
		for _, e := range p.node.Entries {
			if !yield(e.Key.Text, place{file: p.file, key: e.Key, node: e.Value, up: &p}) {
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
	up, all := p, make([]place, len(p.node.Items))
	for i, n := range p.node.Items {
		all[i] = place{file: p.file, node: n, up: &up, index: i}
	}
	return all
}

// last returns the last token of the pointer.
func (p place) last() string {
	if p.key != nil {
		return p.key.Text
	}
	if p.up != nil {
		return strconv.Itoa(p.index)
	}
	whole := p.pointer()
	return whole[strings.LastIndexByte(whole, '/')+1:]
}

// valueAt returns the value at a pointer into the named file, or into the file that has
// the pointer if the name is "". If there is no value, it returns the reason.
func (d *document) valueAt(from *file, name, pointer string) (place, string) {
	f, shown, reason := from, pointer, ""
	if name != "" {
		f, reason = d.open(from, name)
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
	return place{file: f, node: f.root}
}

// resolve returns the target of a $ref, and follows targets that only contain a $ref. If there is
// none, it returns the reason.
func (d *document) resolve(ref place) (place, string) {
	p, reason := d.target(ref)
	for steps := 0; p.isMap() && len(p.node.Entries) == 1 && p.get("$ref").ok(); steps++ {
		if steps == maxSteps {
			return place{}, fmt.Sprintf("it refers to itself, or through more than %d others", maxSteps)
		}
		p, reason = d.target(p.get("$ref"))
	}
	if same, ok := d.same[p.node]; ok {
		return same, ""
	}
	return p, reason
}

// maxSteps bounds the length of a chain of references.
const maxSteps = 100

// target is what a $ref names, or the reason why that is nothing.
type target struct {
	place
	reason string
}

// target returns the target of a $ref, or the reason why it has no target.
func (d *document) target(ref place) (place, string) {
	if !ref.ok() {
		return place{}, ""
	}
	t, ok := d.targets[ref.node]
	if !ok {
		t.place, t.reason = d.findTarget(ref)
		d.targets[ref.node] = t
	}
	return t.place, t.reason
}

func (d *document) findTarget(ref place) (place, string) {
	if ref.node.Kind != yamldoc.String {
		return place{}, "a $ref is a string, not " + ref.node.Found()
	}
	name, fragment, _ := strings.Cut(ref.node.Text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return place{}, wording.Quote(ref.node.Text) + " is not a JSON pointer"
	}
	return d.valueAt(ref.file, name, pointer)
}

// open returns the file that another one names, or the reason if it cannot be read.
func (d *document) open(from *file, name string) (*file, string) {
	if strings.Contains(name, ":") || d.source.Beside == nil {
		return nil, "only the document is read, not " + wording.Quote(name)
	}
	name, err := url.PathUnescape(name)
	rel := path.Join(path.Dir(from.rel), name)
	if err != nil || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return nil, wording.Quote(name) + " is outside of the folder of the document"
	}
	if rel == path.Base(filepath.ToSlash(d.name)) {
		return d.file, ""
	}
	f := d.files[rel]
	switch {
	case f != nil:
	case len(d.files) >= maxFiles:
		return nil, fmt.Sprintf("there are more than %d files", maxFiles)
	default:
		f = &file{name: path.Join(path.Dir(filepath.ToSlash(d.name)), rel), rel: rel, indexes: indexes{}}
		d.files[rel] = f
		if source, err := d.source.Beside(rel); err != nil {
			f.lost = wording.Quote(name) + " cannot be read: " + cmp.Or(errors.Unwrap(err), err).Error()
		} else if f.root = d.checker.Parse(yamldoc.Source{Name: f.name, Text: source.Text}, format); f.root == nil {
			f.lost = wording.Quote(name) + " cannot be read"
		}
	}
	return f, f.lost
}

// maxFiles bounds the files that are read with a document.
const maxFiles = 1000

// comparePlaces orders places by their positions.
func comparePlaces(a, b place) int { return a.position().Compare(b.position()) }
