package start

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
)

// This file chooses names of packages for a new repository.

// fallbackPackage is the name of a package if none follows from the path of the module.
const fallbackPackage = "bindings"

// packageName makes the name of a package from the path of a module: the letters and digits of
// its last element, in lower case, without the major version.
func packageName(modulePath string) string {
	prefix, _, _ := module.SplitPathVersion(modulePath) // the whole path if it is malformed
	name := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(path.Base(prefix)))
	name = strings.TrimLeft(name, "0123456789")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return fallbackPackage
	}
	return name
}

// existingPackage returns the name of the package in the current folder, or fallback if there is
// none. It ignores generate.go, which may be incomplete.
func existingPackage(fallback string) string {
	names, _ := filepath.Glob("*.go")
	for _, name := range names {
		if name == "generate.go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name
		}
	}
	return fallback
}
