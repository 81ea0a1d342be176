package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/project/gitfile"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
)

// catalogVersion is a catalog in a revision or in the working tree, with the names of its overlays.
type catalogVersion struct {
	gitfile.Source
	overlays []string
}

// pair is a pair of catalogs to compare.
type pair struct {
	before, after catalogVersion
	target        string // in the settings of the base, if they have several
	named         bool   // the argument names the file of the base
	left          bool   // the settings of the head no longer have the target
	added, gone   bool   // one side has no catalog

	targets  [2]*target      // of base and head, nil if a side has none
	elements func() []string // of both catalogs, nil if they could not be compared
	renamed  bool            // another pair compares its catalog, under a new name
}

// pairs returns the pairs to compare. Sources without a path are compared target by target. own
// are the settings of the base, now are those of the head.
func (f *flags) pairs(before, after gitfile.Source, own, now *settings.Settings) ([]pair, error) {
	old, err := f.targetsAt(before, own)
	if err != nil {
		return nil, err
	}
	current, err := f.targetsAt(after, now)
	if err != nil {
		return nil, err
	}
	if before.Path == "" && after.Path == "" {
		return pairTargets(before, after, old, current), nil
	}
	p := pair{before: catalogVersion{before, f.overlays}, after: catalogVersion{after, f.overlays}, named: before.Path != ""}
	sides, found := [2]*catalogVersion{&p.before, &p.after}, [2]*target{}
	for i, at := range [2][]target{old, current} {
		v := sides[i]
		if v.Path != "" {
			at = slices.DeleteFunc(slices.Clone(at), func(t target) bool { return !t.settled || !samePath(t.spec, v.Path) })
		}
		if len(at) > 1 {
			return nil, errSeveralTargets(at)
		}
		if len(at) == 1 {
			found[i], v.Path = &at[0], cmp.Or(v.Path, at[0].spec)
		}
	}
	for i, v := range sides {
		// A file has the overlays of its target, or of the target that it is compared with.
		if t := cmp.Or(found[i], found[1-i]); t != nil {
			v.overlays = t.overlays
		}
	}
	if t := cmp.Or(found[0], found[1]); t != nil {
		p.target = t.nameIfSeveral()
	}
	if found[0] != nil && found[1] != nil && found[0].name == found[1].name {
		p.targets = found
	}
	return []pair{p}, nil
}

// targetsAt returns the targets in the settings of a revision, or those of the working tree if
// the revision has no settings.
func (f *flags) targetsAt(at gitfile.Source, s *settings.Settings) ([]target, error) {
	if s == nil && at.Revision != "" {
		var err error
		if s, err = readSettings(gitfile.Source{}); err != nil {
			return nil, err
		}
	}
	if s != nil && at.Revision != "" && f.target != "" && !slices.ContainsFunc(s.Targets, func(t settings.Target) bool { return t.Name == f.target }) {
		return nil, nil // it is new, or gone
	}
	return f.pick(s)
}

// pairTargets pairs the targets of two revisions by name, then by catalog.
func pairTargets(before, after gitfile.Source, old, current []target) []pair {
	var pairs []pair
	left := slices.Clone(old)
	add := func(b, a target) {
		pairs = append(pairs, pair{
			before:  catalogVersion{before.Beside(b.spec), b.overlays},
			after:   catalogVersion{after.Beside(a.spec), a.overlays},
			target:  b.nameIfSeveral(),
			targets: [2]*target{&b, &a},
		})
	}
	for _, t := range current {
		i := slices.IndexFunc(left, func(o target) bool { return o.name == t.name })
		if i < 0 {
			i = slices.IndexFunc(left, func(o target) bool { return samePath(o.spec, t.spec) && !slices.Contains(names(current), o.name) })
		}
		if i < 0 {
			add(t, t)
			pairs[len(pairs)-1].targets[0] = nil // what is new has no importers
			continue
		}
		add(left[i], t)
		left = slices.Delete(left, i, i+1)
	}
	for _, b := range left { // removed from the settings; the catalog may still exist
		add(b, b)
		pairs[len(pairs)-1].left = true
	}
	return pairs
}

// hasMovedTo finds the pair that compares the catalog of a target which is gone from the settings.
// That pair has the target under its new name.
func (p *pair) hasMovedTo(pairs []pair) {
	p.renamed = true
	at := slices.IndexFunc(pairs, func(other pair) bool {
		return !other.left && other.before.String() == p.before.String()
	})
	if at >= 0 {
		pairs[at].targets[0] = p.targets[0]
	}
}

// String names both sides.
func (p pair) String() string {
	before, after := p.before.String(), p.after.String()
	if p.added {
		before = "nothing"
	}
	if p.gone {
		after = "nothing"
	}
	return before + " -> " + after
}

