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

// extreme is a request that keeps every rule, with the smallest or largest value that the
// catalog allows at one place, or one of the values that it lists.
type extreme struct {
	Fact
	says     string // what it states: "maximum"
	what     string // "with /size at its maximum"
	value    any
	rules    []string // the rules that a refusal may name, nil for any
	top      string   // the member of the body with the place
	body     string
	neighbor string // a request that keeps every rule, with another value at the place
}

// newExtreme returns an extreme value at a place; what says how a request has it.
func newExtreme(says, at, what string, pos catalog.Position, value any) extreme {
	id := strings.TrimSpace(RequestRule + " " + at + " " + says)
	return extreme{
		Fact:  Fact{ID: id, Rule: RequestRule, Pos: pos, Verdict: Unknown},
		says:  says,
		what:  what,
		value: value,
	}
}

// statement is a statement of the catalog.
type statement struct {
	pos  catalog.Position
	says string
}

// edges makes a request for each extreme value of places. A statement of the catalog about
// several places is tried at the first.
func (b *base) edges(places []typedPlace) []extreme {
	if b.own != nil {
		return nil
	}
	done := map[statement]bool{}
	bodies := map[string]bool{text(b.body): true}
	var all []extreme
	for _, s := range places {
		beside := b.requestWith(s.place)
		if beside == nil {
			continue
		}
		for _, e := range b.extremes(s) {
			stated := statement{e.Pos, e.says}
			if done[stated] || !b.complete(&e, s, beside) || bodies[e.body] {
				continue
			}
			done[stated] = true
			bodies[e.body] = true
			all = append(all, e)
		}
	}
	return all
}

// complete makes the requests of an extreme value at a place, and reports whether there are any.
// Beside is a request with another value.
func (b *base) complete(e *extreme, s typedPlace, beside map[string]any) bool {
	b.lacking = nil
	b.walkValue(typedPlace{place: s.place, x: e.value, typ: s.typ}, b.fillPlace)
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
	if s.known {
		return all
	}
	return append(all, listedExtremes(s)...)
}

// listedExtremes returns an edge for each value that the catalog lists at a place.
func listedExtremes(s typedPlace) (all []extreme) {
	add := func(at string, pos catalog.Position, name string, value any) {
		if name != "" {
			literal := wording.Literal(name)
			all = append(all, newExtreme("value "+literal, at, "with "+literal+" at "+at, pos, value))
		}
	}
	t := s.typ
	if s.field != nil {
		if s.field.Join != "" {
			t = t.Elem
		}
		for _, value := range s.field.Enum {
			add(s.id, s.pos, value, value)
		}
	}
	switch t.Kind {
	case catalog.Enumeration:
		for _, v := range t.Enum.Values {
			add(s.id, v.Pos, v.Value, v.Value)
		}
	case catalog.Union:
		tag := s.id + "/" + jsonpointer.Escape(t.Union.By)
		for _, r := range sample.Variants(t.Union, sample.Minimal) {
			if v := t.Union.Variant(r.Tag); v != nil {
				add(tag, v.Pos, v.Tag, r.Value().(map[string]any))
			}
		}
	}
	return all
}

// fieldExtremes returns the extreme values of a field: its bounds, and any value if no probe has
// the field because its type is unknown. The service may refuse a value without a type for other
// reasons, so the refusal must name the right one.
func (b *base) fieldExtremes(s typedPlace, f *catalog.Field) (all []extreme) {
	for _, c := range plan.Checks(f) {
		if c.Items || isPageLimit(f, c.Requirement) {
			continue
		}
		says := string(c.Requirement)
		e := newExtreme(says, s.id, "with "+s.id+" at its "+says, s.pos, nil)
		if s.known {
			e.value, e.rules = b.repeatedAtBound(s, f, c.Requirement)
		} else {
			e.value = atBound(*f, c.Requirement)
		}
		if e.value != nil {
			all = append(all, e)
		}
	}
	isUntyped := s.typ.Kind == catalog.Any || s.typ.Kind == catalog.Unspecified
	isLeftOut := !f.Required && b.body[f.Name] == nil
	if isUntyped && isLeftOut && len(s.path) == 1 {
		e := newExtreme("", s.id, "with "+s.id, s.pos, b.values[f.Name])
		e.rules = []string{api.RuleUnknownField}
		all = append(all, e)
	}
	return all
}

// repeatedAtBound returns a list of values that the service must know, repeated up to a bound of
// the list, and the rule that a refusal must name: the service may also refuse the repetition.
func (b *base) repeatedAtBound(s typedPlace, f *catalog.Field, ask plan.Requirement) (any, []string) {
	if b.op.Effect != catalog.Read || f.Private() {
		return nil, nil
	}
	switch {
	case ask == plan.MinItems:
		return resized(f, s.x, *f.MinItems), []string{api.RuleMinItems}
	case ask == plan.MaxItems && *f.MaxItems < edge.LongestArray:
		return resized(f, s.x, *f.MaxItems), []string{api.RuleMaxItems}
	}
	return nil, nil
}

// isPageLimit reports whether a bound is the last number of a page, which may not exist.
func isPageLimit(f *catalog.Field, ask plan.Requirement) bool {
	words := wordsOf(f.Name)
	return ask == plan.Maximum && slices.Contains([]string{"page", "offset"}, words[len(words)-1])
}
