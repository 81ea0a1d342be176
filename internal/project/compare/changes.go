package compare

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/importer"
	"example.com/opgen/internal/project/settings"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/review/proof"
	"example.com/opgen/internal/review/report"
)

// This file compares two catalogs of a pair: it reads both sides, finds a catalog under its former
// name, and hands both to package diff.

// comparer compares the pairs of one report. Notices, sunsets and findings go to the report.
type comparer struct {
	report *report.Report
	files  *renameFinder
	dates  diff.Dates
	calls  *Calls
}

// result is what became of a pair.
type result struct {
	pair
	isAdded, isGone bool // one side has no catalog
	findings        []report.Finding
	elements        func() []string // of both catalogs, nil if they could not be compared
}

// String names both sides.
func (r *result) String() string {
	before := r.before.String()
	after := r.after.String()
	if r.isAdded {
		before = "nothing"
	}
	if r.isGone {
		after = "nothing"
	}
	return before + " -> " + after
}

// compare finds the changes between the two catalogs of a pair, or that one of them is missing.
func (c *comparer) compare(p pair) (*result, error) {
	r := &result{pair: p}
	current, err := p.after.read()
	isMissing := errors.Is(err, fs.ErrNotExist)
	r.isGone = p.isLeftover && isMissing
	switch {
	case r.isGone:
	case isMissing && p.after.Revision == "":
		return nil, fmt.Errorf("no catalog at %s; name it in %s or with --spec", p.after, settings.Name)
	case err != nil:
		return nil, err
	}
	old, err := c.readBase(r, current)
	if err != nil {
		return nil, err
	}
	if r.isGone {
		if !r.isAdded { // the target had a catalog
			r.findings = []report.Finding{diff.RemovedCatalog(r.before.String())}
		}
		return r, nil
	}
	if err := c.checkOverlays(r, old, current); err != nil {
		return nil, err
	}
	return r, c.compareTexts(r, old, current)
}

// readBase reads the side of the base, if it has one. It looks for a renamed catalog, unless the
// argument names the file of the base.
func (c *comparer) readBase(r *result, current catalogText) (catalogText, error) {
	old, err := r.before.read()
	if r.isBaseNamed || r.before.Revision == "" || !errors.Is(err, fs.ErrNotExist) {
		return old, err
	}
	r.isAdded = true
	if r.isGone {
		return catalogText{}, nil
	}
	former, err := c.files.find(current.Source)
	if err != nil || former.Path == "" {
		return catalogText{}, err
	}
	r.before.Source = former
	r.isAdded = false
	return r.before.read()
}

// checkOverlays returns an error if an overlay is on neither side. One that only the base lacks
// is a notice.
func (c *comparer) checkOverlays(r *result, old, current catalogText) error {
	for _, name := range slices.Concat(r.before.overlays, r.after.overlays) {
		if !slices.Contains(old.foundOverlays, name) && !slices.Contains(current.foundOverlays, name) {
			return fmt.Errorf("no overlay at %s on either side", name)
		}
	}
	if r.isAdded {
		return nil
	}
	for _, name := range r.before.overlays {
		if !slices.Contains(old.foundOverlays, name) {
			c.notice("%s is not in the base, which is compared without it", name)
		}
	}
	return nil
}

// notice adds a notice to the report.
func (c *comparer) notice(format string, args ...any) {
	c.report.Notices = append(c.report.Notices, fmt.Sprintf(format, args...))
}

// compareTexts resolves both texts and finds the changes. It resolves them concurrently, because
// that is most of the work.
func (c *comparer) compareTexts(r *result, old, current catalogText) error {
	var before, after *catalog.Catalog
	var baseProblems, headProblems catalog.Problems
	var both sync.WaitGroup
	if !r.isAdded {
		both.Go(func() { before, baseProblems = old.resolve() })
	}
	both.Go(func() { after, headProblems = current.resolve() })
	both.Wait()
	if headProblems != nil {
		return headProblems
	}
	c.noticeImported(old)
	c.noticeImported(current)
	c.addSunsets(r, after)
	switch {
	case r.isAdded:
		r.findings = []report.Finding{diff.AddedCatalog(r.after.String(), r.before.Short())}
		return nil
	case baseProblems != nil && r.before.Revision != "":
		r.findings = []report.Finding{diff.UnreadableBase("catalog", r.after.String(),
			r.before.String(), "nothing is compared; compare with an older revision", baseProblems)}
		return nil
	case baseProblems != nil:
		return baseProblems
	}
	r.elements = func() []string {
		return append(diff.Elements(before), diff.Elements(after)...)
	}
	compared := c.dates.Compare(before, after)
	r.findings = proof.Find(before, after, compared)
	c.calls.mark(before, after, compared, r.findings)
	return nil
}

// noticeImported says that a catalog has only a part of the document that it was made from.
func (c *comparer) noticeImported(t catalogText) {
	if share := importer.Printed(t.Text); share != "" {
		c.notice("%s was imported: %s; changes to the rest of its document are not compared",
			t.Name, share)
	}
}

// addSunsets adds the announced ends in the catalog of the head.
func (c *comparer) addSunsets(r *result, current *catalog.Catalog) {
	for _, s := range diff.Sunsets(current, c.dates.Today) {
		s.Target = r.target
		c.report.Release.Sunsets = append(c.report.Release.Sunsets, s)
	}
}
