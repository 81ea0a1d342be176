package main

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
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Changes are type checked here rather than built one by one, which takes milliseconds instead of
// seconds.

// target is a package whose changes the tests should notice.
type target struct {
	module string // its folder
	path   string // its import path
	name   string
	set    *token.FileSet
	files  []*source

	dependencies types.Importer
	info         *types.Info

	// users are the package and the packages that import it, as far as they have tests. The package is
	// first. Then come those in folders nearby, and those with few dependencies, whose tests often are quick.
	users []*listed
}

// source is a file of the package.
type source struct {
	path string
	text string
	tree *ast.File
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Name, Dir, Export      string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
	Deps                               []string
}

// hasTests reports whether the package has tests.
func (p *listed) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// uses reports whether the package or its tests import a package.
func (p *listed) uses(path string) bool {
	return slices.Contains(slices.Concat(p.Imports, p.TestImports, p.XTestImports), path)
}

// load finds a package and its users, and checks its types.
func load(module, pattern string) (*target, error) {
	found, err := goList(module, pattern)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s: expected one package", pattern)
	}
	own := found[0]
	args := append([]string{"-deps", "-export", pattern}, importsOfChooser...)
	dependencies, err := goList(module, args...)
	if err != nil {
		return nil, err
	}
	t := &target{module: module, path: own.ImportPath, name: own.Name, set: token.NewFileSet()}
	for _, name := range own.GoFiles {
		path := filepath.Join(own.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := t.parse(path, string(text))
		if err != nil {
			return nil, err
		}
		t.files = append(t.files, &source{path, string(text), tree})
	}
	t.dependencies = importer.ForCompiler(t.set, "gc", exportsOf(dependencies))
	t.info = &types.Info{
		Types:     map[ast.Expr]types.TypeAndValue{},
		Defs:      map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
	}
	if err := t.check(t.trees(), t.info); err != nil {
		return nil, err
	}
	all, err := goList(module, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.hasTests() && (p.ImportPath == t.path || p.uses(t.path)) {
			t.users = append(t.users, p)
		}
	}
	slices.SortStableFunc(t.users, func(a, b *listed) int {
		if a.ImportPath == t.path {
			return -1
		}
		if b.ImportPath == t.path {
			return 1
		}
		return cmp.Or(
			cmp.Compare(t.proximity(b), t.proximity(a)),
			cmp.Compare(len(a.Deps), len(b.Deps)),
		)
	})
	return t, nil
}

// proximity returns how many elements of the path of a package are those of the target.
func (t *target) proximity(p *listed) (n int) {
	path := strings.Split(p.ImportPath, "/")
	for i, element := range strings.Split(t.path, "/") {
		if i == len(path) || path[i] != element {
			break
		}
		n++
	}
	return n
}

// mostly returns the package if it has tests, and at most so many users, or all if that is negative.
func (t *target) mostly(users int) []*listed {
	if users < 0 {
		return t.users
	}
	if len(t.users) > 0 && t.users[0].ImportPath == t.path {
		users++
	}
	return t.users[:min(users, len(t.users))]
}

// goList returns the packages that go list prints for some arguments.
func goList(module string, args ...string) (all []*listed, err error) {
	const members = "ImportPath,Name,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles," +
		"Imports,TestImports,XTestImports,Deps"
	cmd := exec.Command("go", append([]string{"list", "-json=" + members}, args...)...)
	cmd.Dir, cmd.Stderr = module, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// exportsOf opens the export data of packages for an importer.
func exportsOf(packages []*listed) importer.Lookup {
	files := map[string]string{}
	for _, p := range packages {
		files[p.ImportPath] = p.Export
	}
	return func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("%s has no export data", path)
		}
		return os.Open(files[path])
	}
}

// parse parses a file or its changed text.
func (t *target) parse(path, text string) (*ast.File, error) {
	return parser.ParseFile(t.set, path, text, parser.SkipObjectResolution)
}

// trees returns the files of the unchanged package.
func (t *target) trees() (all []*ast.File) {
	for _, f := range t.files {
		all = append(all, f.tree)
	}
	return all
}

// check checks the types of some files, which are a package.
func (t *target) check(files []*ast.File, info *types.Info) error {
	config := types.Config{Importer: t.dependencies}
	_, err := config.Check(t.path, t.set, files, info)
	return err
}

// compiles reports whether the package compiles with the changed text of a file, and further files.
func (t *target) compiles(path, text string, further ...*ast.File) bool {
	changed, err := t.parse(path, text)
	if err != nil {
		return false
	}
	files := append(further, changed)
	for _, f := range t.files {
		if f.path != path {
			files = append(files, f.tree)
		}
	}
	return t.check(files, nil) == nil
}