// compare returns the changes between the two catalogs, or that one of them is missing, and
// adds notices and sunsets to the report. It checks both concurrently, because that is most of
// the work.
func (p *pair) compare(r *report.Report, files *renameFinder, dates diff.Dates, calls *recordedCalls) ([]report.Finding, error) {
	is, err := p.after.read()
	missing := errors.Is(err, fs.ErrNotExist)
	switch p.gone = p.left && missing; {
	case p.gone:
	case missing && p.after.Revision == "":
		return nil, fmt.Errorf("no catalog at %s; name it in %s or with --spec", p.after, settings.Name)
	case err != nil:
		return nil, err
	}
	was, err := p.readBase(is, files)
	switch {
	case err != nil:
		return nil, err
	case p.gone && p.added:
		return nil, nil // of a target that had none
	case p.gone:
		return []report.Finding{diff.RemovedCatalog(p.before.String())}, nil
	}
	for _, name := range slices.Concat(p.before.overlays, p.after.overlays) {
		if !slices.Contains(was.found, name) && !slices.Contains(is.found, name) {
			return nil, fmt.Errorf("no overlay at %s on either side", name)
		}
	}
	for _, name := range p.before.overlays {
		if !p.added && !slices.Contains(was.found, name) {
			r.Notices = append(r.Notices, fmt.Sprintf("%s is not in the base, which is compared without it", name))
		}
	}
	var old, current *catalog.Catalog
	var before, after catalog.Problems
	var both sync.WaitGroup
	if !p.added {
		both.Go(func() { old, before = was.resolve() })
	}
	both.Go(func() { current, after = is.resolve() })
	both.Wait()
	if after != nil {
		return nil, after
	}
	for _, s := range []catalogText{was, is} {
		if share := importer.Printed(s.Text); share != "" {
			r.Notices = append(r.Notices, fmt.Sprintf("%s was imported: %s; changes to the rest of its document are not compared", s.Name, share))
		}
	}
	for _, s := range diff.Sunsets(current, dates.Today) {
		s.Target = p.target
		r.Release.Sunsets = append(r.Release.Sunsets, s)
	}
	switch {
	case p.added:
		return []report.Finding{diff.AddedCatalog(p.after.String(), p.before.Short())}, nil
	case before != nil && p.before.Revision != "":
		return []report.Finding{diff.UnreadableBase("catalog", p.after.String(), p.before.String(), "nothing is compared; compare with an older revision", before)}, nil
	case before != nil:
		return nil, before
	}
	p.elements = func() []string { return append(diff.Elements(old), diff.Elements(current)...) }
	compared := dates.Compare(old, current)
	found := proof.Find(old, current, compared)
	calls.mark(old, current, compared, found)
	return found, nil
}

// readBase reads the side of the base, if it has one. It looks for a renamed catalog, unless the
// argument names the file of the base.
func (p *pair) readBase(is catalogText, files *renameFinder) (catalogText, error) {
	was, err := p.before.read()
	if p.named || p.before.Revision == "" || !errors.Is(err, fs.ErrNotExist) {
		return was, err
	}
	p.added = true
	if p.gone {
		return catalogText{}, nil
	}
	from, err := files.find(is.Source)
	if err != nil || from.Path == "" {
		return catalogText{}, err
	}
	p.before.Source, p.added = from, false
	return p.before.read()
}

// catalogText is the text of a catalog and its overlays.
type catalogText struct {
	catalog.Source
	over  []catalog.Source
	found []string // the names of the overlays
}

func (s catalogText) resolve() (*catalog.Catalog, catalog.Problems) {
	return catalog.ParseSource(s.Source, s.over...)
}

// filesBeside returns a function that reads the files that a catalog names, from its revision or
// folder. It returns nil if the catalog is on the standard input.
func filesBeside(s gitfile.Source) func(path string) (catalog.Source, error) {
	switch {
	case s.Path == stdinFlag:
		return nil
	case s.Revision == "":
		return yamldoc.Beside(s.Path)
	}
	return func(path string) (catalog.Source, error) {
		part := s.Beside(filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(path)))
		text, err := part.Read()
		return catalog.Source{Name: part.String(), Text: text}, err
	}
}

// read reads a catalog and its existing overlays.
func (v catalogVersion) read() (catalogText, error) {
	text, err := v.Read()
	if err != nil {
		return catalogText{}, err
	}
	read := catalogText{Source: catalog.Source{Name: v.String(), Text: text, Beside: filesBeside(v.Source)}}
	for _, name := range v.overlays {
		o := v.Beside(name)
		text, err := o.Read()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return catalogText{}, err
		}
		read.over, read.found = append(read.over, catalog.Source{Name: o.String(), Text: text}), append(read.found, name)
	}
	return read, nil
}
