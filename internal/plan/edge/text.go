package edge

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/text/pattern"
)

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
		low, high := 0, pattern.Unbounded
		if f.MinItems != nil {
			low = *f.MinItems
		}
		if f.MaxItems != nil {
			high = *f.MaxItems
		}
		add("type", pattern.Joined(f.Join, low, high))
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
	_, given := plan.FieldStep(f).When.(plan.Given)
	return given
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
		others := slices.DeleteFunc(slices.Clone(left), func(o Limit) bool { return o.Key == l.Key })
		var all []pattern.Constraint
		for _, o := range slices.Concat(keep, others) {
			all = append(all, o.Constraint)
		}
		text, result := pattern.Find(all, l.Constraint)
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
	var limits [][]Limit
	var all []any
	for _, f := range declared {
		if !isText(f) {
			continue
		}
		limits = append(limits, Limits(f))
		for _, value := range listed(f) {
			all = append(all, value)
		}
		if f.Join != "" {
			all = append(all, "x"+f.Join+"y", f.Join+"x", "x"+f.Join+f.Join+"x")
		}
	}
	breaking := func(keep, broken []Limit) {
		found := BreakingTexts(keep, broken)
		for _, l := range broken {
			if found[l.Key].Result == pattern.Found {
				all = append(all, found[l.Key].Text)
			}
		}
	}
	for i := range limits {
		breaking(nil, limits[i])
		breaking(limits[len(limits)-1-i], limits[i])
	}
	return all
}

// listed returns the values of the enum of a field.
func listed(f *catalog.Field) []string {
	if e := f.Type.Item().Enum; e != nil {
		return e.Texts()
	}
	return f.Enum
}
