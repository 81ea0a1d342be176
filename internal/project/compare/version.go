package compare

import (
	"errors"
	"io/fs"
	"path/filepath"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/targets"
)

// This file reads one side of a pair: a catalog with its overlays, all of one revision.

// version is a catalog in a revision or in the working tree, with the names of its overlays.
type version struct {
	gitfile.Source
	overlays []string
}

// catalogText is the text of a catalog and its overlays.
type catalogText struct {
	catalog.Source
	overlays      []catalog.Source
	foundOverlays []string // the names of the overlays that exist
}

// read reads a catalog and its existing overlays.
func (v version) read() (catalogText, error) {
	text, err := v.Read()
	if err != nil {
		return catalogText{}, err
	}
	catalogAndOverlays := catalogText{
		Source: catalog.Source{Name: v.String(), Text: text, Beside: filesBeside(v.Source)},
	}
	for _, name := range v.overlays {
		overlay := v.Beside(name)
		text, err := overlay.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return catalogText{}, err
		}
		catalogAndOverlays.overlays = append(catalogAndOverlays.overlays, catalog.Source{Name: overlay.String(), Text: text})
		catalogAndOverlays.foundOverlays = append(catalogAndOverlays.foundOverlays, name)
	}
	return catalogAndOverlays, nil
}

// filesBeside returns a function that reads the files that a catalog names, from its revision or
// folder. It returns nil if the catalog is on the standard input.
func filesBeside(s gitfile.Source) func(path string) (catalog.Source, error) {
	switch {
	case s.Path == targets.Stdin:
		return nil
	case s.Revision == "":
		return yamldoc.Beside(s.Path)
	}
	return func(path string) (catalog.Source, error) {
		part := s.Beside(filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(path)))
		text, err := part.Read()
		return catalog.Source{Name: part.String(), Text: text}, err
	}
}

// resolve returns the catalog of the text, or its problems.
func (t catalogText) resolve() (*catalog.Catalog, catalog.Problems) {
	return catalog.ParseSource(t.Source, t.overlays...)
}
