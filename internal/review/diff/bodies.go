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
func (c *comparison) foldInclusion(p place, b, h *catalog.Shape, from int) {
	change := p.headChange("", h.Pos)
	what := arrow(includeName(b), includeName(h))
	var own []Change
	var details []string
	for _, folded := range c.changes[from:] {
		if !folded.stemsFrom(b.Include, h.Include) {
			own = append(own, folded)
			continue
		}
		if details == nil || folded.Level.Compare(change.Level) < 0 {
			change.Level = folded.Level
		}
		change.Go = append(change.Go, folded.Go...)
		details = append(details, folded.Message)
		for _, found := range folded.cases {
			change.addCase(found)
		}
	}
	change.Key = "include " + what
	change.Message = "the record that " + change.label() + " includes changes: " + what
	switch {
	case details != nil:
		change.Message += ": " + report.JoinFirst(details, 8, "; ")
	case b.Include == nil:
		change.Message = change.label() + " includes record " + h.Include.Name +
			" instead of naming its fields"
		c.reported[part{element: h.Include}] = true
	}
	when := general
	if details == nil {
		when = sameFields
		change.Level, change.Aspect = report.Info, "named"
	}
	change.addCase(recordInclusionChanged.caseFor(Anywhere, when))
	change.Kind, change.Rule = recordInclusionChanged, recordInclusionChanged.ID
	for _, s := range []*catalog.Shape{b, h} {
		if s.Include != nil {
			change.Fields = append(change.Fields, s.Include.Fields...)
		}
	}
	c.changes = append(append(c.changes[:from:from], own...), change)
}

// stemsFrom reports whether a change is about a field of either record, or the whole shape.
func (c Change) stemsFrom(base, head *catalog.Shape) bool {
	in := func(s *catalog.Shape, f *catalog.Field) bool {
		return s != nil && f != nil && slices.Contains(s.Fields, f)
	}
	if c.Base.Field == nil && c.Head.Field == nil {
		return true
	}
	return in(base, c.Base.Field) || in(head, c.Head.Field)
}

// includeName returns the name of the included record, or "" if there is none.
func includeName(s *catalog.Shape) string {
	if s.Include == nil {
		return ""
	}
	return s.Include.Name
}
