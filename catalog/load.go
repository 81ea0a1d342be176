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
	start    string   // how a text of its format begins
	root     *node    // nil where the text could not be read
	problems Problems // found while reading the text

	once    sync.Once // guards what follows
	found   Problems
	catalog *Catalog
}

// Load reads the file at path. The error says that the file could not be read
// as a whole; what is wrong in it comes out of [Check], with positions.
func Load(path string) (*Document, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("no catalog at %s: write one there, or name another file", path)
	}
	if err != nil {
		return nil, fmt.Errorf("the catalog cannot be opened: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name the catalog file in it", path)
	}
	// Reading stops above the limit whatever size the file claims to have,
	// because a pipe or a device claims none.
	src, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil {
		return nil, fmt.Errorf("the catalog cannot be read: %w", err)
	}
	if len(src) > maxSize {
		return nil, fmt.Errorf("%s is larger than the %d MiB that a catalog may have: move bulky examples out of it, or split the service into two catalogs", path, maxSize>>20)
	}
	return Parse(path, src), nil
}

// Parse reads a catalog that is already in memory. The name is the file that
// its positions show.
func Parse(name string, src []byte) *Document { return parse(name, src, "catalog: "+formatVersion) }

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

// Text returns the text of the catalog.
func (doc *Document) Text() string { return doc.src.text }

// report adds a problem with the text itself.
func (doc *Document) report(id ID, line, col, width int, format string, args ...any) *Problem {
	doc.problems = append(doc.problems, Problem{
		ID:      id,
		Pos:     Position{File: doc.src.name, Line: line, Col: col},
		Message: fmt.Sprintf(format, args...),
		src:     doc.src,
		width:   width,
	})
	return &doc.problems[len(doc.problems)-1]
}
