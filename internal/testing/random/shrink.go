package random

import (
	"iter"
	"slices"
)

// Shrink reduces a catalog for which fails is true. The result still fails, but
// removing anything more from it makes fails false.
func Shrink(c Map, fails func(Map) bool) Map {
	for {
		smaller := false
		for candidate := range smallerMaps(c) {
			if fails(candidate) {
				c, smaller = candidate, true
				break
			}
		}
		if !smaller {
			return c
		}
	}
}

// smallerMaps yields smaller versions of a map: first without half of its entries,
// then without each of them, then with each of them reduced.
func smallerMaps(m Map) iter.Seq[Map] {
	return func(yield func(Map) bool) {
		for _, half := range [][2]int{{0, len(m) / 2}, {len(m) / 2, len(m)}} {
			if len(m) > 3 && !yield(slices.Delete(slices.Clone(m), half[0], half[1])) {
				return
			}
		}
		for i := range m {
			if !yield(slices.Delete(slices.Clone(m), i, i+1)) {
				return
			}
		}
		for i, e := range m {
			for v := range smallerValues(e.Value) {
				c := slices.Clone(m)
				c[i].Value = v
				if !yield(c) {
					return
				}
			}
		}
	}
}

func smallerValues(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		switch v := v.(type) {
		case Map:
			if typ, ok := v.Get("type").(string); ok && !yield(typ) {
				return
			}
			for m := range smallerMaps(v) {
				if !yield(m) {
					return
				}
			}
		case List:
			for i, item := range v {
				if !yield(slices.Delete(slices.Clone(v), i, i+1)) {
					return
				}
				for smaller := range smallerValues(item) {
					c := slices.Clone(v)
					c[i] = smaller
					if !yield(c) {
						return
					}
				}
			}
		case string:
			for _, s := range []string{"", "x", v[:len(v)/2], v[len(v)/2:]} {
				if len(s) < len(v) && !yield(s) {
					return
				}
			}
		}
	}
}

// Reduced returns a catalog without one part. n selects the part.
func Reduced(m Map, n int) Map {
	all := slices.Collect(smallerMaps(m))
	if len(all) == 0 {
		return m
	}
	return all[n%len(all)]
}
