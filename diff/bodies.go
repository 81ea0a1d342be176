package diff

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/catalog"
)

// fieldsOf matches the fields of two shapes. Those that both take over from one
// and the same record are compared there.
func (c *comparison) fieldsOf(b, h *catalog.Shape) *matching {
	m := newMatching()
	base, head := b.Fields, h.Fields
	if c.sameInclude(b, h) && b.Include != nil {
		m.inherit(c.matchings[b.Include])
		base, head = base[len(b.Include.Fields):], head[len(h.Include.Fields):]
	}
	m.match(c.correspondence, base, head)
	return m
}

// sameInclude tells whether two shapes take over one and the same record, or
// none.
func (c *comparison) sameInclude(b, h *catalog.Shape) bool {
	if b.Include == nil || h.Include == nil {
		return b.Include == h.Include
	}
	return c.records[b.Include] == h.Include
}

// body reports the changes of the fields of a body or an answer. What another
// record in its include does to them is reported once.
func (c *comparison) body(p place, b, h *catalog.Shape, m *matching) {
	before := len(c.changes)
	c.compareFields(p, m)
	if b.Open != h.Open && (b.Include == nil || !c.sameInclude(b, h) || b.Include.Open == h.Include.Open) {
		c.openness(p, b, h)
	}
	if !c.sameInclude(b, h) {
		c.inclusion(p, b, h, before)
	}
}

// inclusion folds the changes from an index on that stem from what a shape
// takes over into one.
func (c *comparison) inclusion(p place, b, h *catalog.Shape, from int) {
	change := p.here("", h.Pos)
	what := arrow(includeName(b), includeName(h))
	change = change.says("include "+what, "the record that %s includes changes: %s", change.about(), what)
	change.Rule, change.Level = byID["record-inclusion-changed"], Info
	change.meet(&change.Rule.Cases[0])
	var own []Change
	var details []string
	for _, folded := range c.changes[from:] {
		if !folded.stems(b.Include, h.Include) {
			own = append(own, folded)
			continue
		}
		change.Level = max(change.Level, folded.Level)
		change.Go = append(change.Go, folded.Go...)
		details = append(details, folded.Message)
		for _, found := range folded.Cases {
			change.meet(found)
		}
	}
	if details == nil && b.Include == nil {
		change.Rule = byID["fields-extracted-to-record"]
		change = change.says("include "+what, "%s takes fields over from record %s instead of naming them", change.about(), h.Include.Name)
		if c.newRecords[h.Include] {
			c.toldRecords[h.Include] = true
		}
	}
	if details == nil {
		change.Cases, change.Verdicts = nil, Verdicts{}
		change.meet(&byID["fields-extracted-to-record"].Cases[0])
	} else {
		change.Message += ": " + few(details, "; ")
	}
	c.changes = append(append(c.changes[:from:from], own...), change)
}

// stems tells whether a change is about a field of either record, or about
// nothing but the shape as a whole.
func (c Change) stems(base, head *catalog.Shape) bool {
	in := func(s *catalog.Shape, f *catalog.Field) bool {
		return s != nil && f != nil && slices.Contains(s.Fields, f)
	}
	return c.Base.Field == nil && c.Head.Field == nil || in(base, c.Base.Field) || in(head, c.Head.Field)
}

func includeName(s *catalog.Shape) string {
	if s.Include == nil {
		return ""
	}
	return s.Include.Name
}

// few joins the first of several texts, and counts the others.
func few(texts []string, separator string) string {
	const most = 8
	if rest := len(texts) - most; rest > 0 {
		return fmt.Sprintf("%s%sand %d more", strings.Join(texts[:most], separator), separator, rest)
	}
	return strings.Join(texts, separator)
}
