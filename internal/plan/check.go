package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// Check refuses values of a field. The field has the operand: [MinLength] compares with
// Field.MinLength.
type Check struct {
	Ask   Ask
	Field *catalog.Field
	Items bool      // checks the innermost items of an array or map, not the array or map
	When  Condition // about this field; nil always holds
}

// Ask is what a check requires of a value. If a catalog states it, it is the id of the
// violation.
type Ask string

// The requirements. Number and Nested follow from the type of a field: its text must be a
// number in JSON, and a record or union must pass its own checks.
const (
	Required  Ask = "required"
	MinItems  Ask = "min-items"
	MaxItems  Ask = "max-items"
	Join      Ask = "join" // items must be non-empty and must not contain the separator
	Enum      Ask = "enum" // of the field or of its type
	Number    Ask = "number"
	Minimum   Ask = "minimum"
	Maximum   Ask = "maximum"
	Nested    Ask = "nested"
	NonBlank  Ask = "non-blank"
	MinLength Ask = "min-length"
	MaxLength Ask = "max-length"
	Pattern   Ask = "pattern"
	Format    Ask = "format"
)

// checks returns the checks of the fields of a body or record.
func checks(s *catalog.Shape) []Check {
	var all []Check
	for _, f := range s.Fields {
		all = append(all, Checks(f)...)
	}
	return all
}

// Checks returns the checks of a field. Most of them apply only if the field has a value.
func Checks(f *catalog.Field) []Check {
	var all []Check
	when := valueToCheck(f)
	add := func(asked bool, ask Ask) {
		if asked {
			all = append(all, Check{Ask: ask, Field: f, When: when})
		}
	}
	if f.Required {
		all = append(all, Check{Ask: Required, Field: f})
	}
	if f.MinItems != nil {
		c := Check{Ask: MinItems, Field: f, When: when}
		if !f.Required && when == nil {
			c.When = NotNil{f}
		}
		all = append(all, c)
	}
	add(f.MaxItems != nil, MaxItems)
	add(f.Join != "", Join)
	if f.Type.Holder() {
		for _, ask := range byType(f.Type.Item()) {
			all = append(all, Check{Ask: ask, Field: f, Items: true, When: when})
		}
		return all
	}
	for _, ask := range byType(f.Type) {
		add(true, ask)
	}
	add(f.Minimum != "", Minimum)
	add(f.Maximum != "", Maximum)
	add(f.NonBlank, NonBlank)
	add(len(f.Enum) > 0, Enum)
	add(f.MinLength != nil, MinLength)
	add(f.MaxLength != nil, MaxLength)
	add(f.Pattern != "", Pattern)
	add(f.Format.Checked() != "", Format)
	return all
}

// valueToCheck returns the condition on which there is a value to check. It is nil for an
// array, a map, an object and a value of any type, which pass their checks if they are
// absent. Null is not checked.
func valueToCheck(f *catalog.Field) Condition {
	if f.Type.Nullable {
		return NotNull{f}
	}
	switch f.Type.Kind {
	case catalog.Array, catalog.Map, catalog.Object, catalog.Any, catalog.Unspecified:
		return nil
	}
	return Lower(f).When
}

// byType returns what a type requires of a field or its items.
func byType(t *catalog.Type) []Ask {
	switch t.Kind {
	case catalog.Record, catalog.Union:
		return []Ask{Nested}
	case catalog.Enumeration:
		if t.Enum.Open {
			return nil
		}
		return []Ask{Enum}
	case catalog.Number:
		return []Ask{Number}
	default:
		return nil
	}
}

// Rule is a rule over several fields of a body.
type Rule struct {
	ID     string // "first-of"
	Fields []*catalog.Field
	catalog.Demand
	Of       *catalog.Rule // in the catalog
	Breaches []Breach      // the ways to break the rule
}

// Rules returns the rules of an operation.
func Rules(op *catalog.Operation) []Rule {
	var rules []Rule
	for _, rule := range op.Rules {
		rules = append(rules, RuleOf(rule))
	}
	return rules
}

// RuleOf returns a rule of the catalog with its breaches.
func RuleOf(rule *catalog.Rule) Rule {
	r := Rule{ID: strings.ReplaceAll(string(rule.Kind), "_", "-"), Fields: rule.Fields, Demand: rule.Demand(), Of: rule}
	r.Breaches = r.breaches()
	return r
}

// NeedsOne reports whether the rule refuses a body with none of the fields.
func (r Rule) NeedsOne() bool { return !r.Allows(0) }

// Breach is a way to break a rule over several fields. The runtime has a check for each.
type Breach int

// The breaches.
const (
	NoneGiven Breach = iota // none of the fields is present, and one is required
	TwoGiven                // two of the fields are present, and one is allowed
	SomeGiven               // some of the fields are present, and all or none are allowed
)

// breaches returns the ways to break the rule. It panics if the checks of the runtime do
// not add up to the rule, so that no rule is checked in part, and if nothing breaks it.
func (r Rule) breaches() (all []Breach) {
	if r.NeedsOne() {
		all = append(all, NoneGiven)
	}
	if r.Max == 1 {
		all = append(all, TwoGiven)
	}
	if r.OrNone && r.Min == len(r.Fields) {
		all = append(all, SomeGiven)
	}
	if all == nil {
		panic(fmt.Sprintf("%s refuses nothing", r.Kind))
	}
	for n := range len(r.Fields) + 1 {
		broken := slices.ContainsFunc(all, func(b Breach) bool { return b.Of(n, len(r.Fields)) })
		if broken == r.Allows(n) {
			panic(fmt.Sprintf("no check for %s with %d of %d fields", r.Kind, n, len(r.Fields)))
		}
	}
	return all
}

// Violation returns the id of the violation for a breach of the rule.
func (r Rule) Violation(b Breach) string {
	if b == NoneGiven && r.Priority {
		return "first-of"
	}
	return [...]string{NoneGiven: "at-least-one-of", TwoGiven: "at-most-one-of", SomeGiven: "all-or-none-of"}[b]
}

// Of reports whether n of all fields present is the breach.
func (b Breach) Of(n, all int) bool {
	return [...]bool{NoneGiven: n == 0, TwoGiven: n > 1, SomeGiven: n > 0 && n < all}[b]
}
