// Package complete holds a catalog with every feature of the format. Package
// internal/testing/complete calls the code that is generated from it.
package complete

import _ "embed"

// Catalog is the text of the catalog.
//
//go:embed catalog.yaml
var Catalog []byte
