package verify

import (
	"cmp"
	"context"
	"fmt"
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

func newExtreme(says, at, what string, pos catalog.Position, value any) extreme {
	id := strings.TrimSpace(RequestRule + " " + at + " " + says)
	return extreme{Fact: Fact{ID: id, Rule: RequestRule, Pos: pos, Verdict: Unknown}, says: says, what: what, value: value}
}

// typedPlace is a place in a request with a value of a type.
type typedPlace struct {
	place
	x     any // the value, nil if there is none
	typ   *catalog.Type
	pos   catalog.Position
	field *catalog.Field // nil for an item
	in    map[string]any // the object with the field
}

// makeEdges makes a request for each extreme value of the places. A statement of the catalog
// about several places is tried at the first.
func (b *builder) makeEdges() []extreme {
	type statement struct {
		pos  catalog.Position
		says string
	}
	done, bodies := map[statement]bool{}, map[string]bool{text(b.base): true}
	var all []extreme
	for _, s := range b.places {
		beside := b.requestWith(s.place)
		if beside == nil || b.own != nil {
			continue
		}
		for _, e := range b.extremes(s) {
			if done[statement{e.Pos, e.says}] {
				continue
			}
			b.lacking = nil
			b.walkValue(typedPlace{place: s.place, x: e.value, typ: s.typ}, b.fillPlace)
			object, isObject := withValueAt(beside, s.path, e.value).(map[string]any)
			body := text(object)
			if b.lacking != nil || !isObject || bodies[body] || !b.isValid(object) {
				continue
			}
			done[statement{e.Pos, e.says}], bodies[body] = true, true
			e.Request, e.top, e.body, e.neighbor = b.redacted(object), s.top.Name, body, text(beside)
			if e.neighbor == body {
				e.neighbor = text(b.base)
			}
			all = append(all, e)
		}
	}
	return all
}

// extremes returns edges with the extreme values of a spot, if any. It makes up no values that the
// service must know and no sensitive values, because they would be refused for that.
func (b *builder) extremes(s typedPlace) (all []extreme) {
	if s.field != nil {
		all = b.fieldExtremes(s, s.field)
	}
	if s.known {
		return all
	}
	t := s.typ
	if s.field != nil && s.field.Join != "" {
		t = t.Elem
	}
	listed := func(at string, pos catalog.Position, name string, value any) {
		if name != "" {
			literal := wording.Literal(name)
			all = append(all, newExtreme("value "+literal, at, "with "+literal+" at "+at, pos, value))
		}
	}
	if s.field != nil {
		for _, value := range s.field.Enum {
			listed(s.id, s.pos, value, value)
		}
	}
	switch t.Kind {
	case catalog.Enumeration:
		for _, v := range t.Enum.Values {
			listed(s.id, v.Pos, v.Value, v.Value)
		}
	case catalog.Union:
		for _, r := range sample.Variants(t.Union, sample.Minimal) {
			if v := t.Union.Variant(r.Tag); v != nil {
				listed(s.id+"/"+jsonpointer.Escape(t.Union.By), v.Pos, v.Tag, r.Value().(map[string]any))
			}
		}
	}
	return all
}

// fieldExtremes returns the extreme values of a field: its bounds, and any value if no probe has
// the field because its type is unknown. Lists of values that the service must know repeat
// them. The service may refuse these and values without a type for other reasons, so the
// refusal must name the right one.
func (b *builder) fieldExtremes(s typedPlace, f *catalog.Field) (all []extreme) {
	reads := b.op.Effect == catalog.Read
	for _, c := range plan.Checks(f) {
		e := newExtreme(string(c.Requirement), s.id, "with "+s.id+" at its "+string(c.Requirement), s.pos, nil)
		switch {
		case c.Items, b.isPageLimit(f, c.Requirement):
		case !s.known:
			e.value = atBound(*f, c.Requirement)
		case c.Requirement == plan.MinItems && reads && !f.Private():
			e.value, e.rules = resized(f, s.x, *f.MinItems), []string{api.RuleMinItems}
		case c.Requirement == plan.MaxItems && reads && !f.Private() && *f.MaxItems < edge.LongestArray:
			e.value, e.rules = resized(f, s.x, *f.MaxItems), []string{api.RuleMaxItems}
		}
		if e.value != nil {
			all = append(all, e)
		}
	}
	if t := s.typ.Kind; !f.Required && b.base[f.Name] == nil && len(s.path) == 1 && (t == catalog.Any || t == catalog.Unspecified) {
		e := newExtreme("", s.id, "with "+s.id, s.pos, b.fieldValues[f.Name])
		e.rules = []string{api.RuleUnknownField}
		all = append(all, e)
	}
	return all
}

// isPageLimit reports whether a bound is the last number of a page, which may not exist.
func (b *builder) isPageLimit(f *catalog.Field, ask plan.Requirement) bool {
	words := wordsOf(f.Name)
	return ask == plan.Maximum && slices.Contains([]string{"page", "offset"}, words[len(words)-1])
}

// atBound returns a value at a bound of a field, as it is sent, that keeps the other checks of the
// field, nil if there is none.
func atBound(f catalog.Field, ask plan.Requirement) any {
	f.Required, f.Default = true, nil
	switch ask {
	case plan.MinLength:
		f.MaxLength = f.MinLength
	case plan.MaxLength:
		f.MinLength = f.MaxLength
	case plan.MinItems:
		f.MaxItems = f.MinItems
	case plan.MaxItems:
		f.MinItems = f.MaxItems
	case plan.Minimum:
		f.Maximum = ""
	case plan.Maximum:
		f.Minimum = ""
	default:
		return nil
	}
	return sampleValues(catalog.Operation{Request: &catalog.Shape{Fields: []*catalog.Field{&f}}})[f.Name]
}

// tryEdges sends the requests at edges. If one is refused, the request beside it must be
// served before and after, three times in a row.
func (t *trial) tryEdges(ctx context.Context) {
	for _, e := range t.edges {
		f, more := e.Fact, []Fact(nil)
		if f.Why = cmp.Or(t.unserved, t.bad[e.body]); f.Why == "" {
			f, more = t.tryGood(ctx, e.body, f, 1, &e)
		}
		t.operation.Facts = append(append(t.operation.Facts, f), more...)
	}
	t.conclude()
}

// reasonToDoubt says why a refusal may not be about the edge, "" if it is: a write may be refused
// because of the state of the service, and a request may be refused because it lacks a
// reference.
func (t *trial) reasonToDoubt(e *extreme, o outcome) string {
	named := slices.ContainsFunc(o.violations, func(v api.Violation) bool {
		at := v.Field == "" || strings.HasPrefix(v.Field+"/", "/"+jsonpointer.Escape(e.top)+"/")
		return at && (e.rules == nil && slices.Contains(rules, v.Rule) || slices.Contains(e.rules, v.Rule))
	})
	refused := fmt.Sprintf("a request that keeps every rule, %s, is %s", e.what, o.why)
	switch {
	case named:
		return ""
	case e.rules != nil:
		return refused + "; that may be for another reason"
	case t.op.Effect != catalog.Read:
		return refused + "; a write may be refused for another reason"
	case t.leftOut != "":
		return refused + "; " + t.leftOut
	}
	return ""
}
