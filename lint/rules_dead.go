package lint

import (
	"slices"
	"strings"

	"example.com/opgen/catalog"
	"example.com/opgen/report"
)

// deadRules are about rules that say nothing, or more than was meant.
var deadRules = []Rule{
	{
		ID: "rule-never-fires", Level: report.Warning,
		Purpose:   "A rule is implied by another rule of the operation.",
		Rationale: "It is read, and kept, and refuses nothing.",
		Bad:       "rules: [{at_least_one_of: [a, b]}, {at_least_one_of: [a, b, c]}]",
		Good:      "rules: [{at_least_one_of: [a, b]}]",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				for i, rule := range op.Rules {
					for j, other := range op.Rules {
						if i != j && implies(other, rule) && !(implies(rule, other) && i < j) {
							l.find(rule.Pos, path, "%s of %s says nothing that %s of %s does not say", rule.Kind, names(rule), other.Kind, names(other))
							break
						}
					}
				}
			})
		},
	},
	{
		ID: "rule-forbids-fields", Level: report.Error,
		Purpose:   "Two rules together keep fields from ever being sent.",
		Rationale: "All or none of them are needed and at most one is taken, so none can be.",
		Bad:       "rules: [{all_or_none_of: [a, b]}, {at_most_one_of: [a, b]}]",
		Good:      "rules: [{at_most_one_of: [a, b]}]",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				for _, all := range op.Rules {
					for _, most := range op.Rules {
						if all.Kind == catalog.AllOrNoneOf && most.Kind == catalog.AtMostOneOf && common(all, most) >= 2 {
							l.find(all.Pos, path, "all_or_none_of %s and at_most_one_of %s together allow none of them", names(all), names(most))
						}
					}
				}
			})
		},
	},
	{
		ID: "constraint-never-fires", Level: report.Warning,
		Purpose:   "A constraint allows everything, or what another constraint of the field refuses anyway.",
		Rationale: "It is read, and kept, and refuses nothing.",
		Bad:       "name: {type: string, min_length: 0}",
		Good:      "name: {type: string, min_length: 2}",
		look: func(l *linter) {
			l.fields(func(path string, f *catalog.Field) {
				for _, what := range idle(f) {
					l.find(f.Pos, path, "%s refuses nothing", what)
				}
			})
		},
	},
	{
		ID: "required-but-blank", Level: report.Info,
		Purpose:   "A string is required and may be blank.",
		Rationale: "An empty string is present: the caller has to write the field, and may write nothing.",
		Bad:       "name: {type: string, required: true}",
		Good:      "name: {type: string, required: true, non_blank: true}",
		look: func(l *linter) {
			l.operations(func(path string, op *catalog.Operation) {
				for _, f := range op.Request.Fields {
					bound := f.NonBlank || f.MinLength != nil || f.Pattern != "" || f.Enum != nil
					if f.Required && f.Type.Kind == catalog.String && !bound {
						l.find(f.Pos, path+"."+f.Name, "%q has to be given, and may be blank; add non_blank: true where that is not meant", f.Name)
					}
				}
			})
		},
	},
}

// implies reports whether whatever keeps rule a keeps rule b.
func implies(a, b *catalog.Rule) bool {
	needsOne := a.Kind == catalog.AtLeastOneOf || a.Kind == catalog.FirstOf
	switch {
	case b.Kind == catalog.AtLeastOneOf && needsOne:
		return common(a, b) == len(a.Fields)
	case b.Kind == catalog.AtMostOneOf && a.Kind == catalog.AtMostOneOf:
		return common(a, b) == len(b.Fields)
	case b.Kind == catalog.AllOrNoneOf && a.Kind == catalog.AllOrNoneOf:
		return common(a, b) == len(b.Fields)
	default:
		return false
	}
}

// common counts the fields that two rules share.
func common(a, b *catalog.Rule) int {
	n := 0
	for _, f := range a.Fields {
		if slices.Contains(b.Fields, f) {
			n++
		}
	}
	return n
}

func names(r *catalog.Rule) string {
	var list []string
	for _, f := range r.Fields {
		list = append(list, f.Name)
	}
	return strings.Join(list, ", ")
}

// idle lists the constraints of a field that refuse nothing.
func idle(f *catalog.Field) []string {
	var list []string
	say := func(when bool, what string) {
		if when {
			list = append(list, what)
		}
	}
	say(f.MinLength != nil && *f.MinLength == 0, "min_length: 0")
	say(f.MinItems != nil && *f.MinItems == 0, "min_items: 0")
	say(f.MinLength != nil && *f.MinLength == 1 && f.NonBlank, "min_length: 1 beside non_blank")
	say(slices.Contains([]string{".*", "^.*$", "^.*", ".*$", "(?s).*"}, f.Pattern), "pattern: "+f.Pattern)
	say(f.SendIf == catalog.FirstItemNonEmpty && f.Required, "send_if beside required")
	return list
}
