// Package spec holds the catalog of the insurance administration service and
// the JSON Schema of the catalog format.
package spec

import _ "embed" // for the two files

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
