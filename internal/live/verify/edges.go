package verify

import (
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file makes requests at the edges of the catalog. A service that refuses a value that the
// catalog allows contradicts it, and its bounds are where the two disagree most often.

// extreme is a request that keeps every rule, with the smallest or largest value that the
// catalog allows at one place, or one of the values that it lists.
type extreme struct {
	Fact
	claim    string // what it states: "maximum"
	phrase   string // "with /size at its maximum"
	value    any
	rules    []string // the rules that a refusal may name, nil for any
	top      string   // the member of the body with the place
	body     string
	neighbor string // a request that keeps every rule, with another value at the place
}

// newExtreme returns an extreme value at a place; what says how a request has it.
func newExtreme(claim, pointer, phrase string, pos catalog.Position, value any) extreme {
	id := strings.TrimSpace(RequestRule + " " + pointer + " " + claim)
	return extreme{
		Fact:   Fact{ID: id, Rule: RequestRule, Pos: pos, Verdict: Unknown},
		claim:  claim,
		phrase: phrase,
		value:  value,
	}
}

// statement is a statement of the catalog, such as "minimum" at the position of a field. A record
// that is used at many places states it once.
type statement struct {
	pos   catalog.Position
	claim string
}

// edges makes a request for each extreme value of places. A statement of the catalog about
// several places is tried at the first.
func (b *base) edges(places []typedPlace) []extreme {
	if b.fixedMembers != nil {
		return nil
	}
	isDone := map[statement]bool{}
	bodies := map[string]bool{text(b.body): true}
	var extremes []extreme
	for _, s := range places {
		beside := b.requestWith(s.place)
		if beside == nil {
			continue
		}
		for _, e := range b.extremes(s) {
			claimed := statement{e.Pos, e.claim}
			if isDone[claimed] || !b.complete(&e, s, beside) || bodies[e.body] {
				continue
			}
			isDone[claimed] = true
			bodies[e.body] = true
			extremes = append(extremes, e)
		}
	}
	return extremes
}

// complete makes the requests of an extreme value at a place, and reports whether there are any.
// beside is a request with another value, which shows that the service refuses the extreme value
// and not something else.
func (b *base) complete(e *extreme, s typedPlace, beside map[string]any) bool {
	b.lacking = nil
	b.walkValue(typedPlace{place: s.place, value: e.value, typ: s.typ}, b.fillPlace)
	if b.lacking != nil {
		return false
	}
	object, isObject := withValueAt(beside, s.path, e.value).(map[string]any)
	if !isObject || !b.isValid(object) {
		return false
	}
	e.Request = b.sent.redacted(b.op.Operation, object)
	e.top = s.top.Name
	e.body = text(object)
	e.neighbor = text(beside)
	if e.neighbor == e.body {
		e.neighbor = text(b.body)
	}
	return true
}

// extremes returns edges with the extreme values of a place, if any. It makes up no values that
// the service must know and no sensitive values, because they would be refused for that.
func (b *base) extremes(s typedPlace) (all []extreme) {
	if s.field != nil {
		all = b.fieldExtremes(s, s.field)
	}
	if s.isOpaque {
		return all
	}
	return append(all, listedExtremes(s)...)
}

// listedExtremes returns an edge for each value that the catalog lists at a place: the values of
// an enum, and the variants of a union.
func listedExtremes(s typedPlace) (extremes []extreme) {
	t := s.typ
	if s.field != nil {
		if s.field.Join != "" { // each value is a list with one item
			t = t.Elem
		}
		for _, value := range s.field.Enum {
			if value != "" { // like no value at all
				extremes = append(extremes, listedValue(s.id, s.pos, value, value))
			}
		}
	}
	switch t.Kind {
	case catalog.Enumeration:
		for _, v := range t.Enum.Values {
			if v.Value != "" {
				extremes = append(extremes, listedValue(s.id, v.Pos, v.Value, v.Value))
			}
		}
	case catalog.Union:
		tag := s.id + "/" + jsonpointer.Escape(t.Union.By)
		for _, r := range sample.Variants(t.Union, sample.Minimal) {
			v := t.Union.Variant(r.Tag)
			if v != nil && v.Tag != "" {
				extremes = append(extremes, listedValue(tag, v.Pos, v.Tag, r.Value()))
			}
		}
	}
	return extremes
}

// listedValue returns the edge of a value that the catalog lists by a name: of an enum, the value
// itself, and of a union, the tag of a variant.
func listedValue(pointer string, pos catalog.Position, name string, value any) extreme {
	literal := wording.Literal(name)
	return newExtreme("value "+literal, pointer, "with "+literal+" at "+pointer, pos, value)
}

// fieldExtremes returns the extreme values of a field: its bounds, and any value if no probe has
// the field because its type is unknown. The service may refuse a value without a type for other
// reasons, so the refusal must name the right one.
func (b *base) fieldExtremes(s typedPlace, f *catalog.Field) (extremes []extreme) {
	for _, c := range plan.Checks(f) {
		if c.Items || isPageLimit(f, c.Requirement) {
			continue
		}
		requirement := string(c.Requirement)
		e := newExtreme(requirement, s.id, "with "+s.id+" at its "+requirement, s.pos, nil)
		if s.isOpaque {
			e.value, e.rules = b.repeatedAtBound(s, f, c.Requirement)
		} else {
			e.value = atBound(*f, c.Requirement)
		}
		if e.value != nil {
			extremes = append(extremes, e)
		}
	}
	isUntyped := s.typ.Kind == catalog.Any || s.typ.Kind == catalog.Unspecified
	isLeftOut := !f.Required && b.body[f.Name] == nil
	if isUntyped && isLeftOut && len(s.path) == 1 {
		e := newExtreme("", s.id, "with "+s.id, s.pos, b.values[f.Name])
		e.rules = []string{api.RuleUnknownField}
		extremes = append(extremes, e)
	}
	return extremes
}

// repeatedAtBound returns a list of values that the service must know, repeated up to a bound of
// the list, and the rule that a refusal must name: the service may also refuse the repetition.
func (b *base) repeatedAtBound(s typedPlace, f *catalog.Field, ask plan.Requirement) (any, []string) {
	if b.op.Effect != catalog.Read || f.Private() {
		return nil, nil
	}
	switch {
	case ask == plan.MinItems:
		return resized(f, s.value, *f.MinItems), []string{api.RuleMinItems}
	case ask == plan.MaxItems && *f.MaxItems < edge.LongestArray:
		return resized(f, s.value, *f.MaxItems), []string{api.RuleMaxItems}
	}
	return nil, nil
}

// isPageLimit reports whether a bound is the last number of a page, which may not exist.
func isPageLimit(f *catalog.Field, ask plan.Requirement) bool {
	words := wordsOf(f.Name)
	return ask == plan.Maximum && slices.Contains([]string{"page", "offset"}, words[len(words)-1])
}
