package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/internal/behavior"
	"example.com/opgen/sandbox/internal/profile"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/spec"
)

// The files beside a catalog belong to it by their names: resources.yaml, seeds.yaml and the
// folder overlays. A missing companion is no mistake, since a catalog alone can be served; a file
// that a flag names must exist. All files are read before one of them is checked, so that a wrong
// path does not hide another one.

// inputs are the files that define a sandbox. Without a catalog, they are the embedded
// files of the insurance service.
type inputs struct {
	spec, resources, seeds string
	profiles, overlays     []string
	empty                  bool

	missing string  // the file of resources that was expected beside the catalog
	wrong   []error // of opening files
}

// service is the result of reading the inputs.
type service struct {
	catalog  *catalog.Catalog
	behavior *behavior.Behavior
	seeds    catalog.Source
	paths    []simulator.Path
	anyText  bool
}

// catalogFlags adds the flags for the files of the catalog.
func (i *inputs) catalogFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&i.spec, "spec", "",
		"the catalog `file`; by default that of the insurance service")
	set.StringArrayVar(&i.overlays, "overlay", nil,
		"an overlay `file`; repeatable, in order")
	set.StringArrayVar(&i.profiles, "profile", nil,
		"the `name` of profiles/NAME.yaml or overlays/NAME.yaml beside the catalog, such as sdk; repeatable")
}

// files returns the folder of the catalog, and its name in messages.
func (i *inputs) files() (fs.FS, string) {
	if i.spec == "" {
		return spec.Files, "spec"
	}
	return os.DirFS(filepath.Dir(i.spec)), filepath.Dir(i.spec)
}

// read reads all files, or returns every problem. The behavior is checked only if the
// catalog has no problems.
func (i *inputs) read() (*service, error) {
	base := catalog.Source{Name: "spec/operations.yaml", Text: spec.Operations}
	if i.spec != "" {
		base = i.source("--spec", i.spec)
	}
	s := new(service)
	overlays := i.overlaySources(s)
	resources := i.companion("--resources", i.resources, "resources.yaml")
	seeds := i.seedSource()
	if i.wrong == nil && resources.Text == nil && seeds.Text != nil {
		i.fail("%s: there is no %s, which defines the kinds of documents; write it, or pass --resources",
			seeds.Name, resources.Name)
	}
	if i.wrong != nil {
		return nil, errors.Join(i.wrong...)
	}
	c, problems := catalog.ParseSource(base, overlays...)
	if problems != nil {
		return nil, problems
	}
	s.catalog, s.behavior, s.seeds = c, new(behavior.Behavior), seeds
	if resources.Text == nil {
		i.missing = resources.Name
		return s, nil
	}
	var err error
	s.behavior, err = behavior.Parse(c, resources.Name, resources.Text)
	return s, err
}

// fail records a mistake in the flags.
func (i *inputs) fail(format string, args ...any) {
	i.wrong = append(i.wrong, fmt.Errorf(format, args...))
}

// overlaySources reads the overlays of the profiles, and those of the flags. What else the profiles
// say goes into s.
func (i *inputs) overlaySources(s *service) (sources []catalog.Source) {
	for _, name := range i.profiles {
		p := i.readProfile(name)
		s.paths = append(s.paths, p.Paths...)
		s.anyText = s.anyText || p.AnyText
		for _, overlay := range p.Overlays {
			source := i.companion("", "", "overlays/"+overlay+".yaml")
			isSame := func(other catalog.Source) bool { return other.Name == source.Name }
			switch {
			case source.Text == nil:
				i.fail("--profile %s: there is no overlays/%s.yaml", name, overlay)
			case !slices.ContainsFunc(sources, isSame): // of another profile
				sources = append(sources, source)
			}
		}
	}
	for _, name := range i.overlays {
		sources = append(sources, i.source("--overlay", name))
	}
	return sources
}

// readProfile reads a profile. Without a file of its own, it is the overlay with its name.
func (i *inputs) readProfile(name string) *profile.Profile {
	source := i.companion("", "", "profiles/"+name+".yaml")
	if source.Text == nil {
		return &profile.Profile{Overlays: []string{name}}
	}
	p, err := profile.Parse(source)
	if err != nil {
		i.wrong = append(i.wrong, err)
		return new(profile.Profile)
	}
	return p
}

// seedSource reads the documents of new worlds, unless they start without.
func (i *inputs) seedSource() catalog.Source {
	if !i.empty {
		return i.companion("--seeds", i.seeds, "seeds.yaml")
	}
	if i.seeds != "" {
		const form = "--empty: new worlds start without documents, and --seeds %s has some; " +
			"omit one of them"
		i.fail(form, i.seeds)
	}
	return catalog.Source{}
}

// source reads the file of a flag.
func (i *inputs) source(flag, name string) catalog.Source {
	text, err := textfile.Read(name)
	if err != nil {
		i.fail("%s %s: %w", flag, name, withoutPath(err))
	}
	if text == nil {
		text = []byte{} // nil means that there is no file
	}
	return catalog.Source{Name: name, Text: text, Beside: yamldoc.Beside(name)}
}

// companion returns the file of a flag, or else the one beside the catalog, if it exists.
func (i *inputs) companion(flag, chosen, name string) catalog.Source {
	if chosen != "" {
		return i.source(flag, chosen)
	}
	files, dir := i.files()
	text, err := fs.ReadFile(files, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		i.wrong = append(i.wrong, withoutPath(err))
	}
	return catalog.Source{Name: path.Join(filepath.ToSlash(dir), name), Text: text}
}

// withoutPath returns the error without the path, which the message has already.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
