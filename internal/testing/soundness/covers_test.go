package soundness

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/diff"
)

// covers reports whether a finding speaks of an effect, and says enough.
func covers(c *diff.Change, e effect) bool {
	verdict := e.party.verdict(*c.Verdicts)
	if c.Rule == "path-changed" { // who is not served gets no response
		verdict = max(verdict, c.Verdicts.Requests)
	}
	return verdict >= e.least && concerns(c, e.op) && isAbout(c, e)
}

// concerns reports whether a finding is about an operation, or about what it uses.
func concerns(c *diff.Change, p pair) bool {
	before, after := c.Base.Operation, c.Head.Operation
	switch {
	case before != nil || after != nil:
		return before == p.base.Operation || p.head != nil && after == p.head.Operation || p.source != nil && after == p.source.Operation
	case c.Base == (diff.Subject{}) && c.Head == (diff.Subject{}):
		return true
	case c.Base.Area != nil:
		return c.Base.Area == p.base.Area
	}
	return slices.Contains(c.Uses, p.base.String())
}

// ofTexts are the rules of violations of texts. A text has one violation, and a
// constraint that follows from another one may be the one that is named.
var ofTexts = map[string]bool{"format": true, "non-blank": true, "min-length": true, "max-length": true, "pattern": true, "enum": true}

// isAbout reports whether a finding is about the place of an effect, or about
// something in it.
func isAbout(c *diff.Change, e effect) bool {
	switch {
	case c.Rule == "path-changed", c.Rule == "operation-removed": // another operation may be at the path now
		return true
	case c.Rule == "empty-body-changed" && e.place == "" && e.rule != "": // the body as a whole
		return true
	}
	compared := c.Base.Field != nil || c.Head.Field == nil // else the field is new, in whatever its value is wrong
	if e.rule != "" && e.party != callers && compared && c.ViolatedRule() != "" && e.rule != c.ViolatedRule() &&
		!(ofTexts[e.rule] && ofTexts[c.ViolatedRule()]) {
		return false
	}
	t := thingsOf(c)
	if e.shapes == nil || e.place == "" && e.rule == "" || c.Rule == "path-changed" { // the whole operation
		return t.isEmpty()
	}
	for _, name := range e.about {
		if t.isAt("/"+name, e.shapes) {
			return true
		}
	}
	return t.isAt(e.place, e.shapes)
}

// things are what a finding is about.
type things struct {
	fields map[*catalog.Field]bool
	enums  map[*catalog.Enum]bool
	unions map[*catalog.TaggedUnion]bool
	shapes map[*catalog.Shape]bool // as a whole
}

func thingsOf(c *diff.Change) things {
	t := things{map[*catalog.Field]bool{}, map[*catalog.Enum]bool{}, map[*catalog.TaggedUnion]bool{}, map[*catalog.Shape]bool{}}
	add := func(fields ...*catalog.Field) {
		for _, f := range fields {
			t.fields[f] = true
		}
	}
	for _, s := range []diff.Subject{c.Base, c.Head} {
		switch {
		case s.Rule != nil:
			add(s.Rule.Fields...)
			if s.Field != nil {
				add(s.Field)
			}
		case s.Field != nil:
			add(s.Field)
		case s.Enum != nil:
			t.enums[s.Enum] = true
		case s.Union != nil:
			t.unions[s.Union] = true
		case s.Shape != nil:
			t.shapes[s.Shape] = true
		case s.Operation != nil && s.Operation.Pagination != nil && strings.HasPrefix(c.Key, "pagination "):
			add(s.Operation.Pagination.Fields()...)
		}
	}
	add(c.Fields...)
	return t
}

func (t things) isEmpty() bool { return len(t.fields)+len(t.enums)+len(t.unions)+len(t.shapes) == 0 }

// isAt reports whether a place is that of something, below it, or above it.
func (t things) isAt(place string, shapes []*catalog.Shape) bool {
	if place == "" {
		return slices.ContainsFunc(shapes, func(s *catalog.Shape) bool { return t.shapes[s] })
	}
	for _, name := range steps(place) {
		var inside []*catalog.Shape
		for _, s := range shapes {
			f := s.Field(name)
			switch {
			case f == nil && isIndex(name):
				inside = append(inside, s)
			case f == nil && (t.shapes[s] || t.shapes[s.Include]), f != nil && t.has(f):
				return true
			case f != nil:
				inside = append(inside, f.Records()...)
			}
		}
		shapes = inside
	}
	return slices.ContainsFunc(shapes, t.isBelow)
}

func (t things) has(f *catalog.Field) bool {
	of := f.Type.Item()
	return t.fields[f] || t.enums[of.Enum] || t.unions[of.Union]
}

func (t things) isBelow(s *catalog.Shape) bool {
	shapes := append(slices.Collect(maps.Keys(catalog.Reached(s).Records)), s)
	return slices.ContainsFunc(shapes, func(s *catalog.Shape) bool {
		return t.shapes[s] || slices.ContainsFunc(s.Fields, t.has)
	})
}
