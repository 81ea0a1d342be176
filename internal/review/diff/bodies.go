package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
)

// This file compares the fields of requests and responses. A body may include a record, whose
// fields it then has as its own. If the record is replaced, one edit changes many fields, and
// is reported as one change.

// compareBody compares the fields of a request or response. If it includes another record, all
// changes that result are reported as one.
func (c *comparison) compareBody(p place, b, h *catalog.Shape, m *pairing.Fields) {
	before := len(c.changes)
	c.compareFields(p, m)
	sameInclude := c.SameInclude(b, h)
	// A response is open if its record is, so that the change is reported at the record.
	isResponse := p.useKinds[0].Context != InRequest
	recordChanged := b.Include != nil && sameInclude && b.Include.Open != h.Include.Open
	if b.Open != h.Open && !(isResponse && recordChanged) {
		c.reportOpenness(p, h.Pos, h.Open)
	}
	if !sameInclude {
		c.foldInclusion(p, b, h, before)
	}
}

// foldInclusion replaces the changes from an index on that the included record causes with
// one change.
func (c *comparison) foldInclusion(p place, b, h *catalog.Shape, first int) {
	var others, folded []Change
	for _, change := range c.changes[first:] {
		if change.stemsFrom(b.Include, h.Include) {
			folded = append(folded, change)
		} else {
			others = append(others, change)
		}
	}
	change := c.inclusionChange(p, b, h, folded)
	c.changes = append(append(c.changes[:first:first], others...), change)
}

// inclusionChange returns the change that another record is included. It is as grave as the gravest
// of the changes that this causes; if there are none, both records have the same fields.
func (c *comparison) inclusionChange(p place, b, h *catalog.Shape, caused []Change) Change {
	change := p.headChange("", h.Pos)
	names := arrow(includeName(b), includeName(h))
	change.Kind = recordInclusionChanged
	change.Rule = recordInclusionChanged.ID
	change.Key = "include " + names
	change.Message = "the record that " + change.label() + " includes changes: " + names
	for _, s := range []*catalog.Shape{b, h} {
		if s.Include != nil {
			change.Fields = append(change.Fields, s.Include.Fields...)
		}
	}
	if len(caused) > 0 {
		change.merge(caused)
		change.addCase(recordInclusionChanged.caseFor(Anywhere, general))
		return change
	}
	if b.Include == nil {
		change.Message = change.label() + " includes record " + h.Include.Name +
			" instead of naming its fields"
		c.reported[part{element: h.Include}] = true // as a part of this change
	}
	change.Level = report.Info
	change.Aspect = "named"
	change.addCase(recordInclusionChanged.caseFor(Anywhere, sameFields))
	return change
}

// merge adds what the changes that a change causes say: the gravest level, Go, cases and messages.
func (c *Change) merge(caused []Change) {
	c.Level = caused[0].Level
	var details []string
	for _, cause := range caused {
		if cause.Level.Compare(c.Level) < 0 {
			c.Level = cause.Level
		}
		c.Go = append(c.Go, cause.Go...)
		details = append(details, cause.Message)
		for _, judgment := range cause.cases {
			c.addCase(judgment)
		}
	}
	c.Message += ": " + report.JoinFirst(details, 8, "; ")
}

// stemsFrom reports whether a change is about a field of either record, or the whole shape. Such a
// change follows from the replaced record and is no edit of its own.
func (c Change) stemsFrom(base, head *catalog.Shape) bool {
	isFieldOf := func(s *catalog.Shape, f *catalog.Field) bool {
		return s != nil && f != nil && slices.Contains(s.Fields, f)
	}
	if c.Base.Field == nil && c.Head.Field == nil {
		return true
	}
	return isFieldOf(base, c.Base.Field) || isFieldOf(head, c.Head.Field)
}

// includeName returns the name of the included record, or "" if there is none.
func includeName(s *catalog.Shape) string {
	if s.Include == nil {
		return ""
	}
	return s.Include.Name
}
