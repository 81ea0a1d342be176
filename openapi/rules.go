package openapi

import (
	"slices"

	"example.com/opgen/catalog"
	"example.com/opgen/internal/plan"
)

// rule expresses a rule over several fields for a body. A field counts if it
// carries a value.
func rule(r plan.Rule) object {
	var carried, names []any
	for _, f := range r.Fields {
		carried, names = append(carried, carries(f)), append(names, f.Name)
	}
	name := "x-" + r.ID
	switch {
	case r.OrNone:
		return of(name, names, "anyOf", list(of("allOf", carried), of("not", of("anyOf", carried))))
	case r.NeedsOne():
		return of(name, names, "anyOf", carried)
	default:
		var pairs []any
		for i := range carried {
			for j := range i {
				pairs = append(pairs, of("not", of("allOf", list(carried[j], carried[i]))))
			}
		}
		return of(name, names, "allOf", pairs)
	}
}

// carries returns the schema of bodies in which a field carries a value.
func carries(f *catalog.Field) object {
	return of("required", list(f.Name), "properties", of(f.Name, of("not", of("anyOf", none(f.Type)))))
}

// none returns the schemas of the values of a type that carry no value.
func none(t *catalog.Type) []any {
	switch {
	case t.Kind != catalog.Record:
		return list(of("enum", []any{nil, "", []any{}, object{}}))
	case hasDefault(t.Record):
		return list(of("type", "null"))
	default:
		return list(of("type", "null"), ref(emptyName(t.Record)))
	}
}

// hasDefault reports whether a record has content even if it is given without
// members.
func hasDefault(s *catalog.Shape) bool {
	return slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool { return plan.Of(f).Default != nil })
}

// ruled returns the records whose emptiness matters: those in rules, and the items
// of lists in these that are sent only if the first item is not empty. None of them
// has a default.
func ruled(c *catalog.Catalog) map[*catalog.Shape]bool {
	found := map[*catalog.Shape]bool{}
	var visit func(*catalog.Type)
	visit = func(t *catalog.Type) {
		if t.Kind != catalog.Record || hasDefault(t.Record) || found[t.Record] {
			return
		}
		found[t.Record] = true
		for _, f := range t.Record.Fields {
			if _, ok := plan.Of(f).When.(plan.FirstItemGiven); ok {
				visit(f.Type.Elem)
			}
		}
	}
	for op := range c.Operations() {
		for _, r := range plan.Rules(op) {
			for _, f := range r.Fields {
				visit(f.Type)
			}
		}
	}
	return found
}

func emptyName(s *catalog.Shape) string { return typeName(s.Name) + ".empty" }

// empty returns the schema of a record that sends nothing: it has no unknown key,
// not even null, and only fields that are left out.
func empty(s *catalog.Shape) object {
	var properties object
	for _, f := range s.Fields {
		properties = append(properties, of(f.Name, leftOut(f))...)
	}
	o := of("type", "object", "description", "Carries no value.")
	return append(member(o, properties != nil, "properties", properties), of("additionalProperties", false)...)
}

// leftOut returns the schema of the values of a record's field that are not sent.
func leftOut(f *catalog.Field) object {
	switch plan.Of(f).When.(type) {
	case plan.FirstItemGiven:
		if f.Join != "" {
			return of("enum", list[any](nil, ""))
		}
		first := of("not", of("anyOf", none(f.Type.Elem)))
		return of("not", of("type", "array", "minItems", 1, "prefixItems", list(first)))
	case plan.Given:
		return of("enum", list[any](nil, ""))
	default:
		return of("type", "null")
	}
}
