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

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
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

// catalogFlags adds those that name the files of the catalog.
func (in *inputs) catalogFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&in.spec, "spec", "", "the catalog; that of the insurance service without this flag")
	set.StringArrayVar(&in.overlays, "overlay", nil, "an overlay of the catalog; may be repeated")
	set.StringVar(&in.profile, "profile", "", "an overlay by its name: overlays/NAME.yaml beside the catalog, such as sdk")
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
	o := &opened{inputs: in}
	o.catalog()
	resources := o.companion("--resources", in.resources, "resources.yaml")
	seeds := o.companion("--seeds", in.seeds, "seeds.yaml")
	if o.wrong == nil && resources.Text == nil && seeds.Text != nil {
		o.wrong = append(o.wrong, fmt.Errorf("%s: there is no %s, which says what kinds of documents there are; write it, or name it with --resources", seeds.Name, resources.Name))
	}
	c, err := o.parse()
	if err != nil {
		return nil, err
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

// opened are the files of a catalog, and what is wrong about files that are opened.
type opened struct {
	*inputs
	base  catalog.Source
	above []catalog.Source // overlays
	wrong []error
}

func (o *opened) source(flag, name string) catalog.Source {
	text, err := textfile.Read(name)
	if err != nil {
		o.wrong = append(o.wrong, fmt.Errorf("%s %s: %w", flag, name, plain(err)))
	}
	return catalog.Source{Name: name, Text: text, Beside: yamldoc.Beside(name)}
}

// companion returns a file that is given, or else one beside the catalog, if there is one.
func (o *opened) companion(flag, given, name string) catalog.Source {
	if given != "" {
		return o.source(flag, given)
	}
	files, dir := o.files()
	text, err := fs.ReadFile(files, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		o.wrong = append(o.wrong, plain(err))
	}
	return catalog.Source{Name: path.Join(filepath.ToSlash(dir), name), Text: text}
}

// catalog opens the files of the catalog.
func (o *opened) catalog() {
	o.base = catalog.Source{Name: "spec/operations.yaml", Text: spec.Operations}
	if o.spec != "" {
		o.base = o.source("--spec", o.spec)
	}
	if o.profile != "" {
		one := o.companion("", "", "overlays/"+o.profile+".yaml")
		if one.Text == nil {
			o.wrong = append(o.wrong, fmt.Errorf("--profile %s: there is no %s%s", o.profile, one.Name, wording.DidYouMean(o.profile, o.profiles())))
		}
		o.above = append(o.above, one)
	}
	for _, name := range o.overlays {
		o.above = append(o.above, o.source("--overlay", name))
	}
}

// parse reads the catalog, if nothing is wrong about files.
func (o *opened) parse() (*catalog.Catalog, error) {
	if o.wrong != nil {
		return nil, errors.Join(o.wrong...)
	}
	c, problems := catalog.ParseSource(o.base, o.above...)
	if problems != nil {
		return nil, problems
	}
	return c, nil
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
