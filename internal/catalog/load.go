package catalog

import (
	"io/fs"
	"path/filepath"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
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
	c, root := openSources(base, overlays)
	if root == nil {
		return nil, c.Problems()
	}
	read := readDocument(c, root)
	if problems := c.Problems(); problems != nil {
		return nil, problems
	}
	read.share()
	read.sources = c.Sources()
	read.overlays = len(overlays)
	return read, nil
}

// readDocument reads a catalog from its maps, stage by stage.
func readDocument(c *yamldoc.Checker, root *yamldoc.Object) *Catalog {
	c.Complete(root)
	names := newLookup(c, root)
	read := resolveElements(names)
	linker := newLinker(names, read)
	linker.link()
	read.derive()
	runChecks(linker)
	return read
}

// CheckTree returns the problems of a catalog that is not read from a text. Their lines are the
// numbers of nodes.
func CheckTree(build func(*yamldoc.Tree) *yamldoc.Node) Problems {
	c := yamldoc.NewChecker(grammar)
	if root := c.OpenTree(build(c.NewTree(catalogFormat)), catalogFormat); root != nil {
		overlay(c, root, nil)
		readDocument(c, root)
	}
	return c.Problems()
}

// openSources reads a catalog and merges overlays. The root is nil if the text is not a catalog.
func openSources(base Source, overlays []Source) (*yamldoc.Checker, *yamldoc.Object) {
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
	_, root := openSources(c.texts())
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
