// Package origin is what a catalog is made from: an OpenAPI document of any version, with the files
// that it names, the places of its values, and the ledger of what the catalog cannot express.
package origin

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

// Document is a document of OpenAPI with the files that it names.
type Document struct {
	*File
	Version Version
	Checker *yamldoc.Checker
	Same    map[*yamldoc.Node]Place // schemas that are read as another one

	source  yamldoc.Source
	files   map[string]*File         // other files, by path
	targets map[*yamldoc.Node]target // of each $ref
}

var format = yamldoc.Format{Name: "document", Article: "a"}

// Version is a version of OpenAPI.
type Version int

// The versions. What 3.2 adds is not read.
const (
	Swagger Version = iota + 1
	OpenAPI30
	OpenAPI31
)

// Before31 reports whether keywords mean what they do before OpenAPI 3.1.
func (d *Document) Before31() bool { return d.Version < OpenAPI31 }

// Whole returns the document itself.
func (d *Document) Whole() Place { return d.File.whole() }

// Size returns the number of bytes of the document itself.
func (d *Document) Size() int { return len(d.source.Text) }

// Schemas returns the schemas with names.
func (d *Document) Schemas() Place { return d.componentsAt("schemas", "definitions") }

// Schemes returns the security schemes of the document.
func (d *Document) Schemes() Place { return d.componentsAt("securitySchemes", "securityDefinitions") }

// componentsAt returns the components at a key, which is another one in Swagger 2.0.
func (d *Document) componentsAt(key, old string) Place {
	if d.Version == Swagger {
		return d.Whole().Get(old)
	}
	return d.Whole().Get("components").Get(key)
}

// File is the document, or a file that a $ref names.
type File struct {
	Name    string // in positions
	rel     string // from the folder of the document, with slashes
	Root    *yamldoc.Node
	lost    string // why it is not read
	indexes indexes
}

// indexes are the entries of large maps by key, from 1.
type indexes map[*yamldoc.Node]map[string]int

// Place is a value of a file with the way to it. It has no node if there is no value. Places of one
// value may differ in up, so they are compared by their nodes.
type Place struct {
	File  *File
	Key   *yamldoc.Node // nil at the root and in a list
	Node  *yamldoc.Node
	Up    *Place // the map or the list, nil at the root
	index int    // in a list
}

// OK reports whether there is a value.
func (p Place) OK() bool { return p.Node != nil }

// Places are the places that a fact was made from. The first of them is reported.
type Places []Place

// OK reports whether there are any.
func (ps Places) OK() bool { return len(ps) > 0 }

// First returns the place to report, absent if there is none.
func (ps Places) First() Place {
	if len(ps) == 0 {
		return Place{}
	}
	return ps[0]
}

// And returns the places with another one behind them.
func (ps Places) And(more ...Place) Places { return append(slices.Clip(ps), more...) }

// Have reports whether a place is one of them.
func (ps Places) Have(p Place) bool {
	return slices.ContainsFunc(ps, func(other Place) bool { return other.Node == p.Node })
}

// Position returns the position to report: that of the key, if there is one.
func (p Place) Position() *yamldoc.Node { return cmp.Or(p.Key, p.Node) }

// IsMap reports whether the value is a map.
func (p Place) IsMap() bool { return p.OK() && p.Node.Kind == yamldoc.Map }

// PointerStep returns a key as a part of a JSON pointer.
func PointerStep(key string) string { return "/" + jsonpointer.Escape(key) }

// Get returns the value of a key, or of an index of a list. Maps of thousands of keys are indexed.
func (p Place) Get(key string) Place {
	for _, item := range p.Items() {
		if item.Last() == key {
			return item
		}
	}
	if !p.IsMap() {
		return Place{}
	}
	const fewEntries = 16
	if len(p.Node.Entries) < fewEntries {
		isKey := func(e yamldoc.Entry) bool { return e.Key.Text == key }
		return p.entry(slices.IndexFunc(p.Node.Entries, isKey))
	}
	index := p.File.indexes[p.Node]
	if index == nil {
		index = map[string]int{}
		for i, e := range p.Node.Entries {
			index[e.Key.Text] = i + 1
		}
		p.File.indexes[p.Node] = index
	}
	return p.entry(index[key] - 1)
}

// entry returns the value of an entry of a map, absent if the index is negative.
func (p Place) entry(i int) Place {
	if i < 0 {
		return Place{}
	}
	up, e := p, p.Node.Entries[i]
	return Place{File: p.File, Key: e.Key, Node: e.Value, Up: &up}
}

// Pointer returns the JSON pointer of a value: "/components/schemas/Contact". In another file, it
// begins with the name: "common.yaml#/Contact". Few places are asked for it, so it is not kept.
func (p Place) Pointer() string {
	switch {
	case p.Up == nil && p.File != nil && p.File.rel != "":
		return p.File.rel + "#"
	case p.Up == nil:
		return ""
	case p.Key == nil:
		return p.Up.Pointer() + "/" + strconv.Itoa(p.index)
	}
	return p.Up.Pointer() + PointerStep(p.Key.Text)
}

// TextOf returns the text of a scalar, "" for other values.
func (p Place) TextOf() string {
	if p.OK() && p.Node.Kind <= yamldoc.String && p.Node.Kind != yamldoc.Null {
		return p.Node.Text
	}
	return ""
}

// Text returns the text of the scalar at a key.
func (p Place) Text(key string) string { return p.Get(key).TextOf() }

// Rat returns the exact value of a number, false for another value.
func (p Place) Rat() (*big.Rat, bool) { return cmp.Or(p.Node, &yamldoc.Node{}).Rat() }

// IsTrue reports whether a value is true.
func (p Place) IsTrue() bool { return p.OK() && p.Node.True() }

