package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/gitfile"
	"example.com/opgen/internal/settings"
	"example.com/opgen/report"
)

// pair is two catalogs that are compared, each with the overlays of its side.
type pair struct {
	before, after         gitfile.Source
	overBefore, overAfter []string
	target                string // in the settings of the base, if they have several
}

// pairs returns what is compared. A source without a path is a revision or the
// working tree as a whole, and is compared target by target.
func (f *flags) pairs(before, after gitfile.Source, r *report.Report) ([]pair, error) {
	old, err := f.targetsAt(before)
	if err != nil {
		return nil, err
	}
	current, err := f.targetsAt(after)
	if err != nil {
		return nil, err
	}
	if before.Path == "" && after.Path == "" {
		return f.pairTargets(before, after, old, current, r)
	}
	// A file that is named has the overlays of the target that it belongs to, or
	// of the target with which it is compared.
	p := pair{before: before, after: after, overBefore: f.overlays, overAfter: f.overlays}
	for _, side := range []struct {
		source  *gitfile.Source
		targets []target
	}{{&p.after, current}, {&p.before, old}} {
		at := side.targets
		if side.source.Path != "" {
			at = slices.DeleteFunc(slices.Clone(at), func(t target) bool { return !t.settled || !samePath(t.spec, side.source.Path) })
		}
		switch {
		case len(at) == 0:
			continue
		case len(at) > 1:
			return nil, f.several(at)
		case side.source.Path == "":
			*side.source = side.source.Beside(at[0].spec)
		}
		p.overBefore, p.overAfter, p.target = at[0].overlays, at[0].overlays, at[0].among()
	}
	return []pair{p}, nil
}

// targetsAt returns the targets as the settings in a revision say, or those of the
// working tree if the revision has none.
func (f *flags) targetsAt(at gitfile.Source) ([]target, error) {
	s, err := readSettings(at)
	if err == nil && s == nil && at.Revision != "" {
		s, err = readSettings(gitfile.Source{})
	}
	if err != nil {
		return nil, err
	}
	if s != nil && at.Revision != "" && f.target != "" && !slices.ContainsFunc(s.Targets, func(t settings.Target) bool { return t.Name == f.target }) {
		return nil, nil // it is new, or gone
	}
	return f.pick(s)
}

// pairTargets pairs the targets of two revisions by name, then by catalog. What is
// left on both sides is one target that was renamed and moved.
func (f *flags) pairTargets(before, after gitfile.Source, old, current []target, r *report.Report) ([]pair, error) {
	var pairs []pair
	left := slices.Clone(old)
	add := func(b, a target) {
		pairs = append(pairs, pair{before.Beside(b.spec), after.Beside(a.spec), b.overlays, a.overlays, b.among()})
	}
	unpaired := current
	for _, same := range []func(a, b target) bool{
		func(a, b target) bool { return a.name == b.name },
		func(a, b target) bool { return samePath(a.spec, b.spec) },
	} {
		var rest []target
		for _, t := range unpaired {
			if i := slices.IndexFunc(left, func(o target) bool { return same(o, t) }); i >= 0 {
				add(left[i], t)
				left = slices.Delete(left, i, i+1)
			} else {
				rest = append(rest, t)
			}
		}
		unpaired = rest
	}
	if len(unpaired) == 1 && len(left) == 1 {
		add(left[0], unpaired[0])
		return pairs, nil
	}
	for _, t := range unpaired {
		add(t, t)
	}
	for _, b := range left { // gone from the settings, which does not hide what became of its catalog
		add(b, b)
	}
	if len(pairs) == 1 {
		return pairs, nil
	}
	return slices.DeleteFunc(pairs, func(p pair) bool {
		_, err := p.before.Read()
		missing := errors.Is(err, fs.ErrNotExist)
		if missing {
			r.Notices = append(r.Notices, fmt.Sprintf("%s is new, so there is nothing to compare it with", p.after))
		}
		return missing
	}), nil
}

// resolve reads the catalogs of both sides. What one side does not have is new or
// gone on the other. Both are checked at the same time, since that is most of the
// work.
func (p pair) resolve() (old, current *catalog.Catalog, err error) {
	found := map[string]bool{}
	was, err := readSide(p.before, p.overBefore, found)
	if err != nil {
		return nil, nil, err
	}
	is, err := readSide(p.after, p.overAfter, found)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Concat(p.overBefore, p.overAfter) {
		if !found[name] {
			return nil, nil, fmt.Errorf("no overlay at %s, on neither side", name)
		}
	}
	var base, head error
	var both sync.WaitGroup
	both.Go(func() { old, base = was.resolve() })
	both.Go(func() { current, head = is.resolve() })
	both.Wait()
	return old, current, cmp.Or(base, head)
}

// side is the text of a catalog, and those of the overlays beside it.
type side struct {
	catalog.Source
	over []catalog.Source
}

func (s side) resolve() (*catalog.Catalog, error) {
	c, problems := catalog.Parse(s.Name, s.Text, s.over...)
	return c, problems.Err()
}

// readSide reads what may be in a revision, and says which of the overlays it
// found there.
func readSide(s gitfile.Source, overlays []string, found map[string]bool) (side, error) {
	text, err := s.Read()
	if err != nil {
		return side{}, err
	}
	read := side{Source: catalog.Source{Name: s.String(), Text: text}}
	for _, name := range overlays {
		o := s.Beside(name)
		text, err := o.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return side{}, err
		}
		read.over = append(read.over, catalog.Source{Name: o.String(), Text: text})
		found[name] = true
	}
	return read, nil
}
