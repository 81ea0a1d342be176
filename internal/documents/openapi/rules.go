package openapi

import (
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// withRules adds rules over several fields to the schema of a body, as a condition that refuses
// the body. Generators of code read conditions in an anyOf, an allOf or a not as further
// types, but they ignore an if.
func withRules(o object, rules []*catalog.Rule) object {
	var broken []any
	for _, r := range rules {
		broken = append(broken, breachSchema(r))
	}
	if broken == nil {
		return o
	}
	condition := broken[0]
	if len(broken) > 1 {
		condition = obj("anyOf", broken)
	}
	return append(o, obj("if", condition, "then", obj("not", object{}))...)
}

// breachSchema returns the schema of bodies that break a rule.
func breachSchema(r *catalog.Rule) object {
	o := obj("x-"+r.ID(), list(catalog.Names(r.Fields)...))
	switch plan.BreachOf(r) {
	case plan.SomeGiven:
		notNone := obj("not", presenceOf(r.Fields, false))
		notAll := obj("not", presenceOf(r.Fields, true))
		return append(o, obj("allOf", list(notNone, notAll))...)
	case plan.TwoGiven:
		var pairs []any
		for i, f := range r.Fields {
			for _, g := range r.Fields[:i] {
				pairs = append(pairs, presenceOf([]*catalog.Field{g, f}, true))
			}
		}
		if len(pairs) == 1 {
			return append(o, pairs[0].(object)...)
		}
		return append(o, obj("anyOf", pairs)...)
	case plan.NoneGiven:
		return append(o, presenceOf(r.Fields, false)...)
	}
	panic("no schema of rule " + r.Kind)
}

// emptyField returns the schema of a field that carries no value: null, or an empty value. It
// does not matter for values of other types, because these are refused anyway.
func emptyField(f *catalog.Field) object {
	if f.Join == "" && f.Type.Kind == catalog.Record {
		return emptyRecord(f.Type.Record)
	}
	return empty
}

// empty is the schema of values that count as none, of any type.
var empty = obj("enum", []any{nil, "", []any{}, object{}})

// emptyRecord returns the schema of records that are sent without members. Whether the first item
// of an array with send_if is empty is not asked.
func emptyRecord(s *catalog.Shape) object {
	var members object
	for _, step := range plan.Record(s).Send {
		for _, m := range step.Members() {
			switch m.When.(type) {
			case plan.Given, plan.FirstItemGiven:
				members = append(members, pairOf(m.Field.Name, emptyField(m.Field)))
			}
			if m.When == nil || m.Default != nil { // always sent
				return obj("type", "null")
			}
		}
	}
	if members == nil {
		return empty
	}
	return obj("type", list("object", "null"), "properties", members, "additionalProperties", false)
}

// presenceOf returns the schema of bodies in which each field carries a value, or none does.
func presenceOf(fields []*catalog.Field, isPresent bool) object {
	var properties object
	for _, f := range fields {
		schema := emptyField(f)
		if isPresent {
			schema = obj("not", schema)
		}
		properties = append(properties, pairOf(f.Name, schema))
	}
	return append(member(object{}, isPresent, "required", list(catalog.Names(fields)...)),
		obj("properties", properties)...)
}
