package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/textfile"
	"example.com/opgen/internal/wording"
	"example.com/opgen/internal/yamldoc"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/spec"
)

// inputs are the files that say what a sandbox is. Without a catalog, they are those of
// the insurance service, which are part of the program.
type inputs struct {
	spec, resources, seeds, profile string
	overlays                        []string
}

// service is what the inputs say.
type service struct {
	catalog   *catalog.Catalog
	behaviour *behaviour.Behaviour
	seeds     catalog.Source
}

// files returns the folder of the catalog, and how it is called in messages.
func (in *inputs) files() (fs.FS, string) {
	if in.spec == "" {
		return spec.Files, "spec"
	}
	return os.DirFS(filepath.Dir(in.spec)), filepath.Dir(in.spec)
}

// read returns everything, or everything that is wrong. The behaviour is checked as soon
// as the catalog is right.
func (in *inputs) read() (*service, error) {
	var wrong []error
	source := func(flag, name string) catalog.Source {
		text, err := textfile.Read(name)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s %s: %w", flag, name, plain(err)))
		}
		return catalog.Source{Name: name, Text: text, Beside: yamldoc.Beside(name)}
	}
	beside := func(flag, given, name string) catalog.Source {
		if given != "" {
			return source(flag, given)
		}
		files, dir := in.files()
		text, err := fs.ReadFile(files, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			wrong = append(wrong, plain(err))
		}
		return catalog.Source{Name: path.Join(filepath.ToSlash(dir), name), Text: text}
	}
	base := catalog.Source{Name: "spec/operations.yaml", Text: spec.Operations}
	if in.spec != "" {
		base = source("--spec", in.spec)
	}
	var overlays []catalog.Source
	if in.profile != "" {
		one := beside("", "", "overlays/"+in.profile+".yaml")
		if one.Text == nil {
			wrong = append(wrong, fmt.Errorf("--profile %s: there is no %s%s", in.profile, one.Name, wording.DidYouMean(in.profile, in.profiles())))
		}
		overlays = append(overlays, one)
	}
	for _, name := range in.overlays {
		overlays = append(overlays, source("--overlay", name))
	}
	resources := beside("--resources", in.resources, "resources.yaml")
	seeds := beside("--seeds", in.seeds, "seeds.yaml")
	if wrong == nil && resources.Text == nil && seeds.Text != nil {
		wrong = append(wrong, fmt.Errorf("%s: there is no %s, which says what kinds of documents there are; write it, or name it with --resources", seeds.Name, resources.Name))
	}
	if wrong != nil {
		return nil, errors.Join(wrong...)
	}
	c, problems := catalog.ParseSource(base, overlays...)
	if problems != nil {
		return nil, problems
	}
	if resources.Text == nil {
		return &service{c, new(behaviour.Behaviour), seeds}, nil
	}
	b, err := behaviour.Parse(c, resources.Name, resources.Text)
	if err != nil {
		return nil, err
	}
	return &service{c, b, seeds}, nil
}

// profiles are the names that --profile takes.
func (in *inputs) profiles() (names []string) {
	files, _ := in.files()
	found, err := fs.Glob(files, "overlays/*.yaml")
	if err != nil {
		return nil
	}
	for _, name := range found {
		names = append(names, strings.TrimSuffix(path.Base(name), ".yaml"))
	}
	return slices.Clip(names)
}

// plain leaves out of an error what its message has already.
func plain(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
