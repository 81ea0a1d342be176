// Package peer lists the compared generators: how to call each one, with which settings,
// and where its code is.
package peer

import (
	"path"
	"reflect"

	"example.com/opgen/api"
)

// Peer is a generator.
type Peer struct {
	Name     string
	Tool     string            // package of its command
	Settings string            // the settings and the reasons for them, in sentences
	Input    string            // name of the file it reads, which Prepare writes
	Commands [][]string        // run in the folder of the inputs; the first word is the program
	Folder   string            // the folder of its code
	Config   map[string]string // settings and other files that have to exist, by name
	Shapes   []string          // the command for the catalog in shapes; nil if it is not measured
}

// Self is the name of the generator that is compared with the others.
const Self = "opgen"

// Module is the module that all generators write to.
const Module = "peers.test"

// All lists the generators, this one first.
var All = []Peer{
	{
		Name:     Self,
		Tool:     path.Join(path.Dir(reflect.TypeFor[api.Operation]().PkgPath()), "cmd/gen"),
		Settings: "Reads the catalog directly. It also writes tests, which are not counted.",
		Input:    "operations.yaml",
		Commands: [][]string{{"gen", "generate", "--spec", "operations.yaml", "--out", "opgen"}},
		Folder:   "opgen",
		Shapes:   []string{"gen", "generate", "--spec", "shapes/operations.yaml", "--out", "opgenshapes"},
	},
	{
		Name:     "oapi-codegen",
		Tool:     "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen",
		Settings: "Models, client, and strict server for net/http, in one file.",
		Input:    "openapi.json",
		Commands: [][]string{{"oapi-codegen", "-config", "oapi.yaml", "openapi.json"}},
		Folder:   "oapi",
		Config: map[string]string{"oapi.yaml": `package: oapi
generate: {models: true, client: true, std-http-server: true, strict-server: true}
output: oapi/oapi.gen.go
output-options: {skip-prune: true}
`, "oapi/doc.go": "package oapi\n"},
	},
	{
		Name:     "ogen",
		Tool:     "github.com/ogen-go/ogen/cmd/ogen",
		Settings: "Client and server, without OpenTelemetry, which would slow down every call.",
		Input:    "openapi.json",
		Commands: [][]string{{
			"ogen", "--target", "ogen", "--package", "ogen", "--clean",
			"--config", "ogen.yaml", "openapi.json",
		}},
		Folder: "ogen",
		Shapes: []string{
			"ogen", "--target", "ogenshapes", "--package", "ogenshapes", "--clean",
			"--config", "ogen.yaml", "shapes/openapi.json",
		},
		Config: map[string]string{"ogen.yaml": `generator:
  features:
    disable_all: true
    enable: [paths/client, paths/server]
`},
	},
	{
		Name: "goa",
		Tool: "goa.design/goa/v3/cmd/goa",
		Settings: "A service for each area, over HTTP. Open records with fewer than five fields are " +
			"maps; larger ones lose unknown keys, since a design cannot express them.",
		Input:    "goa/design/design.go",
		Commands: [][]string{{"goa", "gen", Module + "/goa/design", "-o", "goa"}},
		Folder:   "goa/gen",
	},
	{
		Name:     "go-swagger",
		Tool:     "github.com/go-swagger/go-swagger/cmd/swagger",
		Settings: "Server and client over the same models.",
		Input:    "swagger.json",
		Commands: [][]string{
			{
				"swagger", "generate", "server", "-q", "-f", "swagger.json", "-t", "swagger",
				"-A", "bench", "--exclude-main",
			},
			{
				"swagger", "generate", "client", "-q", "-f", "swagger.json", "-t", "swagger",
				"-A", "bench", "--skip-models",
			},
		},
		Folder: "swagger",
		Config: map[string]string{"swagger/doc.go": "package swagger\n"},
	},
}

// Names returns the names of generators.
func Names(peers []Peer) []string {
	var names []string
	for _, p := range peers {
		names = append(names, p.Name)
	}
	return names
}

// Configure writes the settings of a generator into a folder.
func (p Peer) Configure(dir string) error { return writeAll(dir, p.Config) }
