package peer

import (
	"embed"

	"example.com/opgen/bench/internal/document"
	"example.com/opgen/internal/catalog"
)

// Operations is the number of operations of the shipped catalog.
const Operations = 139

// shapes is a catalog of what the shipped one lacks, and the same in OpenAPI.
//
//go:embed shapes
var shapes embed.FS

// Prepare writes the inputs of the generators into a folder: a module, the catalog,
// the documents made from it, and the settings. bench is the folder of this module.
func Prepare(dir, bench string, text []byte) error {
	c, problems := catalog.Parse("operations.yaml", text)
	if problems != nil {
		return problems
	}
	files := map[string][]byte{
		"operations.yaml":      text,
		"openapi.json":         document.OpenAPI(c),
		"swagger.json":         document.Swagger(c),
		"goa/design/design.go": document.Goa(c),
	}
	files["bodies.json"] = []byte(encode(bodies(c)))
	files["shapes/bodies.json"] = []byte(encode([]string{drawing()}))
	for _, name := range []string{"shapes/operations.yaml", "shapes/openapi.json"} {
		input, err := shapes.ReadFile(name)
		if err != nil {
			return err
		}
		files[name] = input
	}
	var areas []string
	for _, a := range c.Areas {
		areas = append(areas, a.Package)
	}
	if err := addModule(files, bench, areas); err != nil {
		return err
	}
	return writeAll(dir, files)
}
