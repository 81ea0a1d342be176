package targets

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
)

// This file finds the Go module of a folder, which decides the import path of the generated code.

// FolderWith returns the folder dir or the nearest one above it that has one of the files, or "".
func FolderWith(dir string, names ...string) string {
	for ; ; dir = filepath.Dir(dir) {
		for _, name := range names {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return dir
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// ModuleOf returns the root folder and the path of the module that the folder dir is in.
func ModuleOf(dir string) (root, modulePath string, err error) {
	root = FolderWith(dir, "go.mod")
	if root == "" {
		return "", "", errors.New("no go.mod in or above it, so its import path is unknown; " +
			"run \"go mod init PATH\", or choose a folder inside a module with --out")
	}
	name := filepath.Join(root, "go.mod")
	text, err := textfile.Read(name)
	if err != nil {
		return root, "", err
	}
	modulePath = modfile.ModulePath(text)
	if modulePath == "" {
		err = fmt.Errorf("%s has no module path; add a line \"module PATH\"", name)
	}
	return root, modulePath, err
}

// importPathOf returns the import path of the folder dir below root.
func importPathOf(dir, root, modulePath string) (string, error) {
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return "", err
	}
	rel = filepath.ToSlash(rel)
	if slices.Contains(strings.Split(rel, "/"), "vendor") {
		return "", errors.New("it is in a vendor folder, which \"go mod vendor\" replaces; " +
			"choose another one with --out")
	}
	importPath := path.Join(modulePath, rel)
	if err := module.CheckImportPath(importPath); err != nil {
		return "", fmt.Errorf("nothing can import it: %w; choose another name with --out", err)
	}
	return importPath, nil
}

// SourceName returns the name of a source in the headers of generated files. It does not depend
// on the working folder and the machine.
func SourceName(file, root string) (string, error) {
	full, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	// The root has no links, so the file's folder must have none.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(dir, filepath.Base(full))
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || !filepath.IsLocal(rel) {
		rel = filepath.Base(full)
	}
	if strings.ContainsFunc(rel, unicode.IsControl) {
		return "", fmt.Errorf("%q: control characters in the name would break the header of "+
			"every file; rename it", file)
	}
	return filepath.ToSlash(rel), nil
}

// OwnModule returns the path of gen's own module, from the path of one of its packages.
func OwnModule() string { return path.Dir(reflect.TypeFor[api.Operation]().PkgPath()) }
