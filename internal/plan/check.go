package plan

import (
	"fmt"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
)

// Check refuses values of a field. What it compares with stands in the field:
// [MinLength] with its MinLength.
type Check struct {
	Ask   Ask
	Field *catalog.Field
	Items bool      // asks each item that an array or a map holds in the end, not the array or map
	When  Condition // on which it asks, about the field alone; nil always holds
}

// Ask is what a check asks of a value. Those that a catalog states have the id of
// the violation.
type Ask string

// What checks ask. Number and Nested follow from the type of a field: that its text is a
// number of JSON, and that a record or union passes its own checks.
const (
	Required  Ask = "required"
	MinItems  Ask = "min-items"
	MaxItems  Ask = "max-items"
	Join      Ask = "join" // no item is empty or holds the separator
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

// Checks returns the checks of a field. Most are made only if it holds a value.
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

// valueToCheck returns the condition on which there is a value to check. An array, a
// map, an object and any value pass their checks also if there is none. Nothing is asked
// of null.
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

// byType returns what the type of a field or of its items asks by itself.
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
	Of       *catalog.Rule // what the catalog says
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

// RuleOf returns what a rule of the catalog asks of its fields.
func RuleOf(rule *catalog.Rule) Rule {
	r := Rule{ID: strings.ReplaceAll(string(rule.Kind), "_", "-"), Fields: rule.Fields, Demand: rule.Demand(), Of: rule}
	r.Breaches = r.breaches()
	return r
}

// NeedsOne reports whether the rule refuses a body in which no field is given.
func (r Rule) NeedsOne() bool { return !r.Allows(0) }

// Breach is a way to break a rule over several fields. The runtime has a check for each.
type Breach int

// The breaches.
const (
	NoneGiven Breach = iota // one of the fields is needed, none is present
	TwoGiven                // one of the fields is allowed, two are present
	SomeGiven               // and the others are missing
)

// breaches returns the ways to break the rule. It panics if the runtime has no checks
// that together refuse what the rule refuses, so that nobody checks a part of a rule, and
// if that is nothing.
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

// Violation returns the id of the violation that a breach of the rule is.
func (r Rule) Violation(b Breach) string {
	if b == NoneGiven && r.Priority {
		return "first-of"
	}
	return [...]string{NoneGiven: "at-least-one-of", TwoGiven: "at-most-one-of", SomeGiven: "all-or-none-of"}[b]
}

// Of reports whether n given fields of all are the breach.
func (b Breach) Of(n, all int) bool {
	return [...]bool{NoneGiven: n == 0, TwoGiven: n > 1, SomeGiven: n > 0 && n < all}[b]
}
