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
	"sync"
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
)

// Comparison contains the changes, and the pairs of operations.
type Comparison struct {
	Changes    []Change                                  // errors first, then in the order of the file
	Operations map[*catalog.Operation]*catalog.Operation // of the head, by those of the base
}

// Findings returns the changes as findings.
func (c Comparison) Findings() []report.Finding {
	var all []report.Finding
	for _, change := range c.Changes {
		all = append(all, change.Finding)
	}
	return all
}

// Dates are the days that a comparison depends on.
type Dates struct {
	Today  time.Time // deprecated elements may be removed from their sunset on
	Notice time.Time // the earliest sunset that may be announced today; zero for any
}

// Compare returns the changes from one catalog to another, as of these dates. The order
// and the notation of entries do not matter.
func (d Dates) Compare(base, head *catalog.Catalog) Comparison {
	found := pairing.Of(base, head)
	c := &comparison{
		Elements: found,
		base:     base,
		head:     head,
		today:    d.Today.Format(time.DateOnly),
		notice:   d.Notice.Format(time.DateOnly),
		uses:     useIndexOf(base, found),
		reported: map[part]bool{},
		baseAPI:  sync.OnceValue(func() goAPI { return goAPIOf(base) }),
		headAPI:  sync.OnceValue(func() goAPI { return goAPIOf(head) }),
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

// comparison collects the changes between two catalogs.
type comparison struct {
	*pairing.Elements
	base, head *catalog.Catalog
	today      string   // YYYY-MM-DD
	notice     string   // a sunset before it is too soon; no sunset is before the zero date
	uses       useIndex // of the base

	reported map[part]bool // by another change

	baseAPI func() goAPI
	headAPI func() goAPI

	changes []Change
}

// part is a field or a record, or what a key states about a field.
type part struct {
	element any // *catalog.Field or *catalog.Shape
	key     string
}