// IsEmpty reports whether a value is an empty text, map or list.
func (p Place) IsEmpty() bool {
	return p.TextOf() == "" && len(p.Node.Entries)+len(p.Node.Items) == 0
}

// Is reports whether the value of a key is true.
func (p Place) Is(key string) bool { return p.Get(key).IsTrue() }

// Entries returns the keys and values of a map, in their order.
func (p Place) Entries() iter.Seq2[string, Place] {
	return func(yield func(string, Place) bool) {
		if !p.IsMap() {
			return
		}
		for _, e := range p.Node.Entries {
			if !yield(e.Key.Text, Place{File: p.File, Key: e.Key, Node: e.Value, Up: &p}) {
				return
			}
		}
	}
}

// Items returns the values of a list.
func (p Place) Items() []Place {
	if !p.OK() || p.Node.Kind != yamldoc.List {
		return nil
	}
	up := p
	items := make([]Place, len(p.Node.Items))
	for i, n := range p.Node.Items {
		items[i] = Place{File: p.File, Node: n, Up: &up, index: i}
	}
	return items
}

// Last returns the last token of the pointer.
func (p Place) Last() string {
	if p.Key != nil {
		return p.Key.Text
	}
	if p.Up != nil {
		return strconv.Itoa(p.index)
	}
	whole := p.Pointer()
	return whole[strings.LastIndexByte(whole, '/')+1:]
}

// ValueAt returns the value at a pointer into the named file, or into the file that has
// the pointer if the name is "". If there is no value, it returns the reason.
func (d *Document) ValueAt(from *File, name, pointer string) (Place, string) {
	f, shown, reason := from, pointer, ""
	if name != "" {
		f, reason = d.open(from, name)
		shown = name + "#" + pointer
	}
	if reason != "" {
		return Place{}, reason
	}
	if pointer != "" && pointer[0] != '/' {
		return Place{}, wording.Quote(shown) + " is not a JSON pointer"
	}
	p := f.whole()
	for _, key := range jsonpointer.Names(pointer) {
		p = p.Get(key)
		if !p.OK() {
			return Place{File: f}, wording.Quote(shown) + " does not exist"
		}
	}
	return p, ""
}

// whole returns the root of a file. Only pointers into other files begin with a name.
func (f *File) whole() Place {
	return Place{File: f, Node: f.Root}
}

// Resolve returns the target of a $ref, and follows targets that only contain a $ref. If there is
// none, it returns the reason.
func (d *Document) Resolve(ref Place) (Place, string) {
	p, reason := d.Target(ref)
	for steps := 0; p.IsMap() && len(p.Node.Entries) == 1 && p.Get("$ref").OK(); steps++ {
		if steps == maxSteps {
			return Place{}, fmt.Sprintf("it refers to itself, or through more than %d others", maxSteps)
		}
		p, reason = d.Target(p.Get("$ref"))
	}
	if same, ok := d.Same[p.Node]; ok {
		return same, ""
	}
	return p, reason
}

// maxSteps bounds the length of a chain of references.
const maxSteps = 100

// target is what a $ref names, or the reason why that is nothing.
type target struct {
	Place
	reason string
}

// Target returns the target of a $ref, or the reason why it has no target.
func (d *Document) Target(ref Place) (Place, string) {
	if !ref.OK() {
		return Place{}, ""
	}
	t, isKnown := d.targets[ref.Node]
	if !isKnown {
		t.Place, t.reason = d.findTarget(ref)
		d.targets[ref.Node] = t
	}
	return t.Place, t.reason
}

// findTarget is Target without a memory.
func (d *Document) findTarget(ref Place) (Place, string) {
	if ref.Node.Kind != yamldoc.String {
		return Place{}, "a $ref is a string, not " + ref.Node.Found()
	}
	name, fragment, _ := strings.Cut(ref.Node.Text, "#")
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return Place{}, wording.Quote(ref.Node.Text) + " is not a JSON pointer"
	}
	return d.ValueAt(ref.File, name, pointer)
}

// open returns the file that another one names, or the reason if it cannot be read.
func (d *Document) open(from *File, name string) (*File, string) {
	if strings.Contains(name, ":") || d.source.Beside == nil {
		return nil, "only the document is read, not " + wording.Quote(name)
	}
	name, err := url.PathUnescape(name)
	rel := path.Join(path.Dir(from.rel), name)
	if err != nil || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return nil, wording.Quote(name) + " is outside of the folder of the document"
	}
	if rel == path.Base(filepath.ToSlash(d.Name)) {
		return d.File, ""
	}
	f := d.files[rel]
	if f == nil && len(d.files) >= maxFiles {
		return nil, fmt.Sprintf("there are more than %d files", maxFiles)
	}
	if f == nil {
		f = d.read(rel, name)
		d.files[rel] = f
	}
	return f, f.lost
}

// read reads a file, which messages call by a name.
func (d *Document) read(rel, name string) *File {
	f := &File{Name: path.Join(path.Dir(filepath.ToSlash(d.Name)), rel), rel: rel, indexes: indexes{}}
	source, err := d.source.Beside(rel)
	if err != nil {
		f.lost = wording.Quote(name) + " cannot be read: " + cmp.Or(errors.Unwrap(err), err).Error()
		return f
	}
	f.Root = d.Checker.Parse(yamldoc.Source{Name: f.Name, Text: source.Text}, format)
	if f.Root == nil {
		f.lost = wording.Quote(name) + " cannot be read"
	}
	return f
}

// maxFiles bounds the files that are read with a document.
const maxFiles = 1000

// ComparePlaces orders places by their positions.
func ComparePlaces(a, b Place) int { return a.Position().Compare(b.Position()) }
