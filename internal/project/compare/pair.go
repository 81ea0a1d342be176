package compare

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
)

// This file decides which catalogs are compared with each other. Two revisions may have different
// targets, and a target may have another name or another file than before.

// pair is a pair of catalogs to compare.
type pair struct {
	before, after version
	target        string // in the settings of the base, if they have several
	isBaseNamed   bool   // the argument names the file of the base
	isLeftover    bool   // the settings of the head no longer have the target

	oldTarget, currentTarget *targets.Target // nil if a side has none
}

// side is a source with its settings, nil if it has none, and its selected targets.
type side struct {
	gitfile.Source
	settings *settings.Settings
	targets  []targets.Target
}

// newSide finds the targets of a source: those in its settings, or those of the working tree if
// a revision has no settings.
func newSide(source gitfile.Source, ownSettings *settings.Settings, selected *targets.Selection) (side, error) {
	s := side{Source: source, settings: ownSettings}
	effective := ownSettings
	if effective == nil && source.Revision != "" {
		var err error
		effective, err = targets.ReadSettings(gitfile.Source{})
		if err != nil {
			return s, err
		}
	}
	isNamed := func(t settings.Target) bool { return t.Name == selected.Target }
	if effective != nil && source.Revision != "" && selected.Target != "" &&
		!slices.ContainsFunc(effective.Targets, isNamed) {
		return s, nil // the target is new, or gone
	}
	var err error
	s.targets, err = selected.From(effective)
	return s, err
}

// pairs returns the pairs to compare. Sources without a path are compared target by target.
func pairs(before, after side, overlays []string) ([]pair, error) {
	if before.Path == "" && after.Path == "" {
		return pairTargets(before, after), nil
	}
	p, err := pairFiles(before, after, overlays)
	return []pair{p}, err
}

// pairFiles pairs two files, or a file and the only target of the other side. A file has the
// overlays of its target, or of the target that it is compared with.
func pairFiles(before, after side, overlays []string) (pair, error) {
	old, err := before.only()
	if err != nil {
		return pair{}, err
	}
	current, err := after.only()
	if err != nil {
		return pair{}, err
	}
	p := pair{isBaseNamed: before.Path != ""}
	if t := cmp.Or(old, current); t != nil {
		p.target = t.NameIfSeveral()
	}
	p.before = before.version(old, current, overlays)
	p.after = after.version(current, old, overlays)
	if old != nil && current != nil && old.Name == current.Name {
		p.oldTarget, p.currentTarget = old, current
	}
	return p, nil
}

// only returns the target of a side that has a path, or the only one. It is nil if the settings
// do not have the path.
func (s side) only() (*targets.Target, error) {
	candidates := s.targets
	if s.Path != "" {
		candidates = slices.DeleteFunc(slices.Clone(candidates), func(t targets.Target) bool {
			return !t.Settled || !targets.SamePath(t.Spec, s.Path)
		})
	}
	switch len(candidates) {
	case 0:
		return nil, nil
	case 1:
		return &candidates[0], nil
	}
	return nil, targets.ErrSeveral(candidates)
}

// version returns the catalog of a side, with its own target and that of the other side.
func (s side) version(ownTarget, other *targets.Target, overlays []string) version {
	v := version{Source: s.Source, overlays: overlays}
	if ownTarget != nil {
		v.Path = cmp.Or(v.Path, ownTarget.Spec)
	}
	if t := cmp.Or(ownTarget, other); t != nil {
		v.overlays = t.Overlays
	}
	return v
}

// pairTargets pairs the targets of two revisions by name, then by catalog.
func pairTargets(before, after side) []pair {
	var paired []pair
	unpaired := slices.Clone(before.targets)
	for _, t := range after.targets {
		i := counterpart(t, unpaired, after.targets)
		if i < 0 {
			p := newPair(before, after, t, t)
			p.oldTarget = nil // what is new has no importers
			paired = append(paired, p)
			continue
		}
		paired = append(paired, newPair(before, after, unpaired[i], t))
		unpaired = slices.Delete(unpaired, i, i+1)
	}
	for _, t := range unpaired { // removed from the settings; the catalog may still exist
		p := newPair(before, after, t, t)
		p.isLeftover = true
		paired = append(paired, p)
	}
	return paired
}

// counterpart returns the index of the target among old ones that became t, -1 if there is none.
// A target that still exists under its own name did not become another one.
func counterpart(t targets.Target, old, current []targets.Target) int {
	i := slices.IndexFunc(old, func(o targets.Target) bool { return o.Name == t.Name })
	if i >= 0 {
		return i
	}
	names := targets.Names(current)
	return slices.IndexFunc(old, func(o targets.Target) bool {
		return targets.SamePath(o.Spec, t.Spec) && !slices.Contains(names, o.Name)
	})
}

// newPair returns the pair of two targets, which may be one that only one side has.
func newPair(before, after side, old, current targets.Target) pair {
	return pair{
		before:        version{before.Beside(old.Spec), old.Overlays},
		after:         version{after.Beside(current.Spec), current.Overlays},
		target:        old.NameIfSeveral(),
		oldTarget:     &old,
		currentTarget: &current,
	}
}
