package api_test

import (
	"flag"
	"go/ast"
	"go/build"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/long"
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

// The compiler cannot compare the type with which package api sets a function and the type
// with which wire gets it. A mismatch would corrupt memory.
func TestBridgedTypesAgree(t *testing.T) {
	long.SkipUnlessFull(t, "reads the packages that api imports from their source")
	files := token.NewFileSet()
	path := reflect.TypeFor[api.Operation]().PkgPath()
	from := imports{importer.ForCompiler(files, "source", nil).(types.ImporterFrom), map[string]*types.Package{}}
	set := bridged(t, files, from, path, ".", "Set", func(call *ast.CallExpr) ast.Expr { return call.Args[1] })
	got := bridged(t, files, from, path+"/wire", "wire", "Get", func(call *ast.CallExpr) ast.Expr {
		return call.Fun.(*ast.IndexExpr).Index
	})
	require.NotEmpty(t, set)
	require.ElementsMatch(t, slices.Collect(maps.Keys(set)), slices.Collect(maps.Keys(got)))
	for name, f := range set {
		require.True(t, types.Identical(f, got[name]), "bridge.%s is set with %s, and got with %s", name, f, got[name])
	}
}

// bridged checks a package, and returns the types with which it calls a function of package
// bridge, by the name of the variable in the first argument.
func bridged(t *testing.T, files *token.FileSet, from imports, path, dir, function string, typed func(*ast.CallExpr) ast.Expr) map[string]types.Type {
	p, err := build.ImportDir(dir, 0)
	require.NoError(t, err)
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		parsed = append(parsed, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	from.checked[path], err = (&types.Config{Importer: from}).Check(path, files, parsed, info)
	require.NoError(t, err)
	all := map[string]types.Type{}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			fun := call.Fun
			if index, ok := fun.(*ast.IndexExpr); ok {
				fun = index.X
			}
			if s, ok := fun.(*ast.SelectorExpr); ok && s.Sel.Name == function && types.ExprString(s.X) == "bridge" {
				name := call.Args[0].(*ast.UnaryExpr).X.(*ast.SelectorExpr).Sel.Name
				all[name] = info.TypeOf(typed(call))
			}
			return true
		})
	}
	return all
}

// imports imports packages from source, except those that were checked here.
type imports struct {
	types.ImporterFrom
	checked map[string]*types.Package
}

func (i imports) ImportFrom(path, dir string, mode types.ImportMode) (*types.Package, error) {
	if p := i.checked[path]; p != nil {
		return p, nil
	}
	return i.ImporterFrom.ImportFrom(path, dir, mode)
}
