package peer

import (
	"embed"
	"encoding/json"
	"errors"

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
	var texts []string
	for _, body := range Bodies(c) {
		texts = append(texts, string(body))
	}
	bodies, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	files["bodies.json"] = bodies
	if files["shapes/bodies.json"], err = json.Marshal([]string{string(drawing())}); err != nil {
		return err
	}
	for _, name := range []string{"shapes/operations.yaml", "shapes/openapi.json"} {
		if files[name], err = shapes.ReadFile(name); err != nil {
			return err
		}
	}
	var areas []string
	for _, a := range c.Areas {
		areas = append(areas, a.Package)
	}
	return errors.Join(WriteModule(dir, bench, areas), writeAll(dir, files))
}
