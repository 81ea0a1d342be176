package main

import (
	"strings"

	"example.com/opgen/catalog"
)

// load reads the catalog with the overlays that lie over it.
func (f *flags) load() (*catalog.Document, error) { return catalog.Load(f.spec, f.overlays...) }

// resolve reads the catalog with its overlays, checks it and resolves it.
func (f *flags) resolve() (*catalog.Catalog, error) {
	doc, err := f.load()
	if err != nil {
		return nil, err
	}
	return resolved(doc)
}

// files are the catalog and its overlays.
func (f *flags) files() []string { return append([]string{f.spec}, f.overlays...) }

// resolved checks a document and returns its catalog. The error is its problems.
func resolved(doc *catalog.Document) (*catalog.Catalog, error) {
	if problems := catalog.Check(doc); len(problems) > 0 {
		return nil, problems
	}
	return catalog.Resolve(doc), nil
}

// enumerate returns names as they stand in a sentence: "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
