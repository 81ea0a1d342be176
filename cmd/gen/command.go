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
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// command returns the command line that generates code with the same flags, to copy.
func (f *flags) command() string {
	var spec string
	var overlays []string
	if f.isSet("spec") {
		spec = f.spec
	}
	if f.isSet("overlay") {
		overlays = f.overlays
	}
	return f.commandWith(spec, overlays)
}

// commandWith is like command, with another catalog, "" for the default, and other overlays.
func (f *flags) commandWith(spec string, overlays []string) string {
	words := []string{invocation()}
	add := func(name, value string) { words = append(words, "--"+name, wording.ShellQuote(value)) }
	if f.isSet("target") {
		add("target", f.target)
	}
	if spec != "" {
		add("spec", spec)
	}
	for _, overlay := range overlays {
		add("overlay", overlay)
	}
	if f.isSet("out") {
		add("out", f.out)
	}
	return strings.Join(words, " ")
}

// coveringCommand returns the command line that generates code from the catalog and the overlays of an
// existing file too. Without them, it would delete what they added. If a flag names another
// catalog, or one of the files no longer exists, the user must choose, and the command has --adopt.
func (f *flags) coveringCommand(uncovered *output.UncoveredError) string {
	adopt := f.command() + " --adopt"
	out, err := filepath.Abs(uncovered.Dir)
	if err != nil {
		return adopt
	}
	root, _, err := moduleOf(out)
	if err != nil {
		return adopt
	}
	here, err := os.Getwd()
	if err != nil {
		return adopt
	}
	here, err = filepath.EvalSymlinks(here)
	if err != nil {
		return adopt
	}
	var files []string // as named in the working folder
	for _, source := range uncovered.Have {
		file := filepath.Join(root, filepath.FromSlash(source))
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			return adopt
		}
		if rel, err := filepath.Rel(here, file); err == nil {
			file = rel
		}
		files = append(files, filepath.ToSlash(file))
	}
	own, err := sourceName(f.spec, root)
	if err != nil {
		return adopt
	}
	spec, overlays := "", files[1:]
	switch {
	case own != uncovered.Have[0] && f.isSet("spec"):
		return adopt
	case own != uncovered.Have[0]:
		spec = files[0]
	case f.isSet("spec"):
		spec = f.spec
	}
	if f.isSet("overlay") {
		for _, overlay := range f.overlays {
			name, err := sourceName(overlay, root)
			if err != nil || !slices.Contains(uncovered.Have, name) {
				overlays = append(overlays, overlay)
			}
		}
	}
	return f.commandWith(spec, overlays)
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
