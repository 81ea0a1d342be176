package generator

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/catalog"
)

// The catalog lists what generated packages export, for its checks and for gen diff: nothing is
// missing from the list, and nothing else is in it.
func TestPackagesExportWhatTheCatalogLists(t *testing.T) {
	for _, dir := range cases(t) {
		c, err := catalog.Load(filepath.Join(dir, "catalog.yaml"))
		require.NoError(t, err)
		declared := map[string]map[string]bool{}
		for _, f := range emit(t, dir) {
			pkg := path.Dir(f.Path)
			if declared[pkg] == nil {
				declared[pkg] = map[string]bool{}
			}
			addDeclared(t, declared[pkg], string(f.Content))
		}
		for _, a := range c.Areas {
			for name := range declared[sharedFolder] { // members of aliases
				if typ, _, isMember := strings.Cut(name, "."); isMember && declared[a.Package][typ] {
					declared[a.Package][name] = true
				}
			}
			listed := map[string]bool{}
			for _, e := range a.Exports() {
				listed[e.Name] = true
				isShared := strings.HasSuffix(e.Name, ".Raw") // a field of the runtime's type
				require.True(t, declared[a.Package][e.Name] || isShared, "%s: %s.%s is not declared", dir, a.Package, e.Name)
			}
			for name := range declared[a.Package] {
				require.True(t, listed[name] || isFixed(a, name), "%s: %s.%s is not listed", dir, a.Package, name)
			}
		}
	}
}

// isFixed reports whether a name does not depend on a single element of the catalog, or is the field
// or the method of an operation in a type that has one for each.
func isFixed(a *catalog.Area, name string) bool {
	typ, member, isMember := strings.Cut(name, ".")
	switch {
	case !isMember:
		return slices.Contains(catalog.FixedNames, name)
	case typ == "Fake" && member == "Calls", typ == "Fake" && member == "UnimplementedService":
		return true
	case typ == "Fake" || typ == "UnimplementedService":
		return slices.ContainsFunc(a.Operations, func(op *catalog.Operation) bool {
			return member == op.GoName || typ == "Fake" && member == op.FuncName()
		})
	}
	ofType := []string{"Variants", "IsListed", "Values"} // of unions and enums
	return slices.Contains(slices.Concat(catalog.FixedMembers, ofType), member)
}

// addDeclared adds the exported names of a file, with those of fields and methods.
func addDeclared(t *testing.T, names map[string]bool, text string) {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	require.NoError(t, err)
	for name := range exportedNames(file) {
		names[strings.TrimPrefix(name, ".")] = true
	}
	for _, d := range file.Decls {
		general, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok || !typ.Name.IsExported() {
				continue
			}
			for _, member := range membersOfType(typ.Type) {
				if ast.IsExported(member) {
					names[typ.Name.Name+"."+member] = true
				}
			}
		}
	}
}

// membersOfType returns the names in a struct or an interface.
func membersOfType(typ ast.Expr) []string {
	var fields *ast.FieldList
	switch typ := typ.(type) {
	case *ast.StructType:
		fields = typ.Fields
	case *ast.InterfaceType:
		fields = typ.Methods
	default:
		return nil
	}
	var names []string
	for _, f := range fields.List {
		for _, name := range f.Names {
			names = append(names, name.Name)
		}
	}
	return names
}
