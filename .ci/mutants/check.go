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

// load reads a package, checks its types and finds its users.
func load(module, pattern string) (*target, error) {
	matches, err := goList(module, pattern)
	if err != nil {
		return nil, err
	}
	if len(matches) != 1 {
		return nil, fmt.Errorf("%s: expected one package", pattern)
	}
	p := matches[0]
	t := &target{module: module, path: p.ImportPath, name: p.Name, set: token.NewFileSet()}
	if err := t.parseFiles(p); err != nil {
		return nil, err
	}
	if err := t.checkTypes(pattern); err != nil {
		return nil, err
	}
	t.users, err = t.findUsers()
	return t, err
}

// parseFiles reads the files of the package.
func (t *target) parseFiles(p *listed) error {
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tree, err := t.parse(path, string(text))
		if err != nil {
			return err
		}
		t.files = append(t.files, &source{path, string(text), tree})
	}
	return nil
}

// checkTypes finds the types of the unchanged package, which changes depend on. The importer also
// knows what the file of chooser imports, even if the package does not.
func (t *target) checkTypes(pattern string) error {
	args := append([]string{"-deps", "-export", pattern}, importsOfChooser...)
	dependencies, err := goList(t.module, args...)
	if err != nil {
		return err
	}
	t.dependencies = importer.ForCompiler(t.set, "gc", exportsOf(dependencies))
	t.info = &types.Info{
		Types:     map[ast.Expr]types.TypeAndValue{},
		Defs:      map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{},
	}
	return t.check(t.trees(), t.info)
}

// findUsers returns the users of the package, in their order.
func (t *target) findUsers() (users []*listed, err error) {
	packages, err := goList(t.module, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		isUser := p.ImportPath == t.path || p.uses(t.path)
		if isUser && p.hasTests() {
			users = append(users, p)
		}
	}
	slices.SortStableFunc(users, t.compareUsers)
	return users, nil
}

// compareUsers compares two users by the order of target.users.
func (t *target) compareUsers(a, b *listed) int {
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

// firstUsers returns the package itself if it has tests, and the first n others that use it, or all
// of them if n is negative.
func (t *target) firstUsers(n int) []*listed {
	if n < 0 {
		return t.users
	}
	if len(t.users) > 0 && t.users[0].ImportPath == t.path {
		n++
	}
	return t.users[:min(n, len(t.users))]
}

// goList returns the packages that go list prints for some arguments.
func goList(module string, args ...string) (packages []*listed, err error) {
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
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
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
func (t *target) trees() (trees []*ast.File) {
	for _, f := range t.files {
		trees = append(trees, f.tree)
	}
	return trees
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
	files := append(slices.Clone(further), changed)
	for _, f := range t.files {
		if f.path != path {
			files = append(files, f.tree)
		}
	}
	return t.check(files, nil) == nil
}
