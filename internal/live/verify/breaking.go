package verify

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/text/pattern"
)

// breakingValues returns values. At least one breaks a check of a field, and perhaps its other
// checks. x keeps all checks, unless the user supplied it.
func breakingValues(f *catalog.Field, ask plan.Requirement, x any) []any {
	switch ask {
	case plan.Required:
		return []any{omitted{}, nil}
	case plan.MinItems:
		return []any{resized(f, x, max(*f.MinItems-1, 0))}
	case plan.MaxItems:
		if *f.MaxItems < edge.LongestArray {
			return []any{resized(f, x, *f.MaxItems+1)}
		}
		return nil
	case plan.Join:
		return []any{f.Join + "x", "x" + f.Join + f.Join + "x"}
	case plan.Minimum:
		return edge.IntegersNear(f.Minimum)
	case plan.Maximum:
		return edge.IntegersNear(f.Maximum)
	}
	return breakingTexts(f, ask, x)
}

// resized returns a list, a map or a joined list with n items.
func resized(f *catalog.Field, x any, n int) any {
	switch x := x.(type) {
	case string:
		items := strings.Split(x, f.Join)
		return strings.Join(repeated(items, n), f.Join)
	case []any:
		if len(x) == 0 {
			// The user supplied an empty list.
			return atBound(catalog.Field{Name: f.Name, Type: f.Type, MaxItems: &n}, plan.MaxItems)
		}
		return repeated(x, n)
	case map[string]any:
		sized := map[string]any{}
		keys := slices.Sorted(maps.Keys(x))
		for i := 0; i < n && len(keys) > 0; i++ {
			key := keys[i%len(keys)]
			sized[key+strings.Repeat(" again", i/len(keys))] = x[key]
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
// only one violation of a text, so it cannot decide that.
func breakingTexts(f *catalog.Field, ask plan.Requirement, x any) (all []any) {
	var keep []pattern.Constraint
	var broken *pattern.Constraint
	for _, l := range edge.Limits(f) {
		if plan.Requirement(strings.ReplaceAll(l.Key, "_", "-")) == ask {
			broken = &l.Constraint
		} else {
			keep = append(keep, l.Constraint)
		}
	}
	if broken == nil {
		return []any{unknownText(x)} // an enum of the catalog
	}
	better := []pattern.Constraint{
		pattern.NonBlank(),
		pattern.Length(1, pattern.Unbounded),
		pattern.Length(0, pattern.Unbounded),
	}
	if ask == plan.MinLength {
		better[0] = pattern.Length(*f.MinLength-1, pattern.Unbounded) // just below the bound
	}
	for _, c := range better {
		found, result := pattern.Find(append(slices.Clip(keep), c), *broken)
		if result == pattern.Found {
			all = append(all, found)
		}
	}
	return all
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
