// Package vectors reads the wire vectors of a catalog: requests, each with the resulting body
// or violations, and whole responses. They use wire names, so that tests in any language can
// use them; docs/catalog.md describes the format.
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
	Client     bool      // tests clients
	Server     bool      // tests servers
	Request    string    // JSON; any text if it only tests servers
	Value      Object    // the request for a client, or nil
	Body       string    // JSON, byte for byte; "" if the request is refused
	Violations []string  // JSON pointers and rules ("/name non-blank"), in any order
	Response   *Response // in place of the request, or nil
}

// Response is a whole response with the parts of its envelope.
type Response struct {
	Status   int
	Body     string   // JSON
	Failed   bool     // the response is a failure
	Value    any      // the response, as in an [Object]; nil if it is empty or of unspecified shape
	Raw      string   // JSON of a response of unspecified shape
	Siblings Object   // additional envelope members, nil for none
	Failure  Object   // of the type of the operation's failure, nil for none
	Says     []string // messages of the service
	Messages []string // messages that a client gets
}

// Load reads the files of a folder, NAME.yaml for the area NAME. The folder may be missing.
// The error is [catalog.Problems] with all problems, or names an unreadable file. If the
// catalog has problems, c is nil, and Load reports only problems that do not depend on it.
func Load(dir string, c *catalog.Catalog) (Set, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the folder of the wire vectors cannot be read: %w", err)
	}
	var sources []catalog.Source
	for _, e := range entries {
		extension := filepath.Ext(e.Name())
		isYAML := extension == ".yaml" || extension == ".yml"
		if e.IsDir() || !isYAML {
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

// Parse reads vectors from memory. It returns all problems, file by file, or the vectors if
// there are none.
func Parse(sources []catalog.Source, c *catalog.Catalog) (Set, catalog.Problems) {
	set, checker := Set{}, yamldoc.NewChecker(grammar)
	for _, source := range sources {
		name := filepath.Base(source.Name)
		r := &reader{Checker: checker, set: set, areaName: strings.TrimSuffix(name, filepath.Ext(name))}
		r.file(source, c)
	}
	if problems := checker.Problems(); problems != nil {
		return nil, problems
	}
	return set, nil
}

var format = yamldoc.Format{Name: "file of wire vectors", Article: "a", Kind: "file", Version: "vectors"}

// grammar lists the keys of a file and of a vector.
var grammar = yamldoc.NewGrammar(map[string]map[string]yamldoc.Key{
	"file": {
		"vectors":    {Value: yamldoc.ScalarValue, Needed: true},
		"operations": {Value: yamldoc.EntriesValue, Needed: true, Expected: "a map from names"},
	},
	"vector": {
		"name":       {Value: yamldoc.TextValue, Needed: true, Filled: true},
		"shows":      {Value: yamldoc.TextsValue, Filled: true},
		"only":       {Value: yamldoc.TextValue, Words: []string{"client", "server"}},
		"request":    {Value: yamldoc.TextValue},
		"response":   {Value: yamldoc.TextValue},
		"status":     {Value: yamldoc.ScalarValue},
		"body":       {Value: yamldoc.TextValue},
		"violations": {Value: yamldoc.TextsValue, Filled: true},
	},
}, nil)

// Keys returns the keys that a file and a vector may have.
func Keys() map[string][]string { return grammar.All() }

// The ids of problems that only vectors have. An id is never renamed or reused.
const (
	UnknownArea      catalog.ID = "unknown-area"      // a file is not named after an area of the catalog
	UnknownOperation catalog.ID = "unknown-operation" // vectors are about an operation that does not exist
	UnknownRule      catalog.ID = "unknown-rule"      // a vector shows, or breaks, a rule that does not exist
	BadPointer       catalog.ID = "bad-pointer"       // a violation is not a JSON pointer and a rule
	BadJSON          catalog.ID = "bad-json"          // a request or a body is not a JSON object, or has a key twice
	BadBody          catalog.ID = "bad-body"          // a body contains white space that is never sent
	UnfitRequest     catalog.ID = "unfit-request"     // a client in Go cannot hold the request
	UnfitResponse    catalog.ID = "unfit-response"    // a service in Go cannot return the response, or its envelope does not match
)
