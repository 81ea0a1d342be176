package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/project/targets"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// This file writes command lines to copy. A message that ends with the command to run must repeat
// the flags, or the command would do something else.

// commandLine returns the command line that generates code with the same flags, to copy.
func (f *flags) commandLine() string {
	var spec string
	var overlays []string
	if f.IsSet("spec") {
		spec = f.Spec
	}
	if f.IsSet("overlay") {
		overlays = f.Overlays
	}
	return f.commandWith(spec, overlays)
}

// commandWith is like commandLine, with another catalog, "" for the default, and other overlays.
func (f *flags) commandWith(spec string, overlays []string) string {
	words := []string{invocation()}
	addFlag := func(name, value string) {
		words = append(words, "--"+name, wording.ShellQuote(value))
	}
	if f.IsSet("target") {
		addFlag("target", f.Target)
	}
	if spec != "" {
		addFlag("spec", spec)
	}
	for _, overlay := range overlays {
		addFlag("overlay", overlay)
	}
	if f.IsSet("out") {
		addFlag("out", f.Out)
	}
	return strings.Join(words, " ")
}

// coveringCommand returns the command line that generates code from the catalog and the overlays
// of an existing file too. Without them, it would delete what they added. If a flag names another
// catalog, or one of the files no longer exists, the user must choose, and the command has
// --adopt.
func (f *flags) coveringCommand(uncovered *output.UncoveredError) string {
	spec, overlays, err := f.covering(uncovered)
	if err != nil {
		return f.commandLine() + " --adopt"
	}
	return f.commandWith(spec, overlays)
}

// errOtherCatalog is the error if a flag names another catalog than that of existing files.
var errOtherCatalog = errors.New("a flag names another catalog")

// covering returns the values of flags that cover the sources of an existing file.
func (f *flags) covering(uncovered *output.UncoveredError) (spec string, overlays []string, err error) {
	out, err := filepath.Abs(uncovered.Dir)
	if err != nil {
		return "", nil, err
	}
	root, _, err := targets.ModuleOf(out)
	if err != nil {
		return "", nil, err
	}
	files, err := existingFiles(root, uncovered.Have)
	if err != nil {
		return "", nil, err
	}
	ownSource, err := targets.SourceName(f.Spec, root)
	if err != nil {
		return "", nil, err
	}
	isSame := ownSource == uncovered.Have[0]
	switch {
	case !isSame && f.IsSet("spec"):
		return "", nil, errOtherCatalog
	case !isSame:
		spec = files[0]
	case f.IsSet("spec"):
		spec = f.Spec
	}
	overlays = files[1:]
	if !f.IsSet("overlay") {
		return spec, overlays, nil
	}
	for _, overlay := range f.Overlays {
		name, err := targets.SourceName(overlay, root)
		if err != nil || !slices.Contains(uncovered.Have, name) {
			overlays = append(overlays, overlay)
		}
	}
	return spec, overlays, nil
}

// existingFiles returns the paths of sources, which are named from the root of a module, from
// the working folder.
func existingFiles(root string, sources []string) ([]string, error) {
	workingFolder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	workingFolder, err = filepath.EvalSymlinks(workingFolder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, source := range sources {
		file := filepath.Join(root, filepath.FromSlash(source))
		info, err := os.Stat(file)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, errors.ErrUnsupported
		}
		if rel, err := filepath.Rel(workingFolder, file); err == nil {
			file = rel
		}
		files = append(files, filepath.ToSlash(file))
	}
	return files, nil
}

// invocation returns the command that runs gen in the working folder. A program cannot see
// whether it was started by go tool, but the go.mod above the working folder shows whether it can
// be.
func invocation() string {
	workingFolder, _ := os.Getwd()
	root, _, _ := targets.ModuleOf(workingFolder)
	text, _ := textfile.Read(filepath.Join(root, "go.mod"))
	mod, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		return "gen"
	}
	ownPath := targets.OwnModule() + "/cmd/gen"
	if slices.ContainsFunc(mod.Tool, func(t *modfile.Tool) bool { return t.Path == ownPath }) {
		return "go tool gen"
	}
	return "gen"
}
