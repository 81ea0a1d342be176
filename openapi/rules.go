package openapi

import (
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
	nothing := of("enum", list[any](nil, "", []any{}, object{}))
	return of("required", list(f.Name), "properties", of(f.Name, of("not", nothing)))
}
