package verify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/text/pattern"
)

// This file makes values that break exactly one check of a field, such as a text of 11 letters
// for max_length: 10, and values at the bounds themselves.

// breakingValues returns values so that at least one breaks a check of a field, if there is one.
// They may break other checks too, so the caller decides which of them it can use. valid keeps
// all checks, unless the user supplied it.
func breakingValues(f *catalog.Field, ask plan.Requirement, valid any) []any {
	switch ask {
	case plan.Required:
		return []any{omitted{}, nil}
	case plan.MinItems:
		return []any{resized(f, valid, max(*f.MinItems-1, 0))}
	case plan.MaxItems:
		if *f.MaxItems < edge.LongestArray {
			return []any{resized(f, valid, *f.MaxItems+1)}
		}
		return nil
	case plan.Join:
		return []any{f.Join + "x", "x" + f.Join + f.Join + "x"}
	case plan.Minimum:
		return integersNear(f.Minimum)
	case plan.Maximum:
		return integersNear(f.Maximum)
	}
	return breakingTexts(f, ask, valid)
}

// integersNear is [edge.IntegersNear] as values.
func integersNear(bound json.Number) (values []any) {
	for _, n := range edge.IntegersNear(bound) {
		values = append(values, n)
	}
	return values
}

// resized returns a list, a map or a joined list with n items, which repeat those of the value:
// "a,b" with n = 3 becomes "a,b,a". It returns nil for other values.
func resized(f *catalog.Field, value any, n int) any {
	switch value := value.(type) {
	case string:
		items := strings.Split(value, f.Join)
		return strings.Join(repeated(items, n), f.Join)
	case []any:
		if len(value) == 0 {
			// The user supplied an empty list.
			return atBound(catalog.Field{Name: f.Name, Type: f.Type, MaxItems: &n}, plan.MaxItems)
		}
		return repeated(value, n)
	case map[string]any:
		sized := map[string]any{}
		keys := slices.Sorted(maps.Keys(value))
		for i := 0; i < n && len(keys) > 0; i++ {
			key := keys[i%len(keys)]
			sized[key+strings.Repeat(" again", i/len(keys))] = value[key]
		}
		return sized
	}
	return nil
}

// repeated returns n items, repeating the list.
func repeated[T any](items []T, n int) []T {
	return slices.Repeat(items, n/len(items)+1)[:n]
}

// breakingTexts returns texts that break a check of a field and keep the others. Validation reports
// only one violation of a text, so it cannot decide that. Texts that are not blank come first,
// because a service may refuse a blank text for being blank.
func breakingTexts(f *catalog.Field, ask plan.Requirement, valid any) (texts []any) {
	var otherLimits []pattern.Constraint
	var broken *pattern.Constraint
	for _, limit := range edge.Limits(f) {
		if plan.Requirement(strings.ReplaceAll(limit.Key, "_", "-")) == ask {
			broken = &limit.Constraint
		} else {
			otherLimits = append(otherLimits, limit.Constraint)
		}
	}
	if broken == nil {
		return []any{unknownText(valid)} // an enum of the catalog
	}
	preferred := []pattern.Constraint{
		pattern.NonBlank(),
		pattern.Length(1, pattern.Unbounded),
		pattern.Length(0, pattern.Unbounded),
	}
	if ask == plan.MinLength {
		preferred[0] = pattern.Length(*f.MinLength-1, pattern.Unbounded) // just below the bound
	}
	for _, c := range preferred {
		candidate, result := pattern.Find(append(slices.Clip(otherLimits), c), *broken)
		if result == pattern.Found {
			texts = append(texts, candidate)
		}
	}
	return texts
}

// unknownText returns a text that is most likely none of a few known ones.
func unknownText(x any) string {
	s, _ := x.(string)
	return "no such value: " + s
}

// atBound returns a value at a bound of a field, as it is sent, that keeps the other checks of the
// field, nil if there is none.
func atBound(f catalog.Field, ask plan.Requirement) any {
	f.Required = true
	f.Default = nil
	switch ask {
	case plan.MinLength:
		f.MaxLength = f.MinLength
	case plan.MaxLength:
		f.MinLength = f.MaxLength
	case plan.MinItems:
		f.MaxItems = f.MinItems
	case plan.MaxItems:
		f.MinItems = f.MaxItems
	case plan.Minimum:
		f.Maximum = ""
	case plan.Maximum:
		f.Minimum = ""
	default:
		return nil
	}
	alone := &catalog.Shape{Fields: []*catalog.Field{&f}}
	return sampleValues(catalog.Operation{Request: alone})[f.Name]
}
