package catalog

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// maxSize is the number of bytes that a catalog may have.
const maxSize = 32 << 20

// Document is a catalog as it was written: values with their places, in order,
// not yet checked. It is safe for concurrent use.
type Document struct {
	src      *source
	start    string // how a text of its format begins
	overlays []*Document
	root     *node    // nil where the text could not be read
	problems Problems // found while reading the text

	once    sync.Once // guards what follows
	found   Problems
	catalog *Catalog
}

// Source is a file of a catalog: the catalog itself, or an overlay.
type Source struct {
	Name string // as positions show it
	Text []byte
}

// Load reads the catalog at path, and the overlays that lie over it, in their
// order. The error says that a file could not be read as a whole; what is wrong
// in it comes out of [Check], with positions.
func Load(path string, overlays ...string) (*Document, error) {
	sources, err := ReadSources(path, overlays...)
	if err != nil {
		return nil, err
	}
	return Parse(path, sources[0].Text, sources[1:]...), nil
}

// ReadSources returns the files that [Load] takes: the catalog, then the
// overlays.
func ReadSources(path string, overlays ...string) ([]Source, error) {
	src, err := readFile(path, catalogFormat)
	if err != nil {
		return nil, err
	}
	sources := []Source{{path, src}}
	for _, name := range overlays {
		text, err := readFile(name, overlayFormat)
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{name, text})
	}
	return sources, nil
}

// readFile reads a file of a format.
func readFile(path string, f format) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("no %s at %s: write one there, or name another file", f.version, path)
	}
	if err != nil {
		return nil, fmt.Errorf("the %s cannot be opened: %w", f.version, err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name the %s file in it", path, f.version)
	}
	// Reading stops above the limit whatever size the file claims to have,
	// because a pipe or a device claims none.
	src, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("the %s cannot be read: %w", f.version, err)
	}
	if len(src) > maxSize {
		return nil, fmt.Errorf("%s is larger than the %d MiB that a catalog may have: move bulky examples out of it, or split the service into two catalogs", path, maxSize>>20)
	}
	return src, nil
}

// Parse reads a catalog that is already in memory, and the overlays that lie
// over it, in their order. The name is the file that its positions show.
func Parse(name string, src []byte, overlays ...Source) *Document {
	doc := parse(name, src, catalogFormat.start())
	for i, o := range overlays {
		over := parse(o.Name, o.Text, overlayFormat.start())
		over.src.order = i + 1
		doc.overlays = append(doc.overlays, over)
	}
	return doc
}

// parse reads a text of a format that begins with start.
func parse(name string, src []byte, start string) *Document {
	if len(src) > maxSize {
		doc := &Document{src: newSource(name, nil)}
		doc.report(TooLarge, 1, 1, 1, "the text is larger than the %d MiB that a catalog may have", maxSize>>20)
		return doc
	}
	doc := &Document{src: newSource(name, src), start: start}
	doc.read()
	return doc
}

// Sources returns the texts of the catalog and of its overlays, in the order in
// which they were given.
func (doc *Document) Sources() []Source {
	sources := []Source{{doc.src.name, []byte(doc.src.text)}}
	for _, o := range doc.overlays {
		sources = append(sources, o.Sources()...)
	}
	return sources
}

// report adds a problem with the text itself.
func (doc *Document) report(id ID, line, col, width int, format string, args ...any) *Problem {
	doc.problems = append(doc.problems, Problem{
		ID:      id,
		Pos:     Position{File: doc.src.name, Line: line, Col: col},
		Message: onLine(fmt.Sprintf(format, args...)),
		src:     doc.src,
		width:   width,
	})
	return &doc.problems[len(doc.problems)-1]
}
