// Package vectors reads the wire vectors of a catalog: requests, each with the
// body that it becomes or the violations that keep it from being sent and
// served. They are kept in names of the wire, for any language; docs/vectors.md
// describes the format. Like a catalog they go through three stages.
//
//   - [Load] reads the files of a folder.
//   - [Check] returns every problem, none hidden by another.
//   - [Resolve] returns the vectors of each operation, ready to be turned into
//     tests.
package vectors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/yamldoc"
)

// Set is the vectors of each operation, in the order of their file.
type Set map[*catalog.Operation][]*Vector

// Vector is a request and what becomes of it.
type Vector struct {
	Name       string
	Shows      []string // names of the rules that it is about, as [Rules] has them
	Client     bool     // a client is given the request
	Server     bool     // a server is given the request
	Request    string   // JSON text; any text where only a server is given it
	Value      Object   // the request for a client, nil where it is given none
	Body       string   // JSON text, byte for byte; "" where the request is refused
	Violations []string // JSON pointer and rule ("/name non-blank"), in any order
}

// Files are vector files that were read and not yet checked.
type Files []file

type file struct {
	name string // path, as positions show it
	area string
	text []byte
}

// Load reads the files of a folder, NAME.yaml for the area NAME. A folder that
// is not there holds none. The error says that a file could not be read; what
// is wrong in it comes out of [Check].
func Load(dir string) (Files, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the folder of the wire vectors cannot be read: %w", err)
	}
	var files Files
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if e.IsDir() || ext != ".yaml" && ext != ".yml" {
			continue
		}
		name := filepath.Join(dir, e.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("the wire vectors cannot be read: %w", err)
		}
		files = append(files, file{name, strings.TrimSuffix(e.Name(), ext), text})
	}
	return files, nil
}

// Sources returns the texts of the files.
func (files Files) Sources() []catalog.Source {
	var sources []catalog.Source
	for _, f := range files {
		sources = append(sources, catalog.Source{Name: f.name, Text: f.text})
	}
	return sources
}

// Check returns every problem of the files, file by file, each sorted by
// position, and nil where there is none. Where the catalog has problems, only
// those are looked for that have nothing to do with it.
func Check(files Files, doc *catalog.Document) catalog.Problems {
	_, problems := files.read(doc)
	return problems
}

// Resolve returns the vectors of files in which [Check] found no problem, for
// the catalog that [catalog.Resolve] returns. It panics where there is one,
// because half a vector would become a wrong test.
func Resolve(files Files, doc *catalog.Document) Set {
	set, problems := files.read(doc)
	if len(problems) > 0 {
		panic("vectors: Resolve of files with problems, which Check returns; the first is " + problems[0].Error())
	}
	return set
}

func (files Files) read(doc *catalog.Document) (Set, catalog.Problems) {
	var areas []*catalog.Area
	whole := len(catalog.Check(doc)) == 0
	if whole {
		areas = catalog.Resolve(doc).Areas
	}
	set := Set{}
	c := yamldoc.NewChecker(grammar)
	for _, f := range files {
		r := &reader{Checker: c, set: set, areaName: f.area}
		if i := slices.IndexFunc(areas, func(a *catalog.Area) bool { return a.Name == f.area }); i >= 0 {
			r.area = areas[i]
		}
		r.file(catalog.Source{Name: f.name, Text: f.text}, areas)
	}
	return set, c.Problems()
}
