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

// The types that a constraint may be for, in words.
const (
	ofString  = "a string"
	ofHolder  = "an array or a map"
	ofNumeric = "an integer or a number"
)

// Constraints lists all constraints, first those on strings that others often imply.
var Constraints = []Constraint{
	{
		Key: "non_blank", Applies: isString, to: ofString, Order: 1,
		Value: func(f *Field) string { return textIf(f.NonBlank, "true") },
		Texts: func(*Field) pattern.Constraint { return pattern.NonBlank() },
	},
	{
		Key: "min_length", Applies: isString, to: ofString, Order: 1,
		Value: func(f *Field) string { return count(f.MinLength) },
		Texts: func(f *Field) pattern.Constraint { return pattern.Length(*f.MinLength, pattern.Unbounded) },
	},
	{
		Key: "max_length", Applies: isString, to: ofString, Order: -1,
		Value: func(f *Field) string { return count(f.MaxLength) },
		Texts: func(f *Field) pattern.Constraint { return pattern.Length(0, *f.MaxLength) },
	},
	{
		Key: "pattern", Applies: isString, to: ofString,
		Value: func(f *Field) string { return f.Pattern },
		Texts: func(f *Field) pattern.Constraint { return pattern.Pattern(f.Pattern) },
	},
	{
		Key: "format", Applies: isString, to: ofString,
		Value: func(f *Field) string { return string(f.Format.Checked()) },
		Texts: func(f *Field) pattern.Constraint { return pattern.Pattern(f.Format.Description().Pattern()) },
	},
	{
		Key: "enum", Applies: isString, to: ofString,
		Value: func(f *Field) string { return textIf(f.Enum != nil, wording.Literals(f.Enum)) },
		Texts: func(f *Field) pattern.Constraint { return pattern.OneOf(f.Enum...) },
	},
	{
		Key: "min_items", Applies: (*Type).Holder, to: ofHolder, Order: 1,
		Value: func(f *Field) string { return count(f.MinItems) },
	},
	{
		Key: "max_items", Applies: (*Type).Holder, to: ofHolder, Order: -1,
		Value: func(f *Field) string { return count(f.MaxItems) },
	},
	{
		Key: "minimum", Applies: isNumeric, to: ofNumeric, Order: 1,
		Value: func(f *Field) string { return string(f.Minimum) },
	},
	{
		Key: "maximum", Applies: isNumeric, to: ofNumeric, Order: -1,
		Value: func(f *Field) string { return string(f.Maximum) },
	},
}
