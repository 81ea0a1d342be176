package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/mod/modfile"

	"example.com/opgen/api"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// command returns the command line that generates code with the same flags, to copy.
func (f *flags) command() string {
	words := []string{invocation()}
	add := func(name string, values ...string) {
		for _, value := range values {
			if f.given(name) {
				words = append(words, "--"+name, wording.ShellQuote(value))
			}
		}
	}
	add("target", f.target)
	add("spec", f.spec)
	add("overlay", f.overlays...)
	add("out", f.out)
	return strings.Join(words, " ")
}

// invocation returns the command that runs gen in the working folder. A program cannot see
// whether it was started by go run or go tool, but the go.mod above the working folder shows
// which of them works.
func invocation() string {
	info, ok := debug.ReadBuildInfo()
	dir, errHere := os.Getwd()
	root, _, errModule := moduleOf(dir)
	text, errRead := textfile.Read(filepath.Join(root, "go.mod"))
	rel, errRel := filepath.Rel(dir, root)
	if !ok || errors.Join(errHere, errModule, errRead, errRel) != nil {
		return "gen"
	}
	return invocationIn(text, info.Path, filepath.ToSlash(rel))
}

// invocationIn returns the command that runs the program with an import path in a module with
// this go.mod, whose root is at the relative path root.
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

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of gen",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		},
	}
}

// version returns the version of gen's module and the Go version.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "gen unknown " + runtime.Version()
	}
	return describe(info, ownModule())
}

// ownModule returns the path of gen's own module, from the path of one of its packages.
func ownModule() string { return path.Dir(reflect.TypeFor[api.Operation]().PkgPath()) }

// describe returns the version line of a program that contains the module. With go tool and
// in a vendor folder, gen is a dependency of the main module.
func describe(info *debug.BuildInfo, modulePath string) string {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath {
			return fmt.Sprintf("gen %s %s", cmp.Or(m.Version, "(devel)"), info.GoVersion)
		}
	}
	return "gen unknown " + info.GoVersion
}
