package main

import (
	"example.com/opgen/catalog"
)

// load reads the catalog with the overlays that lie over it.
func (f *flags) load() (*catalog.Catalog, error) { return catalog.Load(f.spec, f.overlays...) }

// files are the catalog and its overlays.
func (f *flags) files() []string { return append([]string{f.spec}, f.overlays...) }

// resolved returns problems as an error, nil if there are none.
func resolved(c *catalog.Catalog, problems catalog.Problems) (*catalog.Catalog, error) {
	if problems != nil {
		return nil, problems
	}
	return c, nil
}
