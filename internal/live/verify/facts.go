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

// HasFact reports whether the catalog states a fact about the requests of an operation, or may
// state it at a place that samples do not have, such as a member of another variant.
func HasFact(op *catalog.Operation, id string) bool {
	m := &material{linker: newLinker(newValues(new(Fixtures)), op, nil), values: sampleValues(*op)}
	all := factsOf(&base{material: m, body: map[string]any{}})
	if slices.ContainsFunc(all.list, func(f fact) bool { return f.name() == id }) {
		return true
	}
	at := id[:max(strings.LastIndexByte(id, ' '), 0)]
	if at == "" {
		return false
	}
	_, isNamed := fieldAt(op.Request.Type(), at)
	isSampled := slices.ContainsFunc(all.places, func(s typedPlace) bool { return s.id == at })
	return isNamed && !isSampled
}

// factsOf lists the statements about requests that have the values of all fields.
func factsOf(b *base) (all facts) {
	if b.op.Empty != catalog.EmptyObject && b.op.Empty != "" {
		return all // there is no body to break
	}
	visited := map[string]bool{}
	b.walk(b.values, b.op.Request.Fields, place{}, func(s typedPlace) bool {
		if visited[s.id] { // a further item
			return false
		}
		visited[s.id] = true
		all.places = append(all.places, s)
		all.list = append(all.list, factsAt(s)...)
		return true
	})
	for _, r := range b.op.Rules {
		all.list = append(all.list, b.ruleFact(r))
	}
	if !b.op.Request.Open {
		all.list = append(all.list, fact{
			place:  place{id: "/*"},
			rule:   api.RuleUnknownField,
			pos:    b.op.Pos,
			bodies: []any{sample.WithMember(b.body, unknownKey, "x")},
		})
	}
	return all
}

// unknownKey is a key that no request has.
const unknownKey = "further_key"

// anyType has a value of each type. All but one are of another type than a field.
var anyType = []any{7, "x", true, []any{}, map[string]any{}}

// factsAt lists the statements about a value, but not those about the values in it.
func factsAt(s typedPlace) (list []fact) {
	add := func(p place, rule string, pos catalog.Position, values ...any) {
		list = append(list, fact{place: p, rule: rule, pos: pos, values: values})
	}
	if s.field != nil {
		for _, c := range plan.Checks(s.field) {
			isOwn := c.Requirement != plan.Number && c.Requirement != plan.Nested
			if !c.Items && isOwn {
				add(s.place, string(c.Requirement), s.pos, breakingValues(s.field, c.Requirement, s.x)...)
			}
		}
	}
	if s.typ.Kind != catalog.Any && s.typ.Kind != catalog.Unspecified {
		add(s.place, api.RuleType, s.pos, anyType...)
	}
	if s.field == nil && s.typ.Kind == catalog.Enumeration && !s.typ.Enum.Open {
		add(s.place, api.RuleEnum, s.pos, unknownText(s.x))
	}
	if _, isObject := s.x.(map[string]any); !isObject {
		return list
	}
	switch s.typ.Kind {
	case catalog.Union:
		u := s.typ.Union
		tag := s.child(jsonpointer.Escape(u.By), u.By)
		add(tag, api.RuleVariant, u.Pos, "no such "+u.By, omitted{})
		if !u.Open {
			add(s.child("*", unknownKey), api.RuleUnknownField, u.Pos, "x")
		}
	case catalog.Record:
		if !s.typ.Record.Open {
			add(s.child("*", unknownKey), api.RuleUnknownField, s.pos, "x")
		}
	}
	return list
}

// ruleFact returns the fact of a rule over several fields, with bodies that have some of them
// and break it.
func (b *base) ruleFact(r *catalog.Rule) fact {
	names := catalog.Names(r.Fields)
	f := fact{place: place{id: "/" + strings.Join(names, " /")}, rule: r.ID(), pos: r.Pos}
	none := maps.Clone(b.body)
	for _, name := range names {
		delete(none, name)
	}
	bodies := []map[string]any{none}
	for i, name := range names {
		one := sample.WithMember(none, name, b.values[name])
		bodies = append(bodies, one)
		for _, other := range names[i+1:] {
			bodies = append(bodies, sample.WithMember(one, other, b.values[other]))
		}
	}
	for _, body := range bodies {
		if !r.Allows(len(body) - len(none)) {
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
