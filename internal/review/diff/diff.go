// Package diff compares two catalogs and reports whom a change breaks.
//
// Every change has four verdicts: on requests from old clients, on responses to old
// clients, on Go that uses the generated client, and on Go that implements the
// generated server. [Levels] determines the level of a change from its verdicts.
// Each kind of change is a [Rule], a variable beside the code that detects it.
//
// One edit is one change. Elements that were renamed or moved are recognized by
// their content, see package pairing. A change in a shared record is reported at the
// record, with the worst verdicts of its uses.
package diff

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
)

// This file has the one comparison that everything else is called from, and what is known only
// after all changes are found: their order, their nearest places in the head, their areas and their
// topics.

// Comparison contains the changes, and the pairs of operations.
type Comparison struct {
	Changes []Change // errors first, then in the order of the file

	// Operations are those of the head, by those of the base.
	Operations map[*catalog.Operation]*catalog.Operation
}

// Findings returns the changes as findings.
func (c Comparison) Findings() []report.Finding {
	var findings []report.Finding
	for _, change := range c.Changes {
		findings = append(findings, change.Finding)
	}
	return findings
}

// Dates are the days that a comparison depends on.
type Dates struct {
	Today  time.Time // deprecated elements may be removed from their sunset on
	Notice time.Time // the earliest sunset that may be announced today; zero for any
}

// Compare returns the changes from one catalog to another, as of these dates. The order
// and the notation of entries do not matter.
func (d Dates) Compare(base, head *catalog.Catalog) Comparison {
	elements := pairing.Of(base, head)
	c := &comparison{
		Elements: elements,
		base:     base,
		head:     head,
		today:    d.Today.Format(time.DateOnly),
		notice:   d.Notice.Format(time.DateOnly),
		uses:     useIndexOf(base, elements),
		states:   states{},
		reported: map[part]bool{},
		baseAPI:  sync.OnceValue(func() goAPI { return goAPIOf(base) }),
		headAPI:  sync.OnceValue(func() goAPI { return goAPIOf(head) }),

		headPaths: map[string]*catalog.Operation{},
	}
	for op := range head.Operations() {
		c.headPaths[op.Path] = op
	}
	c.compareService()
	c.compareDeclarations()
	c.compareAreas()
	c.reportExposed()
	c.addedAndRemovedTypes()
	c.checkGo()
	c.checkPackages()
	c.checkMethods()
	for i := range c.changes {
		change := &c.changes[i]
		change.Topic = change.topic()
		change.Areas = change.areas()
		if change.Pos.Base {
			change.Near = c.nearestPos(change.Base)
		}
	}
	return Comparison{c.sortedChanges(), c.Operations}
}

// sortedChanges returns the changes with errors first, then by position.
func (c *comparison) sortedChanges() []Change {
	order := map[string]int{}
	for _, side := range []*catalog.Catalog{c.base, c.head} {
		for i, file := range side.Sources() {
			order[file.Name] = i
		}
	}
	slices.SortStableFunc(c.changes, func(a, b Change) int {
		return cmp.Or(
			a.Level.Compare(b.Level),
			cmp.Compare(order[a.Pos.File], order[b.Pos.File]),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Col, b.Pos.Col),
			cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Key, b.Key),
		)
	})
	return c.changes
}

// nearestPos returns the position of the innermost enum, union, record, operation or area of
// the head that contained something removed, or the beginning of the catalog.
func (c *comparison) nearestPos(removed Subject) catalog.Position {
	switch {
	case c.Enums[removed.Enum] != nil:
		return c.Enums[removed.Enum].Pos
	case c.Unions[removed.Union] != nil:
		return c.Unions[removed.Union].Pos
	case c.Records[removed.Shape] != nil:
		return c.Records[removed.Shape].Pos
	case c.Operations[removed.Operation] != nil:
		return c.Operations[removed.Operation].Pos
	case c.Areas[removed.Area] != nil:
		return c.Areas[removed.Area].Pos
	}
	return c.head.Pos
}

// areas returns the names of the areas whose operations a change is about: those that use a
// shared element, or else its own. A change of the whole service has none.
func (c *Change) areas() []string {
	var areas []string
	for _, operation := range c.Uses {
		area, _, _ := strings.Cut(operation, ".")
		if !slices.Contains(areas, area) {
			areas = append(areas, area)
		}
	}
	switch {
	case areas != nil:
		return areas
	case c.Head.Area != nil:
		return []string{c.Head.Area.Name}
	case c.Base.Area != nil:
		return []string{c.Base.Area.Name}
	}
	return nil
}

// topic returns the section of a changelog for a change.
func (c *Change) topic() report.Topic {
	isAnnounced := func(of *Case) bool { return of.Because == announcedEnd }
	isTextOnly := func(of *Case) bool { return of.marks().isTextOnly }
	isExporting := func(of *Case) bool { return of.marks().isExporting }
	switch {
	case slices.ContainsFunc(c.cases, isAnnounced):
		return report.Removed
	case c.Kind.deprecation != "":
		return c.Kind.deprecation
	case *c.Bumps == report.Bumps{Wire: report.Patch, Go: report.Patch}:
		return report.Documented
	case c.Verdicts.Worst() <= report.Safe && (c.Kind.isTextOnly || every(c.cases, isTextOnly)):
		return report.Documented
	case c.Kind.isExporting, slices.ContainsFunc(c.cases, isExporting):
		return report.Added
	}
	return report.Changed
}

// every reports whether all cases are so.
func every(cases []*Case, are func(*Case) bool) bool {
	return !slices.ContainsFunc(cases, func(c *Case) bool { return !are(c) })
}
