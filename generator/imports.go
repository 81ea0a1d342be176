package generator

import (
	"cmp"
	"fmt"
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
)

// own and standard are the import paths of the packages that emitters name.
var (
	own      = map[string]string{"api": apiPath, "wire": wirePath, "apitest": path.Join(apiPath, "apitest")}
	standard = map[string]string{
		"context": "context", "fmt": "fmt", "http": "net/http", "iter": "iter", "json": "encoding/json",
		"slices": "slices", "slog": "log/slog", "testing": "testing",
	}
)

// areaPrefix precedes the package of an area in declarations, which may have the name of another
// package.
const areaPrefix = "area_"

// imports returns the imports of the packages that a file names, those of the standard library
// first. If two packages have the same name, it renames the one that comes later in the file. areas
// are the import paths of areas.
func imports(file *ast.File, areas map[string]string) string {
	aliases := map[string]string{} // by import path
	specs := map[string]string{}
	taken := map[string]bool{"err": true} // a variable
	ast.Inspect(file, func(n ast.Node) bool {
		selector, _ := n.(*ast.SelectorExpr)
		if selector == nil {
			return true
		}
		x, _ := selector.X.(*ast.Ident)
		if x == nil {
			return true
		}
		full := cmp.Or(standard[x.Name], own[x.Name], areas[x.Name])
		if full == "" {
			return true
		}
		if aliases[full] == "" {
			name := strings.TrimPrefix(x.Name, areaPrefix)
			aliases[full], specs[full] = name, fmt.Sprintf("\t%q\n", full)
			for i := 1; taken[aliases[full]]; i++ {
				aliases[full] = fmt.Sprint(name, i)
				specs[full] = fmt.Sprintf("\t%s %q\n", aliases[full], full)
			}
			taken[aliases[full]] = true
		}
		x.Name = aliases[full]
		return true
	})
	var first, others string
	for _, full := range slices.Sorted(maps.Keys(specs)) {
		if standard[path.Base(full)] == full {
			first += specs[full]
		} else {
			others += specs[full]
		}
	}
	switch {
	case len(specs) == 0:
		return ""
	case len(specs) == 1:
		return "\nimport " + strings.TrimSpace(first+others) + "\n"
	case first != "" && others != "":
		first += "\n"
	}
	return "\nimport (\n" + first + others + ")\n"
}
