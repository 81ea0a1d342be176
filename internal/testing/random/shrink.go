package random

import "slices"

// Shrink reduces a catalog for which fails is true. The result still fails, but
// removing anything more from it makes fails false.
func Shrink(c Map, fails func(Map) bool) Map {
	for {
		smaller := smallerMaps(c)
		i := slices.IndexFunc(smaller, fails)
		if i < 0 {
			return c
		}
		c = smaller[i]
	}
}

// smallerMaps returns smaller versions of a map: first without half of its entries,
// then without each of them, then with each of them reduced.
func smallerMaps(m Map) (all []Map) {
	if half := len(m) / 2; len(m) > 3 {
		all = append(all, slices.Clone(m[half:]), slices.Clone(m[:half]))
	}
	for i := range m {
		all = append(all, slices.Delete(slices.Clone(m), i, i+1))
	}
	for i, e := range m {
		for _, v := range smallerValues(e.Value) {
			c := slices.Clone(m)
			c[i].Value = v
			all = append(all, c)
		}
	}
	return all
}

// smallerValues returns smaller versions of a value: a field as its type alone, a list without an
// item, a text cut in half. Numbers and booleans have none.
func smallerValues(v any) (all []any) {
	switch v := v.(type) {
	case Map:
		if typ, ok := v.Get("type").(string); ok {
			all = append(all, typ)
		}
		for _, m := range smallerMaps(v) {
			all = append(all, m)
		}
	case List:
		for i, item := range v {
			all = append(all, slices.Delete(slices.Clone(v), i, i+1))
			for _, smaller := range smallerValues(item) {
				c := slices.Clone(v)
				c[i] = smaller
				all = append(all, c)
			}
		}
	case string:
		for _, s := range []string{"", "x", v[:len(v)/2], v[len(v)/2:]} {
			if len(s) < len(v) {
				all = append(all, s)
			}
		}
	}
	return all
}

// Reduced returns a catalog without one part. n selects the part.
func Reduced(m Map, n int) Map {
	all := smallerMaps(m)
	if len(all) == 0 {
		return m
	}
	return all[n%len(all)]
}
