package relation

import (
	"maps"
	"slices"
	"strconv"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/text/wording"
)

// This file compares JSON trees as readers of JSON do: the order of members means nothing, and 1.0
// is 1. Comparing the texts instead would report a shift where a service gets the same value.

// Differences returns the places at which two values differ, as JSON pointers that begin with at.
// A list of another length differs as a whole.
func Differences(at string, a, b any) (all []string) {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok {
			return []string{at}
		}
		return memberDifferences(at, x, y)
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return []string{at}
		}
		for i := range x {
			all = append(all, Differences(at+"/"+strconv.Itoa(i), x[i], y[i])...)
		}
		return all
	}
	if sameScalar(wording.Literal(a), wording.Literal(b)) {
		return nil
	}
	return []string{at}
}

// memberDifferences compares objects. A member that only one of them has differs as a whole.
func memberDifferences(at string, a, b map[string]any) (all []string) {
	keys := maps.Clone(a)
	maps.Copy(keys, b)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		place := at + "/" + jsonpointer.Escape(key)
		old, before := a[key]
		now, after := b[key]
		if before && after {
			all = append(all, Differences(place, old, now)...)
		} else {
			all = append(all, place)
		}
	}
	return all
}

// sameScalar compares the JSON of two values that are neither objects nor lists. Numbers are equal by
// value, whatever their notation.
func sameScalar(a, b string) bool {
	if cursor.IsNumber(a) && cursor.IsNumber(b) {
		return cursor.CompareNumbers(a, b) == 0
	}
	return a == b
}

// sameJSON reports whether two bodies are the same JSON.
func sameJSON(a, b string) bool {
	return a == b || len(Differences("", sample.Parse(a), sample.Parse(b))) == 0
}
