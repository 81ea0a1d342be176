package openapi

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// ruled adds rules over several fields to the schema of a body, as a condition that refuses
// the body. Generators of code read conditions in an anyOf, an allOf or a not as further
// types, but they ignore an if.
func ruled(o object, rules []*catalog.Rule) object {
	var broken []any
	for _, r := range rules {
		broken = append(broken, breaks(r))
	}
	if broken == nil {
		return o
	}
	condition := broken[0]
	if len(broken) > 1 {
		condition = of("anyOf", broken)
	}
	return append(o, of("if", condition, "then", of("not", object{}))...)
}

// breaks returns the schema of bodies that break a rule.
func breaks(r *catalog.Rule) object {
	o := of("x-"+r.ID(), list(catalog.Names(r.Fields)...))
	switch plan.BreachOf(r) {
	case plan.SomeGiven:
		return append(o, of("allOf", list(of("not", carry(r.Fields, false)), of("not", carry(r.Fields, true))))...)
	case plan.TwoGiven:
		var pairs []any
		for i, f := range r.Fields {
			for _, g := range r.Fields[:i] {
				pairs = append(pairs, carry([]*catalog.Field{g, f}, true))
			}
		}
		return append(o, of("anyOf", pairs)...)
	}
	return append(o, carry(r.Fields, false)...)
}

// nothing returns the schema of a field that carries no value: null, or an empty value. It
// does not matter for values of other types, because these are refused anyway.
func nothing(f *catalog.Field) object {
	if f.Join == "" && f.Type.Kind == catalog.Record {
		return unsent(f.Type.Record)
	}
	return empty
}

var empty = of("enum", []any{nil, "", []any{}, object{}})

// unsent returns the schema of records of which no member is sent. Whether the first item
// of an array with send_if is empty is not asked.
func unsent(s *catalog.Shape) object {
	var members object
	for _, step := range plan.Record(s).Send {
		for _, m := range step.Members() {
			switch m.When.(type) {
			case plan.Given, plan.FirstItemGiven:
				members = append(members, pair{m.Field.Name, nothing(m.Field)})
			}
			if m.When == nil || m.Default != nil { // always sent
				return of("type", "null")
			}
		}
	}
	if members == nil {
		return empty
	}
	return of("type", list("object", "null"), "properties", members, "additionalProperties", false)
}

// carry returns the schema of bodies in which each field carries a value, or none does.
func carry(fields []*catalog.Field, given bool) object {
	var properties object
	for _, f := range fields {
		schema := nothing(f)
		if given {
			schema = of("not", schema)
		}
		properties = append(properties, pair{f.Name, schema})
	}
	return append(member(object{}, given, "required", list(catalog.Names(fields)...)), of("properties", properties)...)
}
