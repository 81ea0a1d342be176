package counter

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/diff"
)

// valuesFor are values at the limits of what a field allows before and after a
// change, and one of each kind.
func valuesFor(c *diff.Change) []any {
	var values []any
	for _, subject := range []diff.Subject{c.Base, c.Head} {
		if e := subject.Enum; e != nil {
			for _, v := range e.Values {
				values = append(values, v.Value, []any{v.Value})
			}
		}
		if subject.Value != nil {
			values = append(values, subject.Value.Value, []any{subject.Value.Value})
		}
		if subject.Field != nil {
			values = append(values, limits(subject.Field)...)
		}
	}
	return append(values, "x", json.Number("1"), json.Number("1.5"), true, []any{"x", "y"}, []any{"x"}, map[string]any{"key": "x"},
		[]any{map[string]any{}}, "x,y", "x;y", json.Number("0"), "", " ", []any{}, map[string]any{}, nil)
}

// Bounds of the texts and lists that are tried.
const (
	longestText = 10_000
	longestList = 1_000
)

// limits are the values at the bounds of a field, and beside them.
func limits(f *catalog.Field) []any {
	var values []any
	for _, v := range f.Enum {
		values = append(values, v)
	}
	for _, n := range []*int{f.MinLength, f.MaxLength} {
		if n != nil && *n <= longestText {
			values = append(values, strings.Repeat("x", *n+1), strings.Repeat("x", *n), strings.Repeat("x", max(*n-1, 0)))
		}
	}
	for _, n := range []*int{f.MinItems, f.MaxItems} {
		if n != nil && *n <= longestList && f.Type.Kind == catalog.Array {
			for _, size := range []int{*n + 1, *n, max(*n-1, 0)} {
				values = append(values, listOf(f, size))
			}
		}
	}
	for _, n := range []json.Number{f.Minimum, f.Maximum} {
		if i, err := n.Int64(); err == nil {
			for _, v := range []int64{i, i + 1, i - 1} {
				values = append(values, json.Number(strconv.FormatInt(v, 10)))
			}
		} else if x, err := n.Float64(); err == nil && math.Abs(x) < 1<<53 {
			for _, v := range []float64{math.Floor(x), math.Ceil(x)} {
				values = append(values, n, json.Number(strconv.FormatInt(int64(v), 10)))
			}
		}
	}
	if f.Join != "" {
		values = append(values, "x"+f.Join+"y")
	}
	return values
}

// listOf is a list of a field as it travels.
func listOf(f *catalog.Field, size int) any {
	var one any = "x"
	switch t := f.Type.Elem; {
	case f.Join != "":
		return strings.Join(slices.Repeat([]string{"x"}, size), f.Join)
	case t.Kind == catalog.Integer || t.Kind == catalog.Number:
		one = json.Number("1")
	case t.Kind == catalog.Boolean:
		one = true
	case t.Kind == catalog.Enumeration:
		one = t.Enum.Values[0].Value
	case t.Kind == catalog.Object || t.Kind == catalog.Record:
		one = map[string]any{}
	}
	return slices.Repeat([]any{one}, size)
}
