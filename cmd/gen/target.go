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
	"example.com/opgen/internal/live/verify/findings"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/report"
	"example.com/opgen/internal/text/wording"
)

// target is a catalog with its overlays, and the folder of their code. Paths are
// relative to the working folder.
type target struct {
	name     string // in the settings, "" if they do not have it
	spec     string // or stdinFlag
	overlays []string
	out      string
	place    catalog.Position // of the folder in the settings
	settled  bool             // it matches the settings, so generated files in its folder are always replaced
	others   []string         // the folders of all targets of the settings
}

// load reads the catalog with its overlays.
func (t *target) load() (*catalog.Catalog, error) { return catalog.Load(t.spec, t.overlays...) }

// files returns the catalog and its overlays.
func (t *target) files() []string {
	if t.spec == stdinFlag {
		return append([]string{stdinName}, t.overlays...)
	}
	return append([]string{t.spec}, t.overlays...)
}

// settingsName returns the path of the settings file, relative to the working folder. Without
// the file, it is in the folder where it belongs: the root of the module or the repository.
func settingsName() string {
	here, _ := os.Getwd()
	rel, _ := filepath.Rel(here, cmp.Or(folderWith(here, settings.Name, "go.mod", ".git"), here))
	return filepath.ToSlash(filepath.Join(rel, settings.Name))
}

// readSettings reads the settings in the working tree, or in the revision of a source. It
// returns nil if there are none.
func readSettings(at gitfile.Source) (*settings.Settings, error) {
	s, err := parseSettings(at.Beside(settingsName()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return s, err
}

func parseSettings(source gitfile.Source) (*settings.Settings, error) {
	text, err := source.Read()
	if err != nil {
		return nil, err
	}
	return settings.Parse(source.String(), text, acceptableRules())
}

// acceptableRules returns the rules whose findings settings can accept.
func acceptableRules() []report.Rule {
	return slices.Concat(diffRules(), lintRules(), findings.Rules())
}

// targets returns the targets of the settings in the working tree, or the one that the flags
// select.
func (f *flags) targets() ([]target, error) {
	var err error
	if f.settings, err = readSettings(gitfile.Source{}); err != nil {
		return nil, err
	}
	return f.pick(f.settings)
}

// loadTarget returns the only target and its catalog, without the overlay that the command writes.
func (f *flags) loadTarget(written ...string) (*target, *catalog.Catalog, error) {
	all, err := f.targets()
	if err == nil && len(all) > 1 {
		err = errSeveralTargets(all)
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

func errSeveralTargets(all []target) error {
	return fmt.Errorf("%s has several targets; set --target %s", settingsName(), wording.List(names(all), "or"))
}

func names(all []target) []string { return each(all, func(t target) string { return t.name }) }

// pick returns the targets of settings that the flags select, or the target that the flags
// describe if the settings do not have it.
func (f *flags) pick(s *settings.Settings) ([]target, error) {
	if slices.Contains(f.overlays, stdinFlag) {
		return nil, errors.New("--overlay -: only the catalog can be on the standard input; name a file")
	}
	all, usual := targetsOf(s)
	picked := all
	switch {
	case f.target != "":
		picked = slices.DeleteFunc(slices.Clone(all), func(t target) bool { return t.name != f.target })
		if len(picked) == 0 {
			return nil, fmt.Errorf("%s has no target %q%s", settingsName(), f.target, wording.DidYouMean(f.target, names(all)))
		}
	case len(all) > 0 && !f.isSet("spec") && !f.isSet("overlay") && !f.isSet("out"):
		return all, nil
	default:
		if f.isSet("spec") {
			picked = slices.DeleteFunc(slices.Clone(picked), func(t target) bool { return !samePath(t.spec, f.spec) })
		}
		if f.isSet("out") {
			if in := slices.IndexFunc(picked, func(t target) bool { return samePath(t.out, f.out) }); in >= 0 {
				picked = picked[in : in+1]
			}
		}
	}
	if len(picked) > 1 {
		return nil, errSeveralTargets(picked)
	}
	if len(picked) == 1 {
		usual = picked[0]
	}
	return []target{f.override(usual)}, nil
}

// targetsOf returns the targets of settings, and the default target for flags that describe
// another one: beside settings without targets, or else in the working folder.
func targetsOf(s *settings.Settings) (all []target, usual target) {
	usual = target{spec: defaultSpec, out: defaultOut}
	if s == nil {
		return nil, usual
	}
	dir := filepath.Dir(settingsName())
	if len(s.Targets) == 0 {
		usual = target{spec: filepath.Join(dir, defaultSpec), out: filepath.Join(dir, defaultOut)}
	}
	var folders []string
	for _, t := range s.Targets {
		at := target{name: t.Name, spec: filepath.Join(dir, t.Catalog), out: filepath.Join(dir, t.Out), place: t.Place, settled: true}
		at.overlays = each(t.Overlays, func(name string) string { return filepath.Join(dir, name) })
		all, folders = append(all, at), append(folders, at.out)
	}
	for i := range all {
		all[i].others = folders
	}
	usual.others = folders
	return all, usual
}

// override returns a target with the values of the flags.
func (f *flags) override(t target) target {
	if f.isSet("spec") {
		t.settled = t.settled && samePath(t.spec, f.spec)
		t.spec = f.spec
	}
	if f.isSet("overlay") {
		t.settled = t.settled && slices.EqualFunc(t.overlays, f.overlays, samePath)
		t.overlays = f.overlays
	}
	if f.isSet("out") {
		t.settled = t.settled && samePath(t.out, f.out)
		t.out = f.out
	}
	return t
}

// samePath reports whether two names refer to one file or folder, also through a link.
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

// nameIfSeveral returns the name that decisions need, "" if the target is the only one.
func (t *target) nameIfSeveral() string {
	if len(t.others) < 2 {
		return ""
	}
	return t.name
}
