// Package spec holds the catalog of the insurance administration service and the
// JSON Schemas of the files that gen and the sandbox read, and of the reports of gen.
package spec

import "embed"

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

//go:embed learn.schema.json
var learnSchema []byte

//go:embed resources.schema.json
var resourcesSchema []byte

// ReportSchema is the text of report.schema.json: what gen diff, gen lint and gen verify
// print with --format json.
//
//go:embed report.schema.json
var ReportSchema []byte

// Resources is the text of resources.yaml: what each operation does in the sandbox.
//
//go:embed resources.yaml
var Resources []byte

// Files are all YAML files of this folder, by their names from here: the catalog, what
// else is known of the service, and overlays of the catalog. Among these are
// overlays/published.yaml, what is publicly known of responses, overlays/known-requests.yaml,
// what is publicly known of requests, and overlays/sdk.yaml, how a third-party client speaks
// with the service. profiles/sdk.yaml is what else this client needs of the sandbox.
//
//go:embed *.yaml overlays/*.yaml profiles/*.yaml
var Files embed.FS

// Seeds is the text of seeds.yaml: what the sandbox holds at its beginning.
//
//go:embed seeds.yaml
var Seeds []byte

// File is a file and its text.
type File struct {
	Name string
	Text []byte
}

// Schemas are the JSON Schemas of the files that gen reads: the catalog, overlays,
// wire vectors, settings, decisions of an import and about what was learned; and of what
// operations do in a sandbox.
func Schemas() []File {
	return []File{
		{"schema.json", Schema}, {"overlay.schema.json", overlaySchema},
		{"vectors.schema.json", vectorsSchema}, {"settings.schema.json", settingsSchema}, {"import.schema.json", importSchema},
		{"learn.schema.json", learnSchema},
		{"resources.schema.json", resourcesSchema},
	}
}
