package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/interpreter"
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

// member returns the place of a field at a place.
func (l *lister) member(at place, f *catalog.Field) place {
	p := at.child(jsonpointer.Escape(f.Name), f.Name)
	p.top = cmp.Or(p.top, f)
	p.known = p.known || f.Private() || isReference(l.op.Operation, f) || l.value(l.op.Operation, p.id, f.Name) != nil
	return p
}

// lister lists the facts of an operation's requests.
type lister struct {
	*builder
	want    string // the only fact that is needed, of any value; "" lists those of the values
	list    []fact
	places  []typedPlace
	parents map[*catalog.Shape]bool // the records that contain the current one
}

func (l *lister) add(p place, rule string, pos catalog.Position, values ...any) {
	l.list = append(l.list, fact{place: p, rule: rule, pos: pos, values: values})
}

// HasFact reports whether the catalog states a fact about the requests of an operation. A run
// lists a fact only if its requests have a value at the place, which may require fixtures.
func HasFact(op *catalog.Operation, id string) bool {
	b := &builder{filler: filler{values: &values{Fixtures: new(Fixtures)}}, op: interpreter.New(op), base: map[string]any{}}
	facts, _ := b.facts(id)
	return slices.ContainsFunc(facts, func(f fact) bool { return f.name() == id })
}

// facts lists the statements of the catalog about requests that have the values of b.all, and
// the places in them. If it wants one fact, it lists it without values.
func (b *builder) facts(want string) ([]fact, []typedPlace) {
	if b.op.Empty != catalog.EmptyObject && b.op.Empty != "" {
		return nil, nil // there is no body to break
	}
	l := &lister{builder: b, want: want, parents: map[*catalog.Shape]bool{}}
	l.members(b.fieldValues, b.op.Request.Fields, place{})
	for _, r := range b.op.Rules {
		l.list = append(l.list, b.ruleFact(r))
	}
	if !b.op.Request.Open {
		f := fact{place: place{id: "/*"}, rule: api.RuleUnknownField, pos: b.op.Pos, bodies: []any{sample.WithMember(b.base, unknownKey, "x")}}
		l.list = append(l.list, f)
	}
	return l.list, l.places
}

// unknownKey is a key that no request has.
const unknownKey = "further_key"

// members lists the facts of the members of an object.
func (l *lister) members(object map[string]any, fields []*catalog.Field, at place) {
	for _, f := range fields {
		x, there := object[f.Name]
		if !there && at.path != nil && l.want == "" {
			continue // it contains the same record again, or is a reference
		}
		p := l.member(at, f)
		if l.want != "" && !l.isWanted(p) {
			continue
		}
		l.visit(typedPlace{p, x, f.Type, f.Pos, f})
	}
}

// visit lists the facts of the value of a field or an item.
func (l *lister) visit(s typedPlace) {
	l.places = append(l.places, s)
	if s.field != nil {
		for _, c := range plan.Checks(s.field) {
			if !c.Items && c.Requirement != plan.Number && c.Requirement != plan.Nested {
				l.add(s.place, string(c.Requirement), s.pos, breakingValues(s.field, c.Requirement, s.x)...)
			}
		}
	}
	if s.typ.Kind != catalog.Any && s.typ.Kind != catalog.Unspecified {
		l.add(s.place, api.RuleType, s.pos, 7, "x", true, []any{}, map[string]any{})
	}
	if s.field == nil && s.typ.Kind == catalog.Enumeration && !s.typ.Enum.Open {
		l.add(s.place, api.RuleEnum, s.pos, unknownText(s.x))
	}
	if s.field == nil || s.field.Join == "" {
		l.contents(s)
	}
}

// isWanted reports whether the wanted fact is at a place or below it.
func (l *lister) isWanted(p place) bool { return l.want != "" && strings.HasPrefix(l.want, p.id) }

// contents lists the facts of the members or the first item of a value.
func (l *lister) contents(s typedPlace) {
	list, _ := s.x.([]any)
	object, isObject := s.x.(map[string]any)
	item := func(x, key any) { l.visit(typedPlace{s.child("*", key), x, s.typ.Elem, s.pos, nil}) }
	switch isObject = isObject || l.isWanted(s.place); {
	case s.typ.Kind == catalog.Array && len(list) > 0:
		item(list[0], 0)
	case s.typ.Kind == catalog.Map && len(object) > 0:
		key := slices.Min(slices.Collect(maps.Keys(object)))
		item(object[key], key)
	case s.typ.Holder() && l.isWanted(s.place):
		item(nil, "*")
	case s.typ.Kind == catalog.Union && isObject:
		u := s.typ.Union
		l.add(s.child(jsonpointer.Escape(u.By), u.By), api.RuleVariant, u.Pos, "no such "+u.By, omitted{})
		fields := fieldsOf(s.typ, object)
		if l.want != "" {
			fields = nil
			for _, r := range u.Records() {
				fields = append(fields, r.Fields...)
			}
		}
		l.object(object, fields, u.Open, u.Pos, s.place)
	case s.typ.Kind == catalog.Record && isObject && !l.parents[s.typ.Record]:
		l.parents[s.typ.Record] = true
		l.object(object, s.typ.Record.Fields, s.typ.Record.Open, s.pos, s.place)
		delete(l.parents, s.typ.Record)
	}
}

// object lists the facts of an object in a request.
func (l *lister) object(x map[string]any, fields []*catalog.Field, open bool, pos catalog.Position, at place) {
	l.members(x, fields, at)
	if !open {
		l.add(at.child("*", unknownKey), api.RuleUnknownField, pos, "x")
	}
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
		bodies = append(bodies, replaced(good, f.path, value))
	}
	for _, body := range bodies {
		if broken := text(body); b.breaks(broken, f) {
			p.good, p.broken = text(good), broken
			p.Request, p.goodShown = b.redacted(b.op.Operation, body), b.redacted(b.op.Operation, good)
			return p
		}
	}
	p.Why = "no body was found that breaks this rule alone"
	return p
}

// breaks reports whether a body breaks a fact and nothing else.
func (b *builder) breaks(body string, f fact) bool {
	result := b.op.Decode(body)
	if result.Status == 200 || len(result.Violations) != 1 || result.Violations[0].Rule != f.rule {
		return false
	}
	return f.path == nil || samePlace(result.Violations[0].Field, f.path)
}

// samePlace reports whether a pointer, in which keys may be hidden, is the pointer of a path.
func samePlace(pointer string, path []any) bool {
	parts := strings.Split(pointer, "/")[1:]
	for i, part := range parts {
		switch {
		case i >= len(path):
			return false
		case part == "[redacted]":
			return true
		case part != "*" && part != jsonpointer.Escape(fmt.Sprint(path[i])):
			return false
		}
	}
	return len(parts) == len(path)
}

// replaced returns a JSON value with another value at a path, or without the value there.
func replaced(v any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	if i, ok := path[0].(int); ok {
		list := slices.Clone(v.([]any))
		list[i] = replaced(list[i], path[1:], value)
		return list
	}
	object, key := v.(map[string]any), path[0].(string)
	object = sample.WithMember(object, key, replaced(object[key], path[1:], value))
	if value == (omitted{}) && len(path) == 1 {
		delete(object, key)
	}
	return object
}
