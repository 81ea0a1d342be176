// Package diff compares two catalogs and says who a change breaks.
//
// Every [Change] carries four verdicts, which are facts: what becomes of an old
// client's request, of an old client that reads an answer, of Go that uses the
// generated client, and of Go that implements the generated server. How loudly
// it is reported follows from them by one law, [Verdicts.Level]. What kinds of
// changes there are is data: [Rules].
package diff

import (
	"time"

	"example.com/opgen/catalog"
)

// Compare returns the changes that lead from one catalog to another, as of
// today: errors first, and then in the order of the file. Catalogs that differ
// in the order or the form of what they say do not differ.
func Compare(base, head *catalog.Catalog) []Change {
	return CompareOn(base, head, time.Now())
}

// CompareOn is [Compare] on a day: what is deprecated may go once its sunset has
// come.
func CompareOn(base, head *catalog.Catalog, day time.Time) []Change {
	c := &comparison{base: base, head: head, today: day.Format(time.DateOnly)}
	c.areas()
	return sorted(c.changes)
}

// comparison collects the changes between two catalogs.
type comparison struct {
	base, head *catalog.Catalog
	today      string // YYYY-MM-DD

	changes []Change
}

// hit is a case of a rule that a change meets.
type hit struct {
	rule    string
	context Context
	when    string
}

// add completes a change by the cases that it meets. Its rule is that of the
// loudest case, the first of several.
func (c *comparison) add(change Change, hits ...hit) {
	for _, h := range hits {
		rule := byID[h.rule]
		found := rule.in(h.context, h.when)
		change.Cases = append(change.Cases, found)
		change.Verdicts = change.Verdicts.Or(found.Verdicts)
		if change.Level < found.level() {
			change.Level, change.Rule = found.level(), rule
		}
	}
	c.changes = append(c.changes, change)
}
