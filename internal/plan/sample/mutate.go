package sample

import (
	"maps"
	"slices"
)

// Variations returns variants of a JSON value: in each object, one member with one of
// these keys is replaced or added, or an unknown member is added.
func Variations(v any, keys []string, values []any) []any {
	var all []any
	switch v := v.(type) {
	case map[string]any:
		for _, key := range keys {
			for _, value := range values {
				all = append(all, WithMember(v, key, value))
			}
		}
		all = append(all, WithMember(v, "further_key", "x"))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			for _, inner := range Variations(v[key], keys, values) {
				all = append(all, WithMember(v, key, inner))
			}
		}
	case []any:
		for i := range v {
			for _, inner := range Variations(v[i], keys, values) {
				list := slices.Clone(v)
				list[i] = inner
				all = append(all, list)
			}
		}
	}
	return all
}

// Reductions returns variants of a JSON value, each without one of its members, at any
// depth.
func Reductions(v any) []any {
	var all []any
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			rest := maps.Clone(v)
			delete(rest, key)
			all = append(all, rest)
			for _, inner := range Reductions(v[key]) {
				all = append(all, WithMember(v, key, inner))
			}
		}
	case []any:
		for i := range v {
			all = append(all, slices.Delete(slices.Clone(v), i, i+1))
			for _, inner := range Reductions(v[i]) {
				list := slices.Clone(v)
				list[i] = inner
				all = append(all, list)
			}
		}
	}
	return all
}

// WithMember returns an object with an additional member.
func WithMember(object map[string]any, key string, value any) map[string]any {
	changed := maps.Clone(object)
	changed[key] = value
	return changed
}
