package targets

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/text/wording"
)

// This file combines flags and settings. Flags either select a target of the settings, or describe
// one that these do not have.

// The defaults without settings.
const (
	DefaultSpec = "spec/operations.yaml"
	DefaultOut  = "gen"
)

// Selection is what flags say about targets. Values of flags that are not set are defaults.
type Selection struct {
	Target   string // the name, "" for none
	Spec     string
	Overlays []string
	Out      string
	// Changed reports whether a flag is set. It is nil if all are.
	Changed func(flag string) bool
}

// IsSet reports whether a flag is set.
func (s *Selection) IsSet(flag string) bool { return s.Changed == nil || s.Changed(flag) }

// RequireFile returns an error with the reason if the catalog is on the standard input.
func (s *Selection) RequireFile(reason string) error {
	if s.Spec == Stdin {
		return errors.New("--spec -: " + reason)
	}
	return nil
}

// From returns the targets of settings that are selected, or the target that the flags
// describe if the settings do not have it.
func (s *Selection) From(fromSettings *settings.Settings) ([]Target, error) {
	if slices.Contains(s.Overlays, Stdin) {
		return nil, errors.New("--overlay -: only the catalog can be on the standard input; name a file")
	}
	configured, defaultTarget := targetsOf(fromSettings)
	isDescribed := s.IsSet("spec") || s.IsSet("overlay") || s.IsSet("out")
	if s.Target == "" && !isDescribed && len(configured) > 0 {
		return configured, nil
	}
	picked, err := s.pick(configured)
	if err != nil {
		return nil, err
	}
	switch len(picked) {
	case 0:
		return []Target{s.override(defaultTarget)}, nil
	case 1:
		return []Target{s.override(picked[0])}, nil
	}
	return nil, ErrSeveral(picked)
}

// pick returns the targets that match the flags, none if the flags describe another one.
func (s *Selection) pick(targets []Target) ([]Target, error) {
	if s.Target != "" {
		i := slices.IndexFunc(targets, func(t Target) bool { return t.Name == s.Target })
		if i < 0 {
			return nil, fmt.Errorf("%s has no target %q%s",
				SettingsName(), s.Target, wording.DidYouMean(s.Target, Names(targets)))
		}
		return targets[i : i+1], nil
	}
	picked := targets
	if s.IsSet("spec") {
		picked = slices.DeleteFunc(slices.Clone(picked), func(t Target) bool {
			return !SamePath(t.Spec, s.Spec)
		})
	}
	if s.IsSet("out") {
		i := slices.IndexFunc(picked, func(t Target) bool { return SamePath(t.Out, s.Out) })
		if i >= 0 {
			picked = picked[i : i+1]
		}
	}
	return picked, nil
}

// targetsOf returns the targets of settings, and the default target for flags that describe
// another one: beside settings without targets, or else in the working folder. Paths in settings
// are relative to their file, and those of targets to the working folder.
func targetsOf(fromSettings *settings.Settings) (targets []Target, defaultTarget Target) {
	defaultTarget = Target{Spec: DefaultSpec, Out: DefaultOut}
	if fromSettings == nil {
		return nil, defaultTarget
	}
	dir := filepath.Dir(SettingsName())
	if len(fromSettings.Targets) == 0 {
		defaultTarget.Spec = filepath.Join(dir, DefaultSpec)
		defaultTarget.Out = filepath.Join(dir, DefaultOut)
	}
	var folders []string
	for _, t := range fromSettings.Targets {
		overlays := make([]string, len(t.Overlays))
		for i, name := range t.Overlays {
			overlays[i] = filepath.Join(dir, name)
		}
		out := filepath.Join(dir, t.Out)
		folders = append(folders, out)
		targets = append(targets, Target{
			Name:     t.Name,
			Spec:     filepath.Join(dir, t.Catalog),
			Overlays: overlays,
			Out:      out,
			URL:      t.URL,
			Place:    t.Place,
			Settled:  true,
		})
	}
	for i := range targets {
		targets[i].Folders = folders
	}
	defaultTarget.Folders = folders
	return targets, defaultTarget
}

// override returns a target with the values of the flags.
func (s *Selection) override(t Target) Target {
	if s.IsSet("spec") {
		t.Settled = t.Settled && SamePath(t.Spec, s.Spec)
		t.Spec = s.Spec
	}
	if s.IsSet("overlay") {
		t.Settled = t.Settled && slices.EqualFunc(t.Overlays, s.Overlays, SamePath)
		t.Overlays = s.Overlays
	}
	if s.IsSet("out") {
		t.Settled = t.Settled && SamePath(t.Out, s.Out)
		t.Out = s.Out
	}
	return t
}
