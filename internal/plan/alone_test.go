package plan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// decided are the names in package catalog that determine what is sent or refused. Code
// that uses one of them decides something that a plan should decide.
var decided = []string{"FirstOf", "AtLeastOneOf", "AtMostOneOf", "AllOrNoneOf", "FirstItemNonEmpty", "SendIf", "OmitEmpty"}

// mayName are the declarations that use them without deciding.
var mayName = map[string]string{
	"cmd/gen fieldOf":                           "gen list prints the keys of the catalog",
	"internal/plan/edge fields":                 "two declarations are alike if their keys have the same values",
	"internal/review/diff compareSendCondition": "a change is that a key has another value",
	"internal/review/diff compareOmission":      "a change is that a key has another value",
	"internal/documents/openapi annotations":    "keys of the catalog that OpenAPI has no word for are repeated as x-send-if and x-omit-empty",
	"sandbox/simulator isPlainText":             "a text about which the catalog says something stays as it is",
}

// Only this package decides what is sent and refused, and the model of the tests.
func TestNobodyElseDecides(t *testing.T) {
	const root = "../.."
	named := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel := filepath.ToSlash(strings.TrimPrefix(name, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case d.IsDir() && (rel == "internal/catalog" || rel == "internal/testing/oracle" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != root):
			return filepath.SkipDir
		case d.IsDir() || filepath.Dir(rel) == "internal/plan" || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, decl := range file.Decls {
			for declared, node := range declarations(decl) {
				ast.Inspect(node, func(n ast.Node) bool {
					s, ok := n.(*ast.SelectorExpr)
					if !ok || !slices.Contains(decided, s.Sel.Name) || isIdent(s.X, "plan") {
						return true // plan.FirstOf is what this package decided
					}
					key := filepath.ToSlash(filepath.Dir(rel)) + " " + declared
					named[key] = true
					_, may := mayName[key]
					require.True(t, may, "%s: %s names %s; ask internal/plan what is sent or refused", files.Position(s.Pos()), key, s.Sel.Name)
					return true
				})
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, slices.Sorted(maps.Keys(mayName)), slices.Sorted(maps.Keys(named)), "an entry that is no longer needed")
}

func isIdent(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

// declarations returns the parts of a declaration by name.
func declarations(d ast.Decl) map[string]ast.Node {
	parts := map[string]ast.Node{}
	switch d := d.(type) {
	case *ast.FuncDecl:
		parts[d.Name.Name] = d
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				parts[spec.Name.Name] = spec
			case *ast.ValueSpec:
				parts[spec.Names[0].Name] = spec
			}
		}
	}
	return parts
}
