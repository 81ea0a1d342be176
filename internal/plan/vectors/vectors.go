// Package vectors reads the wire vectors of a catalog: requests, each with the
// body that it becomes or the violations that keep it from being sent and
// served, and whole responses. They use wire names, so that any language can run them;
// docs/catalog.md describes the format. [Load] returns the vectors of each operation, ready to be
// turned into tests, or every problem.
package vectors

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
)

// Set is the vectors of each operation, in the order of their file.
type Set map[*catalog.Operation][]*Vector

// Vector is a request and its result, or a response.
type Vector struct {
	Name       string
	Shows      []string  // names of the rules that it shows, as in [Rules]
	Client     bool      // the request is for clients
	Server     bool      // the request is for servers
	Request    string    // JSON text; any text if it is only for servers
	Value      Object    // the request for a client, or nil
	Body       string    // JSON text, byte for byte; "" if the request is refused
	Violations []string  // JSON pointer and rule ("/name non-blank"), in any order
	Response   *Response // of a vector about a response, which has no request; else nil
}

// Response is a whole response, and what is in its envelope.
type Response struct {
	Status   int
	Body     string   // JSON text
	Failed   bool     // the response is a failure
	Value    any      // the response as [Object] has values, nil if it is nothing or of no known shape
	Raw      string   // JSON text of a response of no known shape
	Siblings Object   // additional envelope members, nil for none
	Failure  Object   // of the type that the catalog gives the operation, nil for none
	Says     []string // messages with which a service fails
	Messages []string // messages that a client gets
}

// Load reads the files of a folder, NAME.yaml for the area NAME. The folder
// may be missing. The error is [catalog.Problems] with every mistake in them, or names a
// file that cannot be read. If the catalog has
// problems, c is nil, and Load looks for problems that do not depend on it.
func Load(dir string, c *catalog.Catalog) (Set, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the folder of the wire vectors cannot be read: %w", err)
	}
	var sources []catalog.Source
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); e.IsDir() || ext != ".yaml" && ext != ".yml" {
			continue
		}
		source, err := yamldoc.ReadFile(filepath.Join(dir, e.Name()), format)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	set, problems := Parse(sources, c)
	return set, problems.Err()
}

// Parse reads vectors that are already in memory. It returns every problem,
// file by file, and the vectors if there is none.
func Parse(sources []catalog.Source, c *catalog.Catalog) (Set, catalog.Problems) {
	set, checker := Set{}, yamldoc.NewChecker(grammar)
	for _, source := range sources {
		r := &reader{Checker: checker, set: set, areaName: strings.TrimSuffix(filepath.Base(source.Name), filepath.Ext(source.Name))}
		r.file(source, c)
	}
	if problems := checker.Problems(); problems != nil {
		return nil, problems
	}
	return set, nil
}

// format is that of a file of wire vectors.
var format = yamldoc.Format{Name: "file of wire vectors", Article: "a", Kind: "file", Version: "vectors"}

// grammar lists the keys of a file and of a vector.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"vectors":    {Value: yamldoc.ScalarValue, Needed: true},
		"operations": {Value: yamldoc.AnyValue, Needed: true, Expected: "a map from names"},
	},
	"vector": {
		"name":       {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"shows":      {Value: yamldoc.TextsValue, Filled: true},
		"only":       {Value: yamldoc.TextValue},
		"request":    {Value: yamldoc.TextValue},
		"response":   {Value: yamldoc.TextValue},
		"status":     {Value: yamldoc.ScalarValue},
		"body":       {Value: yamldoc.TextValue},
		"violations": {Value: yamldoc.TextsValue, Filled: true},
	},
}, nil)

// Keys returns the keys that a file and a vector may have.
func Keys() map[string][]string { return grammar.All() }

// The ids of problems that catalogs do not have. Like theirs, an id is never
// renamed and never used again for something else.
const (
	UnknownArea      catalog.ID = "unknown-area"      // a file is named after no area of the catalog
	UnknownOperation catalog.ID = "unknown-operation" // vectors are about an operation that does not exist
	UnknownRule      catalog.ID = "unknown-rule"      // a vector shows, or breaks, a rule that does not exist
	BadPointer       catalog.ID = "bad-pointer"       // a violation is not a JSON pointer and a rule
	BadJSON          catalog.ID = "bad-json"          // a request or a body is not a JSON object, or has a key twice
	BadBody          catalog.ID = "bad-body"          // a body holds white space that is never sent
	UnfitRequest     catalog.ID = "unfit-request"     // a client in Go cannot hold the request
	UnfitResponse    catalog.ID = "unfit-response"    // a service in Go cannot hold the response, or its envelope does not say what it is
)
