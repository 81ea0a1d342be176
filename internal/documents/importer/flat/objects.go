package flat

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file has what others ask of merged schemas, and copies of them that alternatives are merged into.

// IsRecord reports whether a schema is an object with named members.
func (f *Schema) IsRecord() bool {
	if f.Choices != nil || f.Typed.OK() && !slices.Equal(f.Types, []string{"object"}) {
		return false
	}
	return len(f.Props) > 0 || f.Closed.OK() && f.Has("object")
}

// IsObject reports whether a schema is an object without alternatives.
func (f *Schema) IsObject() bool {
	return f.Choices == nil && slices.Equal(f.Types, []string{"object"})
}

// IsEnum reports whether a schema lists strings, and perhaps null.
func (f *Schema) IsEnum() bool {
	values := WithoutNull(f.Enum)
	return f.Choices == nil && slices.Equal(f.Types, []string{"string"}) && len(values) > 0 &&
		!slices.ContainsFunc(values, func(n *yamldoc.Node) bool { return n.Kind != yamldoc.String })
}

// ClosesOthers reports whether one of several merged schemas forbids the properties of the others.
func (f *Schema) ClosesOthers() bool {
	if !f.Closed.OK() || f.branches < 2 {
		return false
	}
	own := strings.TrimSuffix(f.Closed.First().Pointer(), "/additionalProperties") + "/properties/"
	return slices.ContainsFunc(f.Props, func(name string) bool {
		return !strings.HasPrefix(f.Schemas[name].First().Pointer(), own)
	})
}

// WithoutAlternatives returns a copy of a schema without alternatives and annotations, to which one of the
// alternatives can be added.
func (f *Schema) WithoutAlternatives() *Schema {
	g := New(f.From)
	g.Types, g.Typed, g.Closed, g.Extra = f.Types, f.Typed, f.Closed, f.Extra
	g.Props = slices.Clone(f.Props)
	g.Schemas = maps.Clone(f.Schemas)
	g.Required = maps.Clone(f.Required)
	g.Merged = maps.Clone(f.Merged)
	g.Words = f.Words.Without(func(name string) bool {
		return Annotation(name) || name == "discriminator"
	})
	return g
}

// RemoveProperty removes a property from a schema.
func (f *Schema) RemoveProperty(name string) {
	delete(f.Schemas, name)
	f.Props = slices.DeleteFunc(f.Props, func(prop string) bool { return prop == name })
	delete(f.Required, name)
}

// MergeObjects merges the properties of several objects, except for properties whose schemas
// differ.
func MergeObjects(all []*Schema, p origin.Place) *Schema {
	one := New(p)
	differ := map[string]bool{}
	one.Types = []string{"object"}
	one.Schemas, one.Required = map[string]origin.Places{}, map[string]origin.Places{}
	for _, f := range all {
		for _, name := range f.Props {
			first := one.Schemas[name]
			switch {
			case first == nil:
				one.Schemas[name] = f.Schemas[name]
				one.Props = append(one.Props, name)
			case SameText(first) != SameText(f.Schemas[name]):
				differ[name] = true
			}
		}
	}
	for name, at := range all[0].Required {
		if one.Schemas[name] != nil && !slices.ContainsFunc(all, func(f *Schema) bool { return !f.Required[name].OK() }) {
			one.Required[name] = at
		}
	}
	for name := range differ {
		one.RemoveProperty(name)
	}
	return one
}

// SameText returns a text that equal schemas have in common.
func SameText(schemas []origin.Place) (text string) {
	for _, schema := range schemas {
		text += schema.File.Name + " " + schema.Node.Flow() + "\n"
	}
	return text
}
