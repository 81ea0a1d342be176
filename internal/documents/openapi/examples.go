package openapi

import (
	"maps"
	"slices"

	"example.com/opgen/internal/plan/sample"
)

// example returns a body, or nil if there is none.
func example(r *sample.Record, ok bool) any {
	if !ok {
		return nil
	}
	if whole, ok := r.Whole(); ok {
		return shown(whole)
	}
	o := object{}
	if r.Union != nil {
		o = of(r.Union.By, r.Tag)
	}
	for _, m := range r.Members {
		o = append(o, pair{m.Field.Name, shown(m.Sent())})
	}
	return member(o, r.Further != "", r.Further, r.Kept)
}

// shown returns a value of a sample.
func shown(v any) any {
	switch v := v.(type) {
	case *sample.Record:
		return example(v, true)
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = shown(item)
		}
		return items
	case map[string]any:
		o := object{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			o = append(o, pair{key, shown(v[key])})
		}
		return o
	case sample.Null:
		return nil
	default:
		return scalar(v)
	}
}
