package diff

import (
	"cmp"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/relation"
	"example.com/opgen/internal/review/report"
)

// This file declares changes, their subjects and their places. A change is built in steps: a place
// says where it is and who uses it, fieldChange, headChange or baseChange begin it, keyed and
// inSituation refine a copy, and comparison.add completes it with the verdicts of its rule.

// Change is a finding about one edit of a catalog, with the elements that were compared.
// Its message names the old and the new value, unless the field is sensitive; its key
// consists of these values.
type Change struct {
	report.Finding
	Kind *Rule

	Base, Head Subject          // what was compared; empty if only the other catalog has it
	Fields     []*catalog.Field // further affected fields, which moved or belong to a record
	Way        *catalog.Way     // to authenticate, if one was added or removed

	Combinations []Combination // of fields of rules; a request with one of them shows the change

	useKinds  []useKind               // where clients and services meet the change
	shownBy   relation.Ways           // to send the field; zero if it is not about a field
	situation func(useKind) Situation // nil in general
	cases     []*Case                 // which the verdicts come from

	keepsGo bool // no Go identifier moves, whatever the verdicts of the rule say
}

// Subject is what a change is about. A field of a request or response comes with its
// operation and its shape, a field of a shared record only with its shape.
type Subject struct {
	Area      *catalog.Area
	Operation *catalog.Operation
	Shape     *catalog.Shape
	Field     *catalog.Field
	Enum      *catalog.Enum
	Value     *catalog.EnumValue
	Union     *catalog.TaggedUnion
	Variant   *catalog.Variant
	Rule      *catalog.Rule
}

// label names the element that a message is about: on the side where the change is.
func (c Change) label() string {
	if c.Pos.Base {
		return c.Base.label()
	}
	return c.Head.label()
}

// label names the innermost element of a subject, with its kind: "field note".
func (s Subject) label() string {
	switch {
	case s.Field != nil:
		return "field " + s.Field.Name
	case s.Value != nil:
		return "value " + strconv.Quote(s.Value.Value)
	case s.Enum != nil:
		return "enum " + s.Enum.Name
	case s.Variant != nil:
		return "variant " + strconv.Quote(s.Variant.Tag)
	case s.Union != nil:
		return "union " + s.Union.Name
	case s.Shape != nil && s.Shape.Name != "":
		return "record " + s.Shape.Name
	case s.Shape != nil:
		return s.Shape.GoName
	case s.Operation != nil:
		return "operation " + s.Operation.Name
	case s.Area != nil:
		return "area " + s.Area.Name
	}
	return "the service"
}

// inSituation sets the situation of a change.
func (c Change) inSituation(s Situation) Change {
	return c.perUse(func(useKind) Situation { return s })
}

// perUse sets a situation that depends on the use: a field that is removed from an open request and a
// closed response has another situation in each.
func (c Change) perUse(situation func(useKind) Situation) Change {
	c.situation = situation
	return c
}

// ViolatedRule returns the rule of the violations that the change causes, as api names it,
// or "" if there can be several.
func (c *Change) ViolatedRule() string {
	if c.Kind.keyViolation {
		return strings.ReplaceAll(c.Aspect, "_", "-")
	}
	return c.Kind.violation
}

// CallersIn returns the verdict on Go callers that use the changed element only in requests, only
// in responses, or in both.
func (c *Change) CallersIn(requests, responses bool) report.Verdict {
	worst := report.NotApplicable
	for _, judgment := range c.cases {
		isOfOther := judgment.Context == InRequest && !requests
		isOfOther = isOfOther || judgment.Context == InResponse && !responses
		if !isOfOther {
			worst = max(worst, judgment.Verdicts.Callers)
		}
	}
	return worst
}

// keyed sets which of several things the rule is about: "max_length" for a constraint. Settings call
// it the key.
func (c Change) keyed(aspect string) Change {
	c.Aspect = aspect
	return c
}

// addCase adds the verdicts of one use. A change of a shared element has those of its worst uses,
// party by party: requests may break where one operation sends it, and responses where another
// returns it.
func (c *Change) addCase(judgment *Case) {
	verdicts, bumps := judgment.Verdicts, judgment.bumps()
	if c.Verdicts != nil {
		verdicts = c.Verdicts.Or(verdicts)
		bumps = c.Bumps.Or(bumps)
	}
	c.Verdicts, c.Bumps = &verdicts, &bumps
	c.cases = append(c.cases, judgment)
}

// place is anything in one or both catalogs, and where it is used.
type place struct {
	paths [2]string // of base and head: "claims.get_claim", "AddressEntry"

	// places says where the base uses it. There are no operations if it is not shared, and no
	// useKinds if the use makes no difference.
	places

	base, head Subject
}

// baseChange begins a change of something that is only in the base.
func (p place) baseChange(name string, pos catalog.Position) Change {
	return p.change(pairing.Base, name, pos)
}

// headChange begins a change of something in the head.
func (p place) headChange(name string, pos catalog.Position) Change {
	return p.change(pairing.Head, name, pos)
}

// change begins a change on one side of a place. Without uses, it applies anywhere.
func (p place) change(side pairing.Side, name string, pos catalog.Position) Change {
	f := report.Finding{
		Path: joinPath(p.paths[side], name),
		Pos:  report.Place{Position: pos, Base: side == pairing.Base},
		Uses: p.operations,
	}
	change := Change{Finding: f, Base: p.base, Head: p.head, useKinds: p.useKinds}
	if p.useKinds == nil {
		change.useKinds = []useKind{{Context: Anywhere}}
	}
	return change
}

// fieldChange begins a change of a field; b or h is nil if one of the catalogs lacks it.
func (p place) fieldChange(b, h *catalog.Field) Change {
	p.base.Field, p.head.Field = b, h
	if b == nil {
		p.base = Subject{}
		return p.headChange(h.Name, h.Pos)
	}
	var change Change
	if h == nil {
		p.head = Subject{}
		change = p.baseChange(b.Name, b.Pos)
	} else {
		change = p.headChange(h.Name, h.Pos)
	}
	change.shownBy = relation.Ways{Empty: true, Given: true}
	return change
}

// fieldWords names a field, or the response that it is.
func fieldWords(f *catalog.Field) string {
	if f.Whole {
		return "the response"
	}
	return "field " + f.Name
}

// joinPath joins the path of an element and a name in it, either of which may be empty:
// "claims.get_claim" and "note" are "claims.get_claim.note".
func joinPath(path, name string) string {
	switch {
	case name == "":
		return path
	case path == "":
		return name
	}
	return path + "." + name
}

// arrow writes an old and a new value, "integer -> string"; either may be empty, "none -> 10".
func arrow(old, new string) string {
	return cmp.Or(old, "none") + " -> " + cmp.Or(new, "none")
}

// movesOf lists Go names, each with what becomes of it.
func movesOf(names []string, fate string) []string {
	moves := make([]string, len(names))
	for i, name := range names {
		moves[i] = name + fate
	}
	return moves
}

// goMoves lists the moves of a member of all Go types of the place.
func (p place) goMoves(member, fate string) []string { return movesOf(p.goTypes, "."+member+fate) }
