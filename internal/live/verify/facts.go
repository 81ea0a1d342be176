package verify

import (
	"cmp"
	"maps"
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

// omitted stands for a member that is left out.
type omitted struct{}

// place is a place in a request.
type place struct {
	id   string         // pointer, with * for items and keys of maps
	path []any          // keys and indices in the body
	top  *catalog.Field // the member of the body that it is in, nil for the body

	known bool // the service must know the value, or it is sensitive
}

// child returns the place of a key or an index. The token is * for an item or a key of a map.
func (p place) child(token string, key any) place {
	p.id, p.path = p.id+"/"+token, append(slices.Clip(p.path), key)
	return p
}

// HasFact reports whether the catalog states a fact about the requests of an operation, or may
// state it at a place that samples do not have, such as a member of another variant.
func HasFact(op *catalog.Operation, id string) bool {
	b := newBuilder(&values{Fixtures: new(Fixtures)}, op, nil)
	b.base, b.fieldValues = map[string]any{}, sampleValues(*op)
	if slices.ContainsFunc(b.facts(), func(f fact) bool { return f.name() == id }) {
		return true
	}
	at := id[:max(strings.LastIndexByte(id, ' '), 0)]
	_, named := fieldAt(op.Request.Type(), at)
	return named && at != "" && !slices.ContainsFunc(b.places, func(s typedPlace) bool { return s.id == at })
}

// facts lists the statements of the catalog about requests that have the values of b.fieldValues,
// and keeps the places in them.
func (b *builder) facts() (list []fact) {
	if b.op.Empty != catalog.EmptyObject && b.op.Empty != "" {
		return nil // there is no body to break
	}
	visited := map[string]bool{}
	b.walk(b.fieldValues, b.op.Request.Fields, place{}, func(s typedPlace) bool {
		if visited[s.id] { // a further item
			return false
		}
		visited[s.id] = true
		b.places = append(b.places, s)
		list = append(list, factsAt(s)...)
		return true
	})
	for _, r := range b.op.Rules {
		list = append(list, b.ruleFact(r))
	}
	if !b.op.Request.Open {
		list = append(list, fact{place: place{id: "/*"}, rule: api.RuleUnknownField, pos: b.op.Pos, bodies: []any{sample.WithMember(b.base, unknownKey, "x")}})
	}
	return list
}

// unknownKey is a key that no request has.
const unknownKey = "further_key"

// factsAt lists the statements about a value, but not those about the values in it.
func factsAt(s typedPlace) (list []fact) {
	add := func(p place, rule string, pos catalog.Position, values ...any) {
		list = append(list, fact{place: p, rule: rule, pos: pos, values: values})
	}
	if s.field != nil {
		for _, c := range plan.Checks(s.field) {
			if !c.Items && c.Requirement != plan.Number && c.Requirement != plan.Nested {
				add(s.place, string(c.Requirement), s.pos, breakingValues(s.field, c.Requirement, s.x)...)
			}
		}
	}
	if s.typ.Kind != catalog.Any && s.typ.Kind != catalog.Unspecified {
		add(s.place, api.RuleType, s.pos, 7, "x", true, []any{}, map[string]any{})
	}
	if s.field == nil && s.typ.Kind == catalog.Enumeration && !s.typ.Enum.Open {
		add(s.place, api.RuleEnum, s.pos, unknownText(s.x))
	}
	_, isObject := s.x.(map[string]any)
	pos, open := s.pos, true
	switch {
	case !isObject:
	case s.typ.Kind == catalog.Union:
		u := s.typ.Union
		pos, open = u.Pos, u.Open
		add(s.child(jsonpointer.Escape(u.By), u.By), api.RuleVariant, pos, "no such "+u.By, omitted{})
	case s.typ.Kind == catalog.Record:
		open = s.typ.Record.Open
	}
	if !open {
		add(s.child("*", unknownKey), api.RuleUnknownField, pos, "x")
	}
	return list
}

// ruleFact returns the fact of a rule over several fields, with bodies that have some of them
// and break it.
func (b *builder) ruleFact(r *catalog.Rule) fact {
	names := catalog.Names(r.Fields)
	f := fact{place: place{id: "/" + strings.Join(names, " /")}, rule: r.ID(), pos: r.Pos}
	none := maps.Clone(b.base)
	for _, name := range names {
		delete(none, name)
	}
	bodies := []map[string]any{none}
	for i, name := range names {
		one := sample.WithMember(none, name, b.fieldValues[name])
		bodies = append(bodies, one)
		for _, other := range names[i+1:] {
			bodies = append(bodies, sample.WithMember(one, other, b.fieldValues[other]))
		}
	}
	for _, body := range bodies {
		if !r.Allows(len(body) - len(none)) {
			f.bodies = append(f.bodies, body)
		}
	}
	return f
}

// requestWith returns a request that keeps every rule and has a value at a place, nil if
// there is none.
func (b *builder) requestWith(p place) map[string]any {
	if p.top != nil && (len(p.path) > 1 || b.base[p.top.Name] == nil) {
		return b.requestWithField(p.top)
	}
	return b.base
}

// probe makes the two requests of a fact.
func (b *builder) probe(f fact) probe {
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
		if broken := text(body); b.breaks(broken, f) {
			p.good, p.broken = text(good), broken
			p.Request, p.goodShown = b.redacted(body), b.redacted(good)
			return p
		}
	}
	p.Why = "no body was found that breaks this rule alone"
	return p
}

// breaks reports whether a body breaks a fact and nothing else. It differs only at the place of the
// fact from one that keeps every rule.
func (b *builder) breaks(body string, f fact) bool {
	result := b.op.Decode(body)
	return result.Status != 200 && len(result.Violations) == 1 && result.Violations[0].Rule == f.rule
}

// withValueAt returns a JSON value with another value at a path, or without the value there.
func withValueAt(v any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	if i, ok := path[0].(int); ok {
		list := slices.Clone(v.([]any))
		list[i] = withValueAt(list[i], path[1:], value)
		return list
	}
	object, key := v.(map[string]any), path[0].(string)
	object = sample.WithMember(object, key, withValueAt(object[key], path[1:], value))
	if value == (omitted{}) && len(path) == 1 {
		delete(object, key)
	}
	return object
}
