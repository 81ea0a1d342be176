package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
)

// packageHere returns the name of the package in the current folder, and the
// other name where there is none.
func packageHere(otherwise string) (string, error) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
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

// packageName makes the name of a package out of the last element of a module's
// path: its letters and digits, in lower case.
func packageName(element string) string {
	name := strings.Map(func(c rune) rune {
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(element))
	name = strings.TrimLeft(name, "0123456789")
	if name == "" || token.IsKeyword(name) || name == "main" {
		return "bindings"
	}
	return name
}
