package random

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"example.com/opgen/api"
	"example.com/opgen/generator"
)

// here is the import path of this package.
var here = reflect.TypeFor[Map]().PkgPath()

// exports are the compiled packages that generated code and its tests import. They
// are read once for all catalogs.
var exports = sync.OnceValues(func() (map[string]string, error) {
	runtime := reflect.TypeFor[api.Operation]().PkgPath()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export",
		runtime, runtime+"/apitest", runtime+"/wire", "context", "encoding/json", "fmt", "iter", "log/slog", "net/http", "slices", "testing")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ ImportPath, Export string }
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return files, nil
		} else if err != nil {
			return nil, err
		}
		files[p.ImportPath] = p.Export
	}
})

// compiler checks the types of generated code.
type compiler struct {
	fset     *token.FileSet
	compiled types.Importer
}

func newCompiler() (*compiler, error) {
	files, err := exports()
	if err != nil {
		return nil, err
	}
	c := &compiler{fset: token.NewFileSet()}
	c.compiled = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
	return c, nil
}

// check returns the error that a compiler would report in the files of a catalog,
// including tests, or nil.
func (c *compiler) check(root string, files []generator.File) error {
	parsed := map[string][]*ast.File{}
	for _, f := range files {
		file, err := parser.ParseFile(c.fset, f.Path, f.Content, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := path.Dir(f.Path)
		parsed[folder] = append(parsed[folder], file)
	}
	packages := local{c.compiled, map[string]*types.Package{}}
	var all []error
	config := types.Config{Importer: packages, Error: func(err error) { all = append(all, err) }}
	// The areas import the types that several use, and the package above them imports all.
	const shared = "internal/shared"
	order := slices.Sorted(maps.Keys(parsed))
	slices.SortStableFunc(order, func(a, b string) int {
		rank := map[string]int{shared: -1, ".": 1}
		return cmp.Compare(rank[a], rank[b])
	})
	for _, folder := range order {
		p, _ := config.Check(path.Join(root, folder), c.fset, parsed[folder], nil)
		packages.known[path.Join(root, folder)] = p
	}
	return errors.Join(all...)
}

// local also resolves the packages of the areas.
type local struct {
	types.Importer
	known map[string]*types.Package
}

func (l local) Import(path string) (*types.Package, error) {
	if p := l.known[path]; p != nil {
		return p, nil
	}
	if strings.HasPrefix(path, here) {
		return nil, fmt.Errorf("no package %s", path)
	}
	return l.Importer.Import(path)
}
