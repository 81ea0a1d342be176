package catalog

import (
	"example.com/opgen/internal/text/pattern"
	"example.com/opgen/internal/text/wording"
)

// Constraints are data, because many packages go through all of them: they compare values with them,
// compare them with those of another catalog, and search texts that satisfy several at once.

// Constraint describes a key of a field that refuses values.
type Constraint struct {
	Key     string
	Applies func(*Type) bool // reports whether a field of a type may have the constraint
	to      string           // these types in words
	// Value returns the constraint of a field as text, "" if the field has none.
	Value func(*Field) string
	// Order is 1 if a greater value refuses more, -1 if a smaller one does, and 0 if
	// values have no order.
	Order int
	// Texts returns the texts that the constraint of a string accepts; nil for other types.
	Texts func(*Field) pattern.Constraint
}

// Constraints lists all constraints, first those on strings that others often imply.
var Constraints = []Constraint{
	{"non_blank", isString, "a string", func(f *Field) string { return textIf(f.NonBlank, "true") }, 1,
		func(*Field) pattern.Constraint { return pattern.NonBlank() }},
	{"min_length", isString, "a string", func(f *Field) string { return count(f.MinLength) }, 1,
		func(f *Field) pattern.Constraint {
			return pattern.Length(*f.MinLength,
				pattern.Unbounded)
		}},
	{"max_length", isString, "a string", func(f *Field) string { return count(f.MaxLength) }, -1,
		func(f *Field) pattern.Constraint { return pattern.Length(0, *f.MaxLength) }},
	{"pattern", isString, "a string", func(f *Field) string { return f.Pattern }, 0,
		func(f *Field) pattern.Constraint { return pattern.Pattern(f.Pattern) }},
	{"format", isString, "a string", func(f *Field) string { return string(f.Format.Checked()) }, 0,
		func(f *Field) pattern.Constraint { return pattern.Pattern(f.Format.Description().Pattern()) }},
	{"enum", isString, "a string", func(f *Field) string { return textIf(f.Enum != nil, wording.Literals(f.Enum)) }, 0,
		func(f *Field) pattern.Constraint { return pattern.OneOf(f.Enum...) }},
	{"min_items", (*Type).Holder, "an array or a map", func(f *Field) string { return count(f.MinItems) }, 1, nil},
	{"max_items", (*Type).Holder, "an array or a map", func(f *Field) string { return count(f.MaxItems) }, -1, nil},
	{"minimum", isNumeric, "an integer or a number", func(f *Field) string { return string(f.Minimum) }, 1, nil},
	{"maximum", isNumeric, "an integer or a number", func(f *Field) string { return string(f.Maximum) }, -1, nil},
}
