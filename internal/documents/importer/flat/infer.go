package flat

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// This file finds the type of schemas that do not state it. Tools accept them, and the other keywords
// nearly always leave one type.

// Infer sets a missing type by the keywords of a schema.
func (fl *Merger) Infer(f *Schema, subject string) {
	if f.Typed.OK() {
		return
	}
	isSet := func(keyword string) bool { return f.Words.Of(keyword).OK() }
	has := func(keywords ...string) bool { return slices.ContainsFunc(keywords, isSet) }
	hasTextFormat := f.text("format") != "" && !numericFormats[f.text("format")]
	kind := ""
	switch {
	case len(f.Props) > 0 || f.Extra.OK() || f.Closed.OK():
		kind = "object"
	case f.Items.OK() || has("minItems", "maxItems"):
		kind = "array"
	case has("pattern", "minLength", "maxLength") || hasTextFormat:
		kind = "string"
	case has("minimum", "maximum", "format"):
		kind = "number"
	case f.EnumAt.OK():
		f.Types = typesOfValues(f.Enum)
		return
	case len(f.Required) > 0:
		kind = "object"
	}
	if kind != "" {
		f.Types = []string{kind}
		fl.Remark(f.From, "type", subject, "the type is missing; the keywords are those of type "+kind,
			"add it with a correction, if that is right")
	}
}

// typesOfValues returns the only type of listed values, which is certain, or none.
func typesOfValues(listed []*yamldoc.Node) []string {
	kinds := map[yamldoc.Kind]string{
		yamldoc.String: "string",
		yamldoc.Bool:   "boolean",
		yamldoc.Number: "number",
		yamldoc.Map:    "object",
		yamldoc.List:   "array",
	}
	values := WithoutNull(listed)
	if len(values) == 0 && len(listed) > 0 {
		return []string{"null"}
	}
	var types []string
	for _, n := range values {
		types = append(types, kinds[n.Kind])
	}
	types = slices.Compact(types)
	if len(types) != 1 || types[0] == "" {
		return nil
	}
	return types
}
