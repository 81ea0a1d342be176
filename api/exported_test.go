package api_test

import (
	"flag"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite testdata/exported.txt")

// exported returns the documentation of package api.
func exported(t *testing.T) *doc.Package {
	t.Helper()
	files := token.NewFileSet()
	var parsed []*ast.File
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.go") && name != "fault_plan9.go" {
			file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
			require.NoError(t, err)
			parsed = append(parsed, file)
		}
	}
	p, err := doc.NewFromFiles(files, parsed, "api")
	require.NoError(t, err)
	return p
}

// What people read and type is a list that changes on purpose.
func TestExportedNames(t *testing.T) {
	p := exported(t)
	require.LessOrEqual(t, len(p.Funcs), 12, "functions that make no type")
	var list []string
	add := func(kind string, names ...string) {
		for _, name := range names {
			list = append(list, kind+" "+name)
		}
	}
	funcs := func(funcs []*doc.Func) {
		for _, f := range funcs {
			require.NotEmpty(t, f.Doc, f.Name)
			add("func", f.Name)
		}
	}
	values := func(kind string, values []*doc.Value) {
		for _, v := range values {
			add(kind, v.Names...)
		}
	}
	funcs(p.Funcs)
	values("const", p.Consts)
	values("var", p.Vars)
	for _, typ := range p.Types {
		require.NotEmpty(t, typ.Doc, typ.Name)
		add("type", typ.Name)
		require.False(t, typ.Decl.Specs[0].(*ast.TypeSpec).Assign.IsValid(), "%s hides the fields and methods of another type", typ.Name)
		funcs(typ.Funcs)
		values("const", typ.Consts)
		values("var", typ.Vars)
	}
	slices.Sort(list)
	got := strings.Join(list, "\n") + "\n"
	golden := filepath.Join("testdata", "exported.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "go test ./api -run ExportedNames -update")
}

// What generated code uses of package api, people type too: an example or the
// documentation shows it. Anything else belongs into package wire.
func TestGeneratedCodeUsesNothingThatPeopleDoNot(t *testing.T) {
	used := map[string]bool{}
	read(t, "../gen", func(name string, file *ast.File) {
		if !strings.HasSuffix(name, "_test.go") {
			names(file, used)
		}
	})
	require.Contains(t, used, "Operation")

	shown := map[string]bool{}
	for _, dir := range []string{".", "../gen", "../internal/testing/conformance", "../examples"} {
		read(t, dir, func(name string, file *ast.File) {
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Example") {
					names(f, shown)
				}
			}
		})
	}
	documents, err := filepath.Glob("../docs/*.md")
	require.NoError(t, err)
	for _, name := range append(documents, "../README.md") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, match := range regexp.MustCompile(`\bapi\.([A-Z]\w*)`).FindAllSubmatch(text, -1) {
			shown[string(match[1])] = true
		}
	}
	for name := range used {
		assert.True(t, shown[name], "api.%s: no example or document shows that people type it", name)
	}
}

// read parses the Go files below a folder.
func read(t *testing.T, dir string, f func(name string, file *ast.File)) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".go" {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		f(name, file)
		return err
	}))
}

// names adds what a piece of Go names of package api.
func names(n ast.Node, to map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "api" {
				to[s.Sel.Name] = true
			}
		}
		return true
	})
}
