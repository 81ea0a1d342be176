package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/review/report"
)

// Change is a finding about one edit of a catalog, with the elements that were compared.
// Its message names the old and the new value, unless the field is sensitive; its key
// consists of these values.
type Change struct {
	report.Finding
	Kind *Rule

	Base, Head   Subject            // what was compared; empty if only the other catalog has it
	Fields       []*catalog.Field   // further affected fields, which moved or belong to a record
	Way          *catalog.Way       // to authenticate, if one was added or removed
	Values       []any              // JSON trees of the field that show the change
	Combinations [][]*catalog.Field // fields of rules; a request with one of these combinations shows the change, with the example of a field without a type

	useKinds  []useKind               // where clients and services meet the change
	situation func(useKind) Situation // nil in general
	cases     []*Case                 // which the verdicts come from
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

func (c Change) label() string {
	if c.Pos.Base {
		return c.Base.label()
	}
	return c.Head.label()
}

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

// perUse sets a situation that depends on the use.
func (c Change) perUse(situation func(useKind) Situation) Change {
	c.situation = situation
	return c
}

// add completes a change and adds it: what is its key, and the format its message. Each
// use is judged alone. The gravest case determines the level of the change.
func (c *comparison) add(change Change, rule *Rule, what, format string, args ...any) {
	change.Key, change.Message = what, fmt.Sprintf(format, args...)
	if rule.subjectKey && change.Aspect == "" {
		change.Aspect, _, _ = strings.Cut(change.label(), " ")
	}
	for _, met := range change.useKinds {
		when := general
		if change.situation != nil {
			when = change.situation(met)
		}
		found := rule.caseFor(met.Context, when).forUse(met)
		if change.Kind == nil || found.Level.Compare(change.Level) < 0 {
			change.Kind, change.Rule, change.Level = rule, rule.ID, found.Level
			if rule.sideKey {
				change.Aspect = met.Context.String()
			}
		}
		change.addCase(found)
	}
	change.situation = nil
	c.changes = append(c.changes, change)
}

// compareValue adds a change of a value if it differs. The key is its name in the catalog, or
// "" if the values are clear without it.
func (c *comparison) compareValue(change Change, rule *Rule, key, old, new, says string) {
	if old != new {
		what := arrow(old, new)
		c.add(change, rule, strings.TrimPrefix(key+" "+what, " "), "%s: %s", says, what)
	}
}

// ViolatedRule returns the rule of the violations that the change causes, as api names it,
// or "" if there can be several.
func (c *Change) ViolatedRule() string {
	if slices.Contains([]*Rule{constraintTightened, constraintLoosened, constraintChanged}, c.Kind) {
		return strings.ReplaceAll(c.Aspect, "_", "-")
	}
	return c.Kind.violation
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

// CallersIn returns the verdict on Go callers that use the changed element only in requests, only
// in responses, or in both.
func (c *Change) CallersIn(requests, responses bool) report.Verdict {
	worst := report.NotApplicable
	for _, of := range c.cases {
		isOther := of.Context == InRequest && !requests || of.Context == InResponse && !responses
		if !isOther {
			worst = max(worst, of.Verdicts.Callers)
		}
	}
	return worst
}

// keyed sets which of several things the rule is about.
func (c Change) keyed(aspect string) Change {
	c.Aspect = aspect
	return c
}

func (c *Change) addCase(found *Case) {
	verdicts, bumps := found.Verdicts, found.bumps()
	if c.Verdicts != nil {
		verdicts, bumps = c.Verdicts.Or(verdicts), c.Bumps.Or(bumps)
	}
	c.Verdicts, c.Bumps, c.cases = &verdicts, &bumps, append(c.cases, found)
}

// place is anything in one or both catalogs, and where it is used.
type place struct {
	paths  [2]string // of base and head: "claims.get_claim", "AddressEntry"
	places           // where the base uses it; no operations if it is not shared, and nothing met if that makes no difference
	base   Subject
	head   Subject
}

// baseChange begins a change of something that is only in the base.
func (p place) baseChange(name string, pos catalog.Position) Change {
	return p.change(pairing.Base, name, pos)
}

// headChange begins a change of something in the head.
func (p place) headChange(name string, pos catalog.Position) Change {
	return p.change(pairing.Head, name, pos)
}

func (p place) change(side pairing.Side, name string, pos catalog.Position) Change {
	f := report.Finding{Path: joinPath(p.paths[side], name), Pos: report.Place{Position: pos, Base: side == pairing.Base}, Uses: p.operations}
	change := Change{Finding: f, Base: p.base, Head: p.head, useKinds: p.useKinds}
	if p.useKinds == nil {
		change.useKinds = []useKind{{Context: Anywhere}}
	}
	return change
}

// fieldChange begins a change of a field; b or h is nil if one of the catalogs lacks it.
func (p place) fieldChange(b, h *catalog.Field) Change {
	p.base.Field, p.head.Field = b, h
	switch {
	case h == nil:
		p.head = Subject{}
		return p.baseChange(b.Name, b.Pos)
	case b == nil:
		p.base = Subject{}
	}
	return p.headChange(h.Name, h.Pos)
}

func joinPath(path, name string) string {
	switch {
	case name == "":
		return path
	case path == "":
		return name
	}
	return path + "." + name
}

// arrow writes an old and a new value; either may be empty.
func arrow(old, new string) string {
	return cmp.Or(old, "none") + " -> " + cmp.Or(new, "none")
}

// movesOf lists Go names, each with what becomes of it.
func movesOf(names []string, to string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = name + to
	}
	return all
}

// goMoves lists the moves of a member of all Go types of the place.
func (p place) goMoves(member, to string) []string { return movesOf(p.goTypes, "."+member+to) }

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
func (c *comparison) nearestPos(gone Subject) catalog.Position {
	switch {
	case c.Enums[gone.Enum] != nil:
		return c.Enums[gone.Enum].Pos
	case c.Unions[gone.Union] != nil:
		return c.Unions[gone.Union].Pos
	case c.Records[gone.Shape] != nil:
		return c.Records[gone.Shape].Pos
	case c.Operations[gone.Operation] != nil:
		return c.Operations[gone.Operation].Pos
	case c.Areas[gone.Area] != nil:
		return c.Areas[gone.Area].Pos
	}
	return c.head.Pos
}
