// Package spec holds the catalog of the insurance administration service and the
// JSON Schemas of the files that gen reads.
package spec

import _ "embed" // for the files

// Operations is the text of operations.yaml: the catalog from which everything
// in gen is generated.
//
//go:embed operations.yaml
var Operations []byte

// Schema is the text of schema.json: the catalog format as a JSON Schema of
// draft 2020-12, for editors, which complete and check catalogs with it. What
// it cannot say, such as whether a name refers to anything, gen checks.
//
//go:embed schema.json
var Schema []byte

//go:embed overlay.schema.json
var overlaySchema []byte

//go:embed vectors.schema.json
var vectorsSchema []byte

//go:embed settings.schema.json
var settingsSchema []byte

//go:embed import.schema.json
var importSchema []byte

// File is a file and its text.
type File struct {
	Name string
	Text []byte
}

// Schemas are the JSON Schemas of the files that gen reads: the catalog, overlays,
// wire vectors, settings and decisions of an import.
func Schemas() []File {
	return []File{
		{"schema.json", Schema}, {"overlay.schema.json", overlaySchema},
		{"vectors.schema.json", vectorsSchema}, {"settings.schema.json", settingsSchema}, {"import.schema.json", importSchema},
	}
}
