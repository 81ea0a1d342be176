package plan

// Violation is the id of a rule in violations, with the condition that breaks it.
type Violation struct{ ID, Means string }

// The rules of violations: about fields, about the names in a body, and about its text.
var (
	OfFields = []Violation{
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
	OfNames = []Violation{
		{"unknown-field", "The operation has no such field."},
		{"duplicate-field", "The field is given twice."},
	}
	OfText = []Violation{
		{"json", "The body is not JSON. The status is 400, as for the next three."},
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
