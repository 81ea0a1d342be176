package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/sandbox/behaviour"
	"example.com/opgen/spec"
)

// inputs are the files that say what a sandbox is. Without a catalog, they are those of
// the insurance service, which are part of the program.
type inputs struct {
	spec, resources, seeds, profile string
	overlays                        []string
	empty                           bool

	missing string // the file of resources that was expected beside the catalog
}

// service is what the inputs say.
type service struct {
	catalog   *catalog.Catalog
	behaviour *behaviour.Behaviour
	seeds     catalog.Source
	profiles  map[string]string // by the member of bodies in which a profile takes a credential
}

// catalogFlags adds those that name the files of the catalog.
func (in *inputs) catalogFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&in.spec, "spec", "", "the catalog `file`; by default that of the insurance service")
	set.StringArrayVar(&in.overlays, "overlay", nil, "an overlay `file`; repeatable, in order")
	set.StringVar(&in.profile, "profile", "", "the `name` of an overlay: overlays/NAME.yaml beside the catalog, such as sdk")
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
	base := catalog.Source{Name: "spec/operations.yaml", Text: spec.Operations}
	if in.spec != "" {
		base = o.source("--spec", in.spec)
	}
	var above []catalog.Source
	if in.profile != "" {
		one := o.companion("", "", "overlays/"+in.profile+".yaml")
		if one.Text == nil {
			o.wrong = append(o.wrong, fmt.Errorf("--profile %s: there is no %s", in.profile, one.Name))
		}
		above = append(above, one)
	}
	for _, name := range in.overlays {
		above = append(above, o.source("--overlay", name))
	}
	resources := o.companion("--resources", in.resources, "resources.yaml")
	var seeds catalog.Source
	if !in.empty {
		seeds = o.companion("--seeds", in.seeds, "seeds.yaml")
	} else if in.seeds != "" {
		o.wrong = append(o.wrong, fmt.Errorf("--empty: new worlds start without documents, and --seeds %s has some; leave out one of the two", in.seeds))
	}
	if o.wrong == nil && resources.Text == nil && seeds.Text != nil {
		o.wrong = append(o.wrong, fmt.Errorf("%s: there is no %s, which says what kinds of documents there are; write it, or name it with --resources", seeds.Name, resources.Name))
	}
	if o.wrong != nil {
		return nil, errors.Join(o.wrong...)
	}
	c, problems := catalog.ParseSource(base, above...)
	if problems != nil {
		return nil, problems
	}
	s := &service{c, new(behaviour.Behaviour), seeds, in.otherProfiles(c)}
	if resources.Text == nil {
		in.missing = resources.Name
		return s, nil
	}
	var err error
	s.behaviour, err = behaviour.Parse(c, resources.Name, resources.Text)
	return s, err
}

// otherProfiles returns the profiles that are not chosen, by the members in which their
// callers send a credential.
func (in *inputs) otherProfiles(c *catalog.Catalog) map[string]string {
	files, _ := in.files()
	names, _ := fs.Glob(files, "overlays/*.yaml") // the pattern is right
	all := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		with, problems := c.With(catalog.Source{Name: name, Text: text})
		if err != nil || problems != nil || in.profile != "" || with.Auth == nil {
			continue
		}
		for _, way := range with.Auth.Ways {
			for _, member := range way.BodyFields {
				all[member] = strings.TrimSuffix(path.Base(name), ".yaml")
			}
		}
	}
	return all
}

// opened collects what is wrong about files that are opened.
type opened struct {
	*inputs
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

// plain leaves out of an error what its message has already.
func plain(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
