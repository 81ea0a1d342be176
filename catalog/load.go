package catalog

import (
	"sync"

	"example.com/opgen/internal/yamldoc"
)

var (
	catalogFormat = yamldoc.Format{Name: "catalog", Article: "a", Kind: "document", Version: "catalog"}
	overlayFormat = yamldoc.Format{Name: "overlay", Article: "an", Kind: "overlay", Version: "overlay"}
)

// Document is a catalog as it was written, and what was found in it. It is safe
// for concurrent use.
type Document struct {
	sources []Source

	once    sync.Once // guards what follows
	texts   []Source
	found   Problems
	catalog *Catalog
}

// Load reads the catalog at path, and the overlays that lie over it, in their
// order. The error says that a file could not be read as a whole; what is wrong
// in it comes out of [Check], with positions.
func Load(path string, overlays ...string) (*Document, error) {
	sources, err := ReadSources(path, overlays...)
	if err != nil {
		return nil, err
	}
	return &Document{sources: sources}, nil
}

// ReadSources returns the files that [Load] takes: the catalog, then the
// overlays.
func ReadSources(path string, overlays ...string) ([]Source, error) {
	src, err := yamldoc.ReadFile(path, catalogFormat)
	if err != nil {
		return nil, err
	}
	sources := []Source{src}
	for _, name := range overlays {
		src, err := yamldoc.ReadFile(name, overlayFormat)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}

// Parse reads a catalog that is already in memory, and the overlays that lie
// over it, in their order. The name is the file that its positions show.
func Parse(name string, src []byte, overlays ...Source) *Document {
	return &Document{sources: append([]Source{{Name: name, Text: src}}, overlays...)}
}

// Sources returns the texts of the catalog and of its overlays, in the order in
// which they were given.
func (doc *Document) Sources() []Source {
	doc.analyze()
	return doc.texts
}
