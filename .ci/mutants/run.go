package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A change is noticed if go test fails: by a failed test, by a panic, or because it takes much longer
// than before. Tests run one package after another, since a test that waits for a busy machine would
// look like one that fails.

// target is a package whose changes the tests should notice.
type target struct {
	module string // its folder
	path   string
	dir    string
	files  []string

	// tests are the package and the packages that import it, as far as they have tests. The package is
	// first and the slowest is last, so that most changes are noticed soon.
	tests  []string
	limits map[string]time.Duration // how long their tests take unchanged
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
}

// hasTests reports whether the package has tests.
func (p *listed) hasTests() bool { return len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 }

// uses reports whether the package or its tests import a package.
func (p *listed) uses(path string) bool {
	return slices.Contains(slices.Concat(p.Imports, p.TestImports, p.XTestImports), path)
}

// load finds a package and its users, and runs their tests unchanged. Those that fail then say nothing,
// and are left out, and so are those of users that take longer than a limit, 0 for none.
func load(module, path string, limit time.Duration) (*target, error) {
	list, err := goList(module, path)
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("%s: expected one package", path)
	}
	own := list[0]
	t := &target{
		module: module, path: own.ImportPath, dir: own.Dir, files: own.GoFiles,
		limits: map[string]time.Duration{},
	}
	list, err = goList(module, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if !p.hasTests() || p.ImportPath != own.ImportPath && !p.uses(own.ImportPath) {
			continue
		}
		most := limit
		if p.ImportPath == own.ImportPath {
			most = 0
		}
		begun := time.Now()
		if t.fails(p.ImportPath, "", most) {
			fmt.Printf("left out: %s fails unchanged, or takes too long\n", p.ImportPath)
			continue
		}
		t.tests = append(t.tests, p.ImportPath)
		t.limits[p.ImportPath] = time.Since(begun)
	}
	rank := func(name string) time.Duration {
		if name == t.path {
			return 0
		}
		return t.limits[name]
	}
	slices.SortFunc(t.tests, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return t, nil
}

// goList returns the packages of a pattern.
func goList(module, pattern string) (all []*listed, err error) {
	const members = "ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports"
	cmd := exec.Command("go", "list", "-json="+members, pattern)
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

// killer returns the package whose tests notice a change, "" for none, and whether it compiles.
func (t *target) killer(m *mutant) (by string, compiles bool) {
	folder, err := os.MkdirTemp("", "mutant")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	text, err := m.apply()
	if err != nil {
		panic(err)
	}
	changed := filepath.Join(folder, "changed.go")
	overlay := filepath.Join(folder, "overlay.json")
	replace := map[string]map[string]string{"Replace": {m.file: changed}}
	list, _ := json.Marshal(replace) // strings cannot fail
	err = errors.Join(os.WriteFile(changed, text, 0o600), os.WriteFile(overlay, list, 0o600))
	if err != nil {
		panic(err)
	}
	build := exec.Command("go", "build", "-o", os.DevNull, t.path)
	build.Dir, build.Env = t.module, withOverlay(overlay)
	if build.Run() != nil {
		return "", false
	}
	for _, name := range t.tests {
		if t.fails(name, overlay, 5*t.limits[name]+time.Minute) {
			return name, true
		}
	}
	return "", true
}

// withOverlay returns the environment of a go command, and of those that it starts.
func withOverlay(overlay string) []string {
	flags := os.Getenv("GOFLAGS")
	if overlay != "" {
		flags += " -overlay=" + overlay
	}
	return append(os.Environ(), "GOFLAGS="+strings.TrimSpace(flags))
}

// fails reports whether a test of a package fails. Tests that take longer than a limit fail.
func (t *target) fails(name, overlay string, limit time.Duration) bool {
	test := exec.Command("go", "test", "-short", "-count=1", "-failfast", "-vet=off",
		"-timeout", limit.String(), name)
	test.Dir, test.Env = t.module, withOverlay(overlay)
	return test.Run() != nil
}
