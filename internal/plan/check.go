package plan

import "example.com/opgen/internal/catalog"

// What both sides refuse. A client checks the values that it is about to send, a server those that
// it has decoded, so types are no checks: a value of another type has already been reported. The
// order of checks is that of violations in an error.

// Check refuses values of a field. The field has the operand: [MinLength] compares with
// Field.MinLength.
type Check struct {
	Requirement Requirement
	Field       *catalog.Field
	Items       bool      // checks the innermost items of an array or map, not the array or map
	When        Condition // about this field; nil always holds
}

// Requirement is what a check requires of a value. If a catalog states it, it is the id of the
// violation.
type Requirement string

// The requirements. Number and Nested follow from the type of a field: its text must be a
// number in JSON, and a record or union must pass its own checks.
const (
	Required  Requirement = "required"
	MinItems  Requirement = "min-items"
	MaxItems  Requirement = "max-items"
	Join      Requirement = "join" // items must be non-empty and must not contain the separator
	Enum      Requirement = "enum" // of the field or of its type
	Number    Requirement = "number"
	Minimum   Requirement = "minimum"
	Maximum   Requirement = "maximum"
	Nested    Requirement = "nested"
	NonBlank  Requirement = "non-blank"
	MinLength Requirement = "min-length"
	MaxLength Requirement = "max-length"
	Pattern   Requirement = "pattern"
	Format    Requirement = "format"
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
	var checks []Check
	when := valueToCheck(f)
	add := func(isRequired bool, r Requirement) {
		if isRequired {
			checks = append(checks, Check{Requirement: r, Field: f, When: when})
		}
	}
	if f.Required {
		checks = append(checks, Check{Requirement: Required, Field: f})
	}
	if f.MinItems != nil {
		c := Check{Requirement: MinItems, Field: f, When: when}
		if !f.Required && when == nil { // an absent array has no items, but may be absent
			c.When = NotNil{f}
		}
		checks = append(checks, c)
	}
	add(f.MaxItems != nil, MaxItems)
	add(f.Join != "", Join)
	if f.Type.Holder() {
		for _, r := range typeRequirements(f.Type.Item()) {
			checks = append(checks, Check{Requirement: r, Field: f, Items: true, When: when})
		}
		return checks
	}
	for _, r := range typeRequirements(f.Type) {
		add(true, r)
	}
	add(f.Minimum != "", Minimum)
	add(f.Maximum != "", Maximum)
	add(f.NonBlank, NonBlank)
	add(len(f.Enum) > 0, Enum)
	add(f.MinLength != nil, MinLength)
	add(f.MaxLength != nil, MaxLength)
	add(f.Pattern != "", Pattern)
	add(f.Format.Checked() != "", Format)
	return checks
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
	return FieldStep(f).When
}

// typeRequirements returns what a type requires of a field or its items.
func typeRequirements(t *catalog.Type) []Requirement {
	switch t.Kind {
	case catalog.Record, catalog.Union:
		return []Requirement{Nested}
	case catalog.Enumeration:
		if t.Enum.Open {
			return nil
		}
		return []Requirement{Enum}
	case catalog.Number:
		return []Requirement{Number}
	default:
		return nil
	}
}

// Breach is what breaks a rule over several fields. The runtime has a check for each.
type Breach int

// The breaches. A field that is present carries a value, as [Given] says.
const (
	NoneGiven Breach = iota // none of the fields is present, and one is required
	TwoGiven                // two of the fields are present, and one is allowed
	SomeGiven               // some of the fields are present, and all or none are allowed
)

// BreachOf returns what breaks a rule.
func BreachOf(rule *catalog.Rule) Breach {
	switch rule.Kind {
	case catalog.FirstOf, catalog.AtLeastOneOf:
		return NoneGiven
	case catalog.AtMostOneOf:
		return TwoGiven
	case catalog.AllOrNoneOf:
		return SomeGiven
	}
	panic("no check of rule " + rule.Kind)
}

// Violation is the id of a rule in violations, with the condition that breaks it.
type Violation struct{ ID, Means string }

// The rules of violations: about fields, about the names in a body, and about its text.
var (
	FieldViolations = []Violation{
		{"required", "The field is absent or null."},
		{"type", "The value has another type."},
		{"non-blank", "The string is empty or only space."},
		{"enum", "The value is not one of those allowed."},
		{"variant", "The tag of the union is absent, or none of its variants has it."},
		{"min-items", "The array has too few items."},
		{"max-items", "The array has too many items."},
		{"min-length", "The string is too short."},
		{"max-length", "The string is too long."},
		{"minimum", "The number is too small."},
		{"maximum", "The number is too large."},
		{"pattern", "The string does not match the pattern."},
		{"format", "The string is not of the format: no such date, for example."},
		{"join", "An item of a joined array is empty."},
		{"first-of", "None of the fields has a value."},
		{"at-least-one-of", "None of the fields has a value."},
		{"at-most-one-of", "More than one of the fields has a value."},
		{"all-or-none-of", "Some of the fields have a value, and others have none."},
	}
	NameViolations = []Violation{
		{"unknown-field", "The operation has no such field."},
		{"duplicate-field", "The field is given twice."},
	}
	TextViolations = []Violation{
		{"json", "The body is not JSON."},
		{"utf-8", "The body is not UTF-8."},
		{"depth", "The body is nested too deep."},
		{"items-limit", "The body has too many items."},
		{"violations-limit", "There are more violations than are listed."},
	}
)

// ViolationIDs returns the ids of rules.
func ViolationIDs(rules ...[]Violation) (ids []string) {
	for _, list := range rules {
		for _, v := range list {
			ids = append(ids, v.ID)
		}
	}
	return ids
}
