package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/textfile"
	"example.com/opgen/internal/text/wording"
)

// target is a catalog with its overlays, and the folder of their code. Paths are
// relative to the working folder.
type target struct {
	name     string // in the settings, "" if they do not have it
	spec     string
	overlays []string
	out      string
	stdin    bool     // the catalog is on the standard input
	settled  bool     // it is as the settings say, so that its folder is written whatever is there
	others   []string // the folders of all targets of the settings
}

// load reads the catalog with its overlays.
func (t *target) load() (*catalog.Catalog, error) {
	if !t.stdin {
		return catalog.Load(t.spec, t.overlays...)
	}
	text, err := textfile.All(os.Stdin, stdinName)
	if err != nil {
		return nil, err
	}
	return catalog.LoadOver(catalog.Source{Name: stdinName, Text: text}, t.overlays...)
}

// files are the catalog and its overlays.
func (t *target) files() []string {
	if t.stdin {
		return append([]string{stdinName}, t.overlays...)
	}
	return append([]string{t.spec}, t.overlays...)
}

// settingsDir returns the folder of the settings, or the folder where they belong:
// the root of the module or the repository around the working folder.
func settingsDir() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		for _, name := range []string{settings.Name, "go.mod", ".git"} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return filepath.Rel(here, dir)
			}
		}
		if dir == filepath.Dir(dir) {
			return ".", nil
		}
	}
}

// settingsName is the name of the file of settings, from the working folder.
func settingsName() string {
	dir, err := settingsDir()
	if err != nil {
		return settings.Name
	}
	return filepath.ToSlash(filepath.Join(dir, settings.Name))
}

// readSettings reads the settings in the working tree, or in the revision of a
// source. There may be none, which is nil.
func readSettings(at gitfile.Source) (*settings.Settings, error) {
	dir, err := settingsDir()
	if err != nil {
		return nil, err
	}
	return parseSettings(at.Beside(filepath.Join(dir, settings.Name)))
}

func parseSettings(source gitfile.Source) (*settings.Settings, error) {
	text, err := source.Read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return settings.Parse(source.String(), text, decidable())
}

// decidable are the rules whose findings settings decide about.
func decidable() []report.Rule { return plain(slices.Concat(diffRules(), lintRules(), verifyRules())) }

// targets returns what the flags and the settings in the working tree say is to be
// done: the one target that the flags pick, or all.
func (f *flags) targets() ([]target, error) {
	s, err := readSettings(gitfile.Source{})
	if err != nil {
		return nil, err
	}
	return f.pick(s)
}

// one reads the catalog of the only target, without an overlay that the command is to
// write, if any.
func (f *flags) one(written ...string) (*target, *catalog.Catalog, error) {
	all, err := f.targets()
	if err == nil && len(all) > 1 {
		err = f.several(all)
	}
	if err != nil {
		return nil, nil, err
	}
	t := &all[0]
	t.overlays = slices.DeleteFunc(slices.Clone(t.overlays), func(name string) bool {
		return slices.ContainsFunc(written, func(overlay string) bool { return samePath(name, overlay) })
	})
	c, err := t.load()
	return t, c, err
}

func (f *flags) several(all []target) error {
	return fmt.Errorf("%s has several targets; give --target %s", settingsName(), wording.List(names(all), "or"))
}

func names(all []target) []string {
	var names []string
	for _, t := range all {
		names = append(names, t.name)
	}
	return names
}

// pick returns the targets of settings that the flags mean, and the target that
// the flags describe if the settings have none such.
func (f *flags) pick(s *settings.Settings) ([]target, error) {
	if slices.Contains(f.overlays, stdinFlag) {
		return nil, errors.New("--overlay -: only the catalog may come from the standard input; give a file")
	}
	all, usual, err := targetsOf(s)
	if err != nil {
		return nil, err
	}
	picked := all
	switch {
	case f.target != "":
		picked = slices.DeleteFunc(slices.Clone(all), func(t target) bool { return t.name != f.target })
		if len(picked) == 0 {
			return nil, fmt.Errorf("%s has no target %q%s", settingsName(), f.target, wording.DidYouMean(f.target, names(all)))
		}
	case !f.given("spec") && !f.given("overlay") && !f.given("out"):
		if len(picked) > 0 {
			return picked, nil
		}
	default:
		if f.given("spec") {
			picked = slices.DeleteFunc(slices.Clone(picked), func(t target) bool { return !samePath(t.spec, f.spec) })
		}
		if f.given("out") {
			if in := slices.IndexFunc(picked, func(t target) bool { return samePath(t.out, f.out) }); in >= 0 {
				picked = picked[in : in+1]
			}
		}
	}
	if len(picked) > 1 {
		return nil, f.several(picked)
	}
	if len(picked) == 1 {
		usual = picked[0]
	}
	t := f.over(usual)
	for _, other := range all {
		t.others = append(t.others, other.out)
	}
	return []target{t}, nil
}

// targetsOf are the targets of settings, and the usual one if flags describe
// another: beside settings that have none, or else in the working folder.
func targetsOf(s *settings.Settings) (all []target, usual target, err error) {
	usual = target{spec: defaultSpec, out: defaultOut}
	if s == nil {
		return nil, usual, nil
	}
	dir, err := settingsDir()
	if err != nil {
		return nil, usual, err
	}
	if len(s.Targets) == 0 {
		usual = target{spec: filepath.Join(dir, defaultSpec), out: filepath.Join(dir, defaultOut)}
	}
	var folders []string
	for _, t := range s.Targets {
		at := target{name: t.Name, spec: filepath.Join(dir, t.Catalog), out: filepath.Join(dir, t.Out), settled: true}
		for _, name := range t.Overlays {
			at.overlays = append(at.overlays, filepath.Join(dir, name))
		}
		all, folders = append(all, at), append(folders, at.out)
	}
	for i := range all {
		all[i].others = folders
	}
	return all, usual, nil
}

// over returns a target of the settings with what the flags say instead.
func (f *flags) over(t target) target {
	if f.given("spec") {
		t.settled = t.settled && samePath(t.spec, f.spec)
		t.spec, t.stdin = f.spec, f.spec == stdinFlag
	}
	if f.given("overlay") {
		t.settled = t.settled && slices.EqualFunc(t.overlays, f.overlays, samePath)
		t.overlays = f.overlays
	}
	if f.given("out") {
		t.settled = t.settled && samePath(t.out, f.out)
		t.out = f.out
	}
	return t
}

// samePath reports whether two names are those of one file or folder, also by a link.
func samePath(a, b string) bool {
	if info, err := os.Stat(a); err == nil {
		if other, err := os.Stat(b); err == nil {
			return os.SameFile(info, other)
		}
	}
	full, err := filepath.Abs(a)
	other, errOther := filepath.Abs(b)
	return err == nil && errOther == nil && full == other
}

// among is the name of a target of several, which decisions have to name, or "".
func (t *target) among() string {
	if len(t.others) < 2 {
		return ""
	}
	return t.name
}

// label begins what is printed about a target, if there are several.
func (t *target) label(all []target) string {
	if len(all) < 2 {
		return ""
	}
	return cmp.Or(t.name, t.spec) + ": "
}
