package samples

import (
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/sample"
)

// NullRequest returns a request in which every field is null that may be, but for those
// that rules over several fields are about. It reports false if there is none.
func NullRequest(op *catalog.Operation) (*sample.Record, bool) {
	r, ok := sample.Request(op, sample.Full)
	if !ok {
		return nil, false
	}
	return nulled(r, func(f *catalog.Field) bool {
		return slices.ContainsFunc(plan.Rules(op), func(rule plan.Rule) bool { return slices.Contains(rule.Fields, f) })
	})
}

// NullAnswer returns a response in which every field is null that may be. It reports
// false if there is none.
func NullAnswer(op *catalog.Operation) (*sample.Record, bool) {
	r, ok := sample.Response(op, sample.Full)
	if !ok {
		return nil, false
	}
	return nulled(r, func(*catalog.Field) bool { return false })
}

// nulled returns a record with nulls, and whether there are any. Some of its fields are
// kept as they are.
func nulled(r *sample.Record, kept func(*catalog.Field) bool) (*sample.Record, bool) {
	nulls, any := *r, false
	nulls.Members = slices.Clone(r.Members)
	for i, m := range nulls.Members {
		switch plan.Lower(m.Field).When.(type) {
		case plan.Given, plan.FirstItemGiven: // which decide whether a client sends null
			continue
		}
		if kept(m.Field) {
			continue
		}
		if v, changed := nulledValue(m.Field.Type, m.Value); changed {
			nulls.Members[i].Value, any = v, true
		}
	}
	return &nulls, any
}

func nulledValue(t *catalog.Type, v any) (any, bool) {
	if t.Nullable {
		return sample.Null{}, true
	}
	switch v := v.(type) {
	case *sample.Record:
		return nulled(v, func(*catalog.Field) bool { return false })
	case []any:
		items, any := slices.Clone(v), false
		for i, item := range v {
			changed := false
			items[i], changed = nulledValue(t.Elem, item)
			any = any || changed
		}
		return items, any
	case map[string]any:
		values, any := maps.Clone(v), false
		for key, value := range v {
			changed := false
			if t.Kind == catalog.Map {
				values[key], changed = nulledValue(t.Elem, value)
			}
			any = any || changed
		}
		return values, any
	default:
		return v, false
	}
}
