// Package diff compares two catalogs and says who a change breaks.
//
// Every change has four verdicts: on requests of old clients, on responses to old
// clients, on Go that uses the generated client, and on Go that implements the
// generated server. The level of a change follows from its verdicts by one law,
// [Law]. Each kind of change is a [Rule], a variable beside the
// code that detects it.
//
// One edit is one change. Elements that were renamed or moved are recognised by
// their content, see [pairing]. A change in a shared record is reported at the
// record, with the worst verdicts of its uses.
package diff

import (
	"time"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/report"
)

// Comparison is what changed, and what of one catalog is what of the other.
type Comparison struct {
	Changes    []Change                                  // errors first, and then in the order of the file
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
	Today  time.Time // what is deprecated may go once its sunset has come
	Notice time.Time // the earliest sunset that may be announced today; zero is any
}

// Compare returns what changed from one catalog to another, as of these dates. Catalogs
// that differ in the order or the form of what they say do not differ.
func (d Dates) Compare(base, head *catalog.Catalog) Comparison {
	found := correspond(base, head)
	c := &comparison{
		correspondence:  found,
		base:            base,
		head:            head,
		today:           d.Today.Format(time.DateOnly),
		notice:          d.Notice.Format(time.DateOnly),
		uses:            usagesOf(base, found.operations),
		matchings:       map[*catalog.Shape]*matching{},
		reported:        map[fieldPart]bool{},
		reportedRecords: map[*catalog.Shape]bool{},
	}
	c.document()
	c.compareDeclared()
	c.compareAreas()
	c.addedAndRemovedTypes()
	c.checkGo()
	for i := range c.changes {
		change := &c.changes[i]
		change.Topic = change.topic()
		if change.InBase {
			change.Near = c.near(change.Base)
		}
	}
	return Comparison{c.sorted(), c.operations}
}

// comparison collects the changes between two catalogs.
type comparison struct {
	*correspondence
	base, head *catalog.Catalog
	today      string // YYYY-MM-DD
	notice     string // a sunset before it is too soon; no sunset is before the zero date
	uses       usages // of the base

	matchings       map[*catalog.Shape]*matching // of the fields of records, by the record in the base
	reported        map[fieldPart]bool           // what another change reports
	reportedRecords map[*catalog.Shape]bool      // records that another change mentions

	changes []Change
}

// fieldPart is a part of a field that another change reports.
type fieldPart struct {
	field *catalog.Field
	part  part
}

type part int

const (
	whole part = iota
	itsDefault
	itsMaximum
)
