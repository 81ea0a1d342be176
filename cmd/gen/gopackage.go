package main

import (
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
)

// packageHere returns the name of the package in the current folder, and the
// other name where there is none. What generate.go says does not count, for it may
// have been cut off.
func packageHere(otherwise string) (string, error) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "generate.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		return f.Name.Name, nil
	}
	return otherwise, nil
}

// noName is the name of a package where the path of the module gives none.
const noName = "bindings"

// packageName makes the name of a package out of a module's path: the letters
// and digits of its last element, in lower case, without its major version.
func packageName(modulePath string) string {
	if prefix, _, ok := module.SplitPathVersion(modulePath); ok {
		modulePath = prefix
	}
	name := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(path.Base(modulePath)))
	name = strings.TrimLeft(name, "0123456789")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return noName
	}
	return name
}
