package edge

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/pattern"
)

// This file makes texts. Two declarations of a string with patterns, lengths and formats cannot be
// compared as texts; a text that one of them accepts and the other refuses shows the difference, and
// automata find it if there is one.

// Limit is a constraint on a text, under its key in the catalog.
type Limit struct {
	Key string
	pattern.Constraint
}

// Limits returns the constraints on a text: a string, an enum or a joined array. The ones that
// others most likely imply come first. The key of an enum, and of what a joined array must
// look like, is "type".
func Limits(f *catalog.Field) []Limit {
	var all []Limit
	add := func(key string, c pattern.Constraint) {
		if EmptyIsAbsent(f) {
			c = c.OrEmpty()
		}
		all = append(all, Limit{key, c})
	}
	if e := f.Type.Item().Enum; e != nil && !e.Open {
		add("type", pattern.OneOf(e.Texts()...))
	}
	if f.Join != "" {
		fewest, most := 0, pattern.Unbounded
		if f.MinItems != nil {
			fewest = *f.MinItems
		}
		if f.MaxItems != nil {
			most = *f.MaxItems
		}
		add("type", pattern.Joined(f.Join, fewest, most))
	}
	for _, k := range catalog.Constraints {
		if k.Texts != nil && BoundText(k, f) != "" {
			add(k.Key, k.Texts(f))
		}
	}
	return all
}

// BoundText returns the constraint of a field as text, "" if there is none. A size of at least
// 0 is none.
func BoundText(k catalog.Constraint, f *catalog.Field) string {
	value := k.Value(f)
	if value == "0" && (k.Key == "min_length" || k.Key == "min_items") {
		return ""
	}
	return value
}

// EmptyIsAbsent reports whether an empty string in a field counts as absent.
func EmptyIsAbsent(f *catalog.Field) bool {
	_, omitsEmpty := plan.FieldStep(f).When.(plan.Given)
	return omitsEmpty
}

// Breaking is the result of the search for a text that breaks one constraint.
type Breaking struct {
	Text   string
	Result pattern.Result
}

// BreakingTexts looks, for each constraint in broken, for a text that keeps the constraints in
// keep and breaks only this one. A constraint that the others imply is ignored for the next
// ones, so that one of two that imply each other has a text.
func BreakingTexts(keep, broken []Limit) map[string]Breaking {
	results := map[string]Breaking{}
	left := slices.Clone(broken)
	for _, l := range broken {
		isSame := func(other Limit) bool { return other.Key == l.Key }
		others := slices.DeleteFunc(slices.Clone(left), isSame)
		var kept []pattern.Constraint
		for _, other := range slices.Concat(keep, others) {
			kept = append(kept, other.Constraint)
		}
		text, result := pattern.Find(kept, l.Constraint)
		results[l.Key] = Breaking{text, result}
		if result == pattern.None {
			left = others
		}
	}
	return results
}

// isText reports whether a field is sent as a string.
func isText(f *catalog.Field) bool {
	return f.Join != "" || f.Type.Kind == catalog.String || f.Type.Kind == catalog.Enumeration
}

// texts returns texts that break the constraints of one declaration and keep those of the
// other, all listed values, and a text that no list has.
func texts(declared []*catalog.Field) []any {
	var limits [][]Limit // of each declaration that is a text
	var values []any
	for _, f := range declared {
		if !isText(f) {
			continue
		}
		limits = append(limits, Limits(f))
		for _, value := range listed(f) {
			values = append(values, value)
		}
		if f.Join != "" {
			values = append(values, "x"+f.Join+"y", f.Join+"x", "x"+f.Join+f.Join+"x")
		}
	}
	for i, own := range limits {
		other := limits[len(limits)-1-i] // the same one if there is one declaration
		values = append(values, breaking(nil, own)...)
		values = append(values, breaking(other, own)...)
	}
	return values
}

// breaking returns the texts of [BreakingTexts], as far as there are some.
func breaking(keep, broken []Limit) []any {
	var values []any
	results := BreakingTexts(keep, broken)
	for _, l := range broken {
		if r := results[l.Key]; r.Result == pattern.Found {
			values = append(values, r.Text)
		}
	}
	return values
}

// listed returns the values of the enum of a field.
func listed(f *catalog.Field) []string {
	if e := f.Type.Item().Enum; e != nil {
		return e.Texts()
	}
	return f.Enum
}
