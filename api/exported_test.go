package api_test

import (
	"flag"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
		if !strings.HasSuffix(name, "_test.go") {
			file, err := parser.ParseFile(files, name, nil, parser.ParseComments)
			require.NoError(t, err)
			parsed = append(parsed, file)
		}
	}
	p, err := doc.NewFromFiles(files, parsed, "api")
	require.NoError(t, err)
	return p
}

// The exported names are a list, so that they change only on purpose.
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
