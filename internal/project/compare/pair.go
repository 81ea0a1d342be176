package compare

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/project/targets"
)

// pair is a pair of catalogs to compare.
type pair struct {
	before, after version
	target        string // in the settings of the base, if they have several
	named         bool   // the argument names the file of the base
	left          bool   // the settings of the head no longer have the target

	old, current *targets.Target // nil if a side has none
}

// side is a source with its settings, nil if it has none, and its selected targets.
type side struct {
	gitfile.Source
	settings *settings.Settings
	targets  []targets.Target
}

// newSide finds the targets of a source: those in its settings, or those of the working tree if
// a revision has no settings.
func newSide(at gitfile.Source, own *settings.Settings, selected *targets.Selection) (side, error) {
	s := side{Source: at, settings: own}
	from := own
	if from == nil && at.Revision != "" {
		var err error
		from, err = targets.ReadSettings(gitfile.Source{})
		if err != nil {
			return s, err
		}
	}
	isNamed := func(t settings.Target) bool { return t.Name == selected.Target }
	if from != nil && at.Revision != "" && selected.Target != "" &&
		!slices.ContainsFunc(from.Targets, isNamed) {
		return s, nil // the target is new, or gone
	}
	var err error
	s.targets, err = selected.From(from)
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
	p := pair{named: before.Path != ""}
	if t := cmp.Or(old, current); t != nil {
		p.target = t.NameIfSeveral()
	}
	p.before = before.version(old, current, overlays)
	p.after = after.version(current, old, overlays)
	if old != nil && current != nil && old.Name == current.Name {
		p.old, p.current = old, current
	}
	return p, nil
}

// only returns the target of a side that has a path, or the only one. It is nil if the settings
// do not have the path.
func (s side) only() (*targets.Target, error) {
	all := s.targets
	if s.Path != "" {
		all = slices.DeleteFunc(slices.Clone(all), func(t targets.Target) bool {
			return !t.Settled || !targets.SamePath(t.Spec, s.Path)
		})
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return &all[0], nil
	}
	return nil, targets.ErrSeveral(all)
}

// version returns the catalog of a side, with its own target and that of the other side.
func (s side) version(own, other *targets.Target, overlays []string) version {
	v := version{Source: s.Source, overlays: overlays}
	if own != nil {
		v.Path = cmp.Or(v.Path, own.Spec)
	}
	if t := cmp.Or(own, other); t != nil {
		v.overlays = t.Overlays
	}
	return v
}

// pairTargets pairs the targets of two revisions by name, then by catalog.
func pairTargets(before, after side) []pair {
	var all []pair
	left := slices.Clone(before.targets)
	for _, t := range after.targets {
		i := counterpart(t, left, after.targets)
		if i < 0 {
			p := newPair(before, after, t, t)
			p.old = nil // what is new has no importers
			all = append(all, p)
			continue
		}
		all = append(all, newPair(before, after, left[i], t))
		left = slices.Delete(left, i, i+1)
	}
	for _, t := range left { // removed from the settings; the catalog may still exist
		p := newPair(before, after, t, t)
		p.left = true
		all = append(all, p)
	}
	return all
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
		before:  version{before.Beside(old.Spec), old.Overlays},
		after:   version{after.Beside(current.Spec), current.Overlays},
		target:  old.NameIfSeveral(),
		old:     &old,
		current: &current,
	}
}
