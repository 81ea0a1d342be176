package main

import (
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/shell"
)

// command returns the command line that generates what the flags mean, such that
// it can be pasted where gen was run.
func (f *flags) command() string {
	words := []string{invocation(), "generate"}
	add := func(name string, values ...string) {
		for _, value := range values {
			if f.given(name) {
				words = append(words, "--"+name, shell.Quote(value))
			}
		}
	}
	add("target", f.target)
	add("spec", f.spec)
	add("overlay", f.overlays...)
	add("out", f.out)
	return strings.Join(words, " ")
}

// invocation returns how gen is started from the working folder. A program
// cannot see that it was started by go run or go tool, but the go.mod above the
// working folder tells which of them works there.
func invocation() string {
	info, ok := debug.ReadBuildInfo()
	dir, err := os.Getwd()
	if !ok || err != nil {
		return "gen"
	}
	root, _, err := moduleOf(dir)
	if err != nil {
		return "gen"
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "gen"
	}
	rel, err := filepath.Rel(dir, root)
	if err != nil {
		return "gen"
	}
	return invocationIn(text, info.Path, filepath.ToSlash(rel))
}

// invocationIn returns how the command with this import path is started in a
// module with this go.mod, whose root is at the relative path root.
func invocationIn(goMod []byte, command, root string) string {
	file, err := modfile.Parse("go.mod", goMod, nil)
	if err != nil || file.Module == nil {
		return "gen"
	}
	if slices.ContainsFunc(file.Tool, func(t *modfile.Tool) bool { return t.Path == command }) {
		return "go tool " + path.Base(command)
	}
	if below, ok := strings.CutPrefix(command, file.Module.Mod.Path+"/"); ok {
		name := path.Join(root, below)
		if !strings.HasPrefix(name, "../") {
			name = "./" + name
		}
		return "go run " + name
	}
	return "gen"
}
