package catalog

import (
	"io/fs"
	"path/filepath"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

var (
	catalogFormat = yamldoc.Format{Name: "catalog", Article: "a", Kind: "document", Version: "catalog",
		Remedy: "name it in opgen.yaml or with --spec, or start one with gen init"}
	overlayFormat = yamldoc.Format{Name: "overlay", Article: "an", Kind: "overlay", Version: "overlay"}
)

// Load reads the catalog at path, or on the standard input for "-", and its overlays, in their order.
// The error is [Problems] with every mistake, or names a file that cannot be read.
func Load(path string, overlays ...string) (*Catalog, error) {
	base, err := yamldoc.ReadFile(path, catalogFormat)
	if err != nil {
		return nil, err
	}
	var over []Source
	for _, name := range overlays {
		source, err := yamldoc.ReadFile(name, overlayFormat)
		if err != nil {
			return nil, err
		}
		over = append(over, source)
	}
	c, problems := ParseSource(base, over...)
	return c, problems.Err()
}

// Parse reads a catalog in memory and its overlays, in their order. Positions show name as its file.
// Parse returns the catalog, or every problem sorted by position.
//
// It continues after a problem, and does not report consequences.
func Parse(name string, text []byte, overlays ...Source) (*Catalog, Problems) {
	return ParseSource(Source{Name: name, Text: text}, overlays...)
}

// ParseSource is [Parse] for a catalog that may name other files.
func ParseSource(base Source, overlays ...Source) (*Catalog, Problems) {
	c, root := open(base, overlays)
	if root == nil {
		return nil, c.Problems()
	}
	r := checked(c, root)
	if problems := c.Problems(); problems != nil {
		return nil, problems
	}
	r.catalog.sources, r.catalog.overlays = c.Sources(), len(overlays)
	return r.catalog, nil
}

// checked reads a catalog from its maps.
func checked(c *yamldoc.Checker, root *yamldoc.Object) *resolver {
	c.Complete(root)
	r := newResolver(c, root)
	r.resolve()
	r.check()
	return r
}

// CheckTree returns the problems of a catalog that is not read from a text. Their lines are the
// numbers of nodes.
func CheckTree(build func(*yamldoc.Tree) *yamldoc.Node) Problems {
	c := yamldoc.NewChecker(grammar)
	if root := c.OpenTree(build(c.NewTree(catalogFormat)), catalogFormat); root != nil {
		overlay(c, root, nil)
		checked(c, root)
	}
	return c.Problems()
}

// open reads a catalog and merges overlays. The root is nil if the text is not a catalog.
func open(base Source, overlays []Source) (*yamldoc.Checker, *yamldoc.Object) {
	c := yamldoc.NewChecker(grammar)
	root := c.Open(base, catalogFormat, overlayFormat)
	var over []*yamldoc.Object
	for _, source := range overlays {
		if o := c.Open(source, overlayFormat, catalogFormat); o != nil {
			over = append(over, o)
		}
	}
	if root != nil {
		overlay(c, root, over)
	}
	return c, root
}

// With returns the catalog with one more overlay, or every problem.
func (c *Catalog) With(overlay Source) (*Catalog, Problems) {
	base, overlays := c.texts()
	return ParseSource(base, append(slices.Clip(overlays), overlay)...)
}

// Root reads the catalog again, with its files and overlays.
func (c *Catalog) Root() *yamldoc.Object {
	_, root := open(c.texts())
	return root
}

// texts returns the catalog, which finds the files that it names, and its overlays.
func (c *Catalog) texts() (base Source, overlays []Source) {
	base, rest := c.sources[0], c.sources[1:]
	named, overlays := rest[:len(rest)-c.overlays], rest[len(rest)-c.overlays:]
	base.Beside = func(path string) (Source, error) {
		name := filepath.Join(filepath.Dir(base.Name), filepath.FromSlash(path))
		for _, s := range named {
			if s.Name == name {
				return s, nil
			}
		}
		return Source{}, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return base, overlays
}
