package e2e

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/exp/apidiff"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
)

// compiler type-checks the declarations of generated packages.
type compiler struct {
	fset   *token.FileSet
	shared *shared
}

func newCompiler() *compiler {
	build.Default.CgoEnabled = false // package net can be read without a C compiler
	fset := token.NewFileSet()
	return &compiler{fset, &shared{importer.ForCompiler(fset, "source", nil), map[string]*types.Package{}}}
}

// bindings is the import path of generated packages.
const bindings = "example.org/gen"

// generate returns the packages of a catalog: the areas and the root.
func (c *compiler) generate(t *testing.T, of *catalog.Catalog) *apidiff.Module {
	files, err := generator.Emit(of, nil, generator.Config{Source: "catalog.yaml", Import: bindings})
	require.NoError(t, err)
	folders := map[string][]*ast.File{}
	for _, f := range files {
		if strings.HasSuffix(f.Path, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(c.fset, f.Path, f.Content, parser.SkipObjectResolution)
		require.NoError(t, err)
		folders[path.Dir(f.Path)] = append(folders[path.Dir(f.Path)], parsed)
	}
	imports := resolver{c.shared, map[string]*types.Package{}}
	module := &apidiff.Module{Path: bindings}
	check := func(folder string) {
		config := types.Config{Importer: imports, IgnoreFuncBodies: true}
		p, err := config.Check(path.Join(bindings, folder), c.fset, folders[folder], nil)
		require.NoError(t, err)
		imports.generated[p.Path()] = p
		module.Packages = append(module.Packages, p)
	}
	for _, a := range of.Areas {
		check(a.Package)
	}
	check(".")
	return module
}

// shared imports packages that are not generated. It reads each only once, so that
// all catalogs share the types of the runtime.
type shared struct {
	source types.Importer
	read   map[string]*types.Package
}

func (s *shared) Import(name string) (p *types.Package, err error) {
	if s.read[name] == nil {
		s.read[name], err = s.source.Import(name)
	}
	return s.read[name], err
}

// resolver finds generated packages first, then others.
type resolver struct {
	*shared
	generated map[string]*types.Package
}

func (r resolver) Import(name string) (*types.Package, error) {
	if p, ok := r.generated[name]; ok {
		return p, nil
	}
	return r.shared.Import(name)
}
