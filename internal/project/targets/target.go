// Package targets finds the catalogs that a command is about: those of the settings, or those
// that flags describe. A target is a catalog with its overlays, and the folder of its code.
package targets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"example.com/opgen/generator"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/output"
	"example.com/opgen/internal/text/wording"
)

// Stdin is the path of the standard input in flags, and StdinName its name in messages.
const (
	Stdin     = "-"
	StdinName = "<stdin>"
)

// Target is a catalog with its overlays, and the folder of their code. Paths are relative to
// the working folder.
type Target struct {
	Name     string // in the settings, "" if they do not have it
	Spec     string // or Stdin
	Overlays []string
	Out      string
	URL      string           // of the service in the settings, "" for none
	Place    catalog.Position // of the folder in the settings

	// Settled reports whether the target is exactly as in the settings. Then generated files in
	// its folder are always replaced.
	Settled bool
	// Folders are the folders of all targets of the settings.
	Folders []string
}

// Load reads the catalog with its overlays.
func (t *Target) Load() (*catalog.Catalog, error) { return catalog.Load(t.Spec, t.Overlays...) }

// Files returns the names of the catalog and its overlays.
func (t *Target) Files() []string {
	spec := t.Spec
	if spec == Stdin {
		spec = StdinName
	}
	return append([]string{spec}, t.Overlays...)
}

// NameIfSeveral returns the name that decisions need, "" if the target is the only one.
func (t *Target) NameIfSeveral() string {
	if len(t.Folders) < 2 {
		return ""
	}
	return t.Name
}

// Names returns the names of targets.
func Names(targets []Target) []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.Name)
	}
	return names
}

// ErrSeveral returns the error of a command that needs one of several targets.
func ErrSeveral(targets []Target) error {
	return fmt.Errorf("%s has several targets; set --target %s",
		SettingsName(), wording.List(Names(targets), "or"))
}

// Open opens the output folder, and returns the configuration of its code.
func (t *Target) Open() (*output.Folder, generator.Config, error) {
	folder, err := output.Open(t.Out)
	if err != nil {
		return nil, generator.Config{}, err
	}
	config, err := t.configFor(folder.Path())
	if err != nil {
		folder.Close()
		return nil, generator.Config{}, err
	}
	return folder, config, nil
}

// configFor returns the import path of a folder, by the go.mod above it, and how the catalog and
// its overlays are named in file headers.
func (t *Target) configFor(folder string) (generator.Config, error) {
	root, modulePath, err := ModuleOf(folder)
	if err != nil {
		return generator.Config{}, t.outputError(err)
	}
	importPath, err := importPathOf(folder, root, modulePath)
	if err != nil {
		return generator.Config{}, t.outputError(err)
	}
	sources := t.Files()
	for i, name := range sources {
		if name == StdinName {
			continue
		}
		sources[i], err = SourceName(name, root)
		if err != nil {
			return generator.Config{}, err
		}
	}
	return generator.Config{Source: sources[0], Overlays: sources[1:], Import: importPath}, nil
}

// outputError returns an error about the output folder, as the user named it.
func (t *Target) outputError(err error) error {
	return fmt.Errorf("output folder %q: %w", t.Out, err)
}

// LoadOnly returns the only one of targets and its catalog, without the overlays that the
// command is about to write.
func LoadOnly(targets []Target, outputs ...string) (*Target, *catalog.Catalog, error) {
	if len(targets) > 1 {
		return nil, nil, ErrSeveral(targets)
	}
	t := &targets[0]
	t.Overlays = slices.DeleteFunc(slices.Clone(t.Overlays), func(name string) bool {
		return slices.ContainsFunc(outputs, func(w string) bool { return SamePath(name, w) })
	})
	c, err := t.Load()
	return t, c, err
}

// SamePath reports whether two names refer to one file or folder, also through a link.
func SamePath(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	fullA, errA := filepath.Abs(a)
	fullB, errB := filepath.Abs(b)
	return errors.Join(errA, errB) == nil && fullA == fullB
}
