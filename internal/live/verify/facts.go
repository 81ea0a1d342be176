package verify

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file lists what the catalog states about requests, and makes a probe of each statement: a
// request that breaks it and nothing else.

// fact is a statement of the catalog about requests, with values that break it.
type fact struct {
	place
	rule   string
	pos    catalog.Position
	values []any // one of them breaks it at the place
	bodies []any // one of these bodies breaks it, if there are no values
}

// name returns the ID of a fact.
func (f fact) name() string { return f.id + " " + f.rule }

// facts are the statements of the catalog about the requests of an operation.
type facts struct {
	list   []fact
	places []typedPlace // in the requests, which have facts
}

// HasFact reports whether the catalog states a fact, such as "/claim_id required", about the
// requests of an operation, or may
// state it at a place that samples do not have, such as a member of another variant.
func HasFact(op *catalog.Operation, id string) bool {
	m := &material{linker: newLinker(newValues(new(Fixtures)), op, nil), values: sampleValues(*op)}
	stated := factsOf(&base{material: m, body: map[string]any{}})
	if slices.ContainsFunc(stated.list, func(f fact) bool { return f.name() == id }) {
		return true
	}
	pointer := id[:max(strings.LastIndexByte(id, ' '), 0)]
	if pointer == "" {
		return false
	}
	_, isNamed := fieldAt(op.Request.Type(), pointer)
	isSampled := slices.ContainsFunc(stated.places, func(s typedPlace) bool { return s.id == pointer })
	return isNamed && !isSampled
}

// factsOf lists the statements about requests that have the values of all fields.
func factsOf(b *base) (found facts) {
	if b.op.Empty != catalog.EmptyObject && b.op.Empty != "" {
		return found // there is no body to break
	}
	visited := map[string]bool{}
	b.walk(b.values, b.op.Request.Fields, place{}, func(s typedPlace) bool {
		if visited[s.id] { // a further item
			return false
		}
		visited[s.id] = true
		found.places = append(found.places, s)
		found.list = append(found.list, factsAt(s)...)
		return true
	})
	for _, r := range b.op.Rules {
		found.list = append(found.list, b.ruleFact(r))
	}
	if !b.op.Request.Open {
		found.list = append(found.list, fact{
			place:  place{id: "/*"},
			rule:   api.RuleUnknownField,
			pos:    b.op.Pos,
			bodies: []any{sample.WithMember(b.body, unknownKey, "x")},
		})
	}
	return found
}

// unknownKey is a key that no request has.
const unknownKey = "further_key"

// anyType has a value of each type. All but one are of another type than a field.
var anyType = []any{7, "x", true, []any{}, map[string]any{}}

// factsAt lists the statements about a value, but not those about the values in it.
func factsAt(s typedPlace) (facts []fact) {
	if s.field != nil {
		facts = fieldFacts(s)
	}
	if s.typ.Kind != catalog.Any && s.typ.Kind != catalog.Unspecified {
		facts = append(facts, fact{place: s.place, rule: api.RuleType, pos: s.pos, values: anyType})
	}
	if s.field == nil && s.typ.Kind == catalog.Enumeration && !s.typ.Enum.Open {
		values := []any{unknownText(s.value)}
		facts = append(facts, fact{place: s.place, rule: api.RuleEnum, pos: s.pos, values: values})
	}
	if _, isObject := s.value.(map[string]any); isObject {
		facts = append(facts, objectFacts(s)...)
	}
	return facts
}

// fieldFacts lists the checks of a field, except those of its type and of what is in it.
func fieldFacts(s typedPlace) (facts []fact) {
	for _, c := range plan.Checks(s.field) {
		isOfType := c.Requirement == plan.Number || c.Requirement == plan.Nested
		if c.Items || isOfType {
			continue
		}
		facts = append(facts, fact{
			place:  s.place,
			rule:   string(c.Requirement),
			pos:    s.pos,
			values: breakingValues(s.field, c.Requirement, s.value),
		})
	}
	return facts
}

// objectFacts lists the statements about an object of a record or a union: which keys it may have,
// and that it has a tag.
func objectFacts(s typedPlace) (facts []fact) {
	further := fact{
		place:  s.child("*", unknownKey),
		rule:   api.RuleUnknownField,
		pos:    s.pos,
		values: []any{"x"},
	}
	switch s.typ.Kind {
	case catalog.Union:
		u := s.typ.Union
		facts = append(facts, fact{
			place:  s.child(jsonpointer.Escape(u.By), u.By),
			rule:   api.RuleVariant,
			pos:    u.Pos,
			values: []any{"no such " + u.By, omitted{}},
		})
		if !u.Open {
			further.pos = u.Pos
			facts = append(facts, further)
		}
	case catalog.Record:
		if !s.typ.Record.Open {
			facts = append(facts, further)
		}
	}
	return facts
}

// ruleFact returns the fact of a rule over several fields, with bodies that break it: of those with
// none, one and two of the fields, the ones with a number of fields that the rule does not allow.
func (b *base) ruleFact(r *catalog.Rule) fact {
	names := catalog.Names(r.Fields)
	f := fact{place: place{id: "/" + strings.Join(names, " /")}, rule: r.ID(), pos: r.Pos}
	withoutFields := maps.Clone(b.body)
	for _, name := range names {
		delete(withoutFields, name)
	}
	bodies := []map[string]any{withoutFields}
	for i, name := range names {
		withOne := sample.WithMember(withoutFields, name, b.values[name])
		bodies = append(bodies, withOne)
		for _, other := range names[i+1:] {
			bodies = append(bodies, sample.WithMember(withOne, other, b.values[other]))
		}
	}
	for _, body := range bodies {
		if !r.Allows(len(body) - len(withoutFields)) {
			f.bodies = append(f.bodies, body)
		}
	}
	return f
}

// probe is a fact, with a request that keeps every rule and one that breaks it alone.
type probe struct {
	Fact
	good, broken string // empty if there are none, as Why says
	goodShown    string // as logs show it
}

// probe makes the two requests of a fact.
func (b *base) probe(f fact) probe {
	p := probe{Fact: Fact{ID: f.name(), Rule: f.rule, Pos: f.pos, Verdict: Unknown}}
	good := b.requestWith(f.place)
	if good == nil {
		p.Why = cmp.Or(b.noValue[f.top.Name], "no request with "+wording.Quote(f.top.Name)+" keeps all rules")
		return p
	}
	bodies := f.bodies
	for _, value := range f.values {
		bodies = append(bodies, withValueAt(good, f.path, value))
	}
	for _, body := range bodies {
		broken := text(body)
		if b.breaks(broken, f) {
			p.good = text(good)
			p.broken = broken
			p.Request = b.sent.redacted(b.op.Operation, body)
			p.goodShown = b.sent.redacted(b.op.Operation, good)
			return p
		}
	}
	p.Why = "no body was found that breaks this rule alone"
	return p
}

// breaks reports whether a body breaks a fact and nothing else. It differs only at the place of
// the fact from one that keeps every rule.
func (b *base) breaks(body string, f fact) bool {
	result := b.op.Decode(body)
	return result.Status != http.StatusOK && len(result.Violations) == 1 && result.Violations[0].Rule == f.rule
}
