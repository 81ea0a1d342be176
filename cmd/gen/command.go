package main

import (
	"cmp"
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
			if f.isSet(name) {
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
// whether it was started by go tool, but the go.mod above the working folder shows whether it can be.
func invocation() string {
	here, _ := os.Getwd()
	root, _, _ := moduleOf(here)
	text, _ := textfile.Read(filepath.Join(root, "go.mod"))
	mod, err := modfile.Parse("go.mod", text, nil)
	isTool := func(t *modfile.Tool) bool { return t.Path == ownModule()+"/cmd/gen" }
	if err == nil && slices.ContainsFunc(mod.Tool, isTool) {
		return "go tool gen"
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
	return versionLine(info, ownModule())
}

// ownModule returns the path of gen's own module, from the path of one of its packages.
func ownModule() string { return path.Dir(reflect.TypeFor[api.Operation]().PkgPath()) }

// versionLine returns the version line of a program that contains the module. With go tool and
// in a vendor folder, gen is a dependency of the main module.
func versionLine(info *debug.BuildInfo, modulePath string) string {
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == modulePath {
			return fmt.Sprintf("gen %s %s", cmp.Or(m.Version, "(devel)"), info.GoVersion)
		}
	}
	return "gen unknown " + info.GoVersion
}
