package proof

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/testing/long"
)

// Lines of Go compile with the code of the base and not with that of the head.
func TestLinesOfGoAreTrue(t *testing.T) {
	long.SkipUnlessFull(t, "many packages are generated and compiled")
	lines := 0
	for _, folder := range []string{"rules", "cases"} {
		fixtures(t, folder, func(t *testing.T, _ string, base, head *catalog.Catalog, changes []diff.Change) {
			lines += sources().requireTrue(t, base, head, changes)
		})
	}
	require.Greater(t, lines, 25)
}

// requireTrue compiles the lines of the changes, and returns how many there are.
func (c *compiler) requireTrue(t *testing.T, base, head *catalog.Catalog, changes []diff.Change) int {
	t.Helper()
	lines := 0
	var before, after bindings
	for _, change := range changes {
		e := change.Example
		if e == nil || e.Kind != "client" && e.Kind != "server" {
			continue
		}
		if lines++; before == nil {
			before, after = c.generate(t, base), c.generate(t, head)
		}
		require.NoError(t, c.line(before, e.Given), "%s: %s", change.Message, e.Given)
		require.Error(t, c.line(after, e.Given), "%s: %s", change.Message, e.Given)
	}
	return lines
}

// sources is the compiler of all tests.
var sources = sync.OnceValue(func() *compiler {
	build.Default.CgoEnabled = false // package net can be read without a C compiler
	c := &compiler{fset: token.NewFileSet(), read: map[string]*types.Package{}}
	c.shared = importer.ForCompiler(c.fset, "source", nil)
	return c
})

// compiler checks the types of generated packages. It reads imported packages once.
type compiler struct {
	fset   *token.FileSet
	shared types.Importer // asks the go command where a package is, each time
	read   map[string]*types.Package
}

// bindings are generated packages by import path.
type bindings map[string]*types.Package

const root = "example.org/gen"

// generate returns the packages of a catalog.
func (c *compiler) generate(t *testing.T, of *catalog.Catalog) bindings {
	files, err := generator.Emit(of, nil, generator.Config{Source: "c.yaml", Import: root})
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
	all := bindings{}
	for _, a := range of.Areas {
		all[path.Join(root, a.Package)], err = c.check(all, path.Join(root, a.Package), folders[a.Package])
		require.NoError(t, err)
	}
	all[root], err = c.check(all, root, folders["."])
	require.NoError(t, err)
	return all
}

func (c *compiler) check(all bindings, name string, files []*ast.File) (*types.Package, error) {
	config := types.Config{Importer: resolver{c, all}}
	return config.Check(name, c.fset, files, nil)
}

// line compiles a line in a package with the necessary imports.
func (c *compiler) line(all bindings, line string) error {
	text := "package p\n"
	for name, p := range all {
		if strings.Contains(line, p.Name()+".") {
			text += fmt.Sprintf("import %q\n", name)
		}
	}
	for name, imported := range map[string]string{"json.": "encoding/json", "iter.": "iter", "api.": runtimePath(all)} {
		if strings.Contains(line, name) {
			text += fmt.Sprintf("import %q\n", imported)
		}
	}
	file, err := parser.ParseFile(c.fset, "line.go", text+"func _() {\n"+line+"\n}\n", 0)
	if err != nil {
		return err
	}
	_, err = c.check(all, "p", []*ast.File{file})
	return err
}

// runtimePath returns the import path of the runtime.
func runtimePath(all bindings) string {
	for _, imported := range all[root].Imports() {
		if imported.Name() == "api" {
			return imported.Path()
		}
	}
	return ""
}

// resolver finds generated packages, and others where they are.
type resolver struct {
	*compiler
	all bindings
}

func (r resolver) Import(name string) (*types.Package, error) {
	if p, ok := r.all[name]; ok {
		return p, nil
	}
	if p := r.read[name]; p != nil {
		return p, nil
	}
	p, err := r.shared.Import(name)
	r.read[name] = p
	return p, err
}
