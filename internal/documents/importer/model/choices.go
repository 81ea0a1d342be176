package model

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file reads alternatives that are not a union: strings of several schemas become one enum, the
// objects that a request may be become one open object, and all others have no common type.

// readAlternatives reads a schema with alternatives that no member distinguishes.
func (m *Modeler) readAlternatives(f *flat.Schema, c Context) *Value {
	for _, further := range f.Choices[1:] {
		m.Lose(further, c.Subject, "the other alternatives are used", flat.Describe)
	}
	list := f.Choices[0]
	inner := c
	inner.Subject += " " + list.Last()
	kind := "" // of all alternatives
	var alternatives []*flat.Schema
	for _, item := range list.Items() {
		if m.OnlyNull(item) {
			f.Null = f.Null.And(list)
			m.Settle(item)
			continue
		}
		o := m.Flatten(inner.Subject, item)
		kindOfItem := m.kindOf(o, inner)
		alternatives = append(alternatives, o)
		switch {
		case len(alternatives) == 1:
			kind = kindOfItem
		case kind != kindOfItem:
			kind = "any"
		}
		if o.Nullable() {
			f.Null = f.Null.And(o.Null...)
		}
	}
	mayBeString := len(f.Types) == 0 || f.Has("string")
	if kind == "string" && mayBeString {
		return m.mergeStrings(f, alternatives, list, c)
	}
	v := NewValue(f)
	v.Type.Word = cmp.Or(kind, "any")
	m.Lose(list, c.Subject, "no tag distinguishes the alternatives", "the type is "+v.Type.Word+
		", and the values are not checked; add or correct a discriminator, if they are objects with a tag")
	m.Settle(f.Words.Of("discriminator")...) // the loss of alternatives mentions it
	m.Because(notChecked, f.Merged)
	return v
}

// kindOf returns the only type of an alternative, or any.
func (m *Modeler) kindOf(f *flat.Schema, c Context) string {
	if f.Choices != nil {
		return "any"
	}
	m.Infer(f, c.Subject)
	if len(f.Types) != 1 || f.Has("array") || f.Has("null") {
		return "any"
	}
	return f.Types[0]
}

// mergeStrings merges alternatives that are strings into one enum, which is open if one of them is
// any string.
func (m *Modeler) mergeStrings(f *flat.Schema, alternatives []*flat.Schema, list origin.Place, c Context) *Value {
	open := false
	descriptions := map[string]origin.Places{} // of the values
	f.Types, f.Enum, f.EnumAt = []string{"string"}, nil, nil
	for _, o := range alternatives {
		m.Because("alternatives that are strings have only listed values", o.Merged)
		open = open || !o.EnumAt.OK()
		f.EnumAt = f.EnumAt.And(o.EnumAt...)
		f.Typed = f.Typed.And(o.Typed...)
		for _, n := range o.Enum {
			isListed := func(other *yamldoc.Node) bool { return other.Text == n.Text }
			if n.Kind != yamldoc.String || slices.ContainsFunc(f.Enum, isListed) {
				continue
			}
			f.Enum = append(f.Enum, n)
			w := o.Words.Of("description")
			if len(o.Enum) == 1 && w.First().TextOf() != "" {
				descriptions[n.Text] = w
			}
		}
	}
	if len(f.Enum) == 0 {
		f.EnumAt = nil
	}
	needsType := open || len(descriptions) > 0 || c.owner != "" // a field lists values only
	if needsType && f.EnumAt.OK() {
		return m.defineEnum(f, c, open, descriptions)
	}
	v := NewValue(f)
	v.Type.Word = "string"
	m.readString(v, f, c)
	return v
}

// MergeAlternatives merges the alternatives of a request into one open object with all fields, except
// for fields whose schemas differ. Fields that all alternatives require are required. It
// reports false if there are no alternatives, or one of them is not an object.
func (m *Modeler) MergeAlternatives(n *draft.Node, f *flat.Schema, t *Union, p origin.Place, c Context) bool {
	if c.Side == InResponse {
		return false
	}
	isTagged := t != nil
	if !isTagged && len(f.Choices) == 1 {
		t = m.alternativesOf(f, f.Choices[0].Items(), c)
	}
	if t == nil || !isTagged && len(t.alternatives) < 2 {
		return false
	}
	var objects []*flat.Schema
	for _, a := range t.alternatives {
		objects = append(objects, a.flat)
	}
	for _, list := range f.Choices {
		m.Settle(list)
	}
	m.Remark(p, "oneOf", c.Subject, "a body is one object, not one of several",
		"the request is open and has the fields of all; the service checks their combination")
	if isTagged {
		n.GetOrAdd("fields").Add(t.field(p))
	}
	m.ReadFields(n, flat.MergeObjects(objects, p), c)
	for _, f := range n.List("fields") {
		lacksField := func(object *flat.Schema) bool { return object.Schemas[f.Key] == nil }
		if d := f.Get("default"); d != nil && slices.ContainsFunc(objects, lacksField) {
			m.Lose(d.From.First(), c.Subject+"."+f.Key,
				"a default would be sent for every alternative, and not all have the field", flat.Describe)
			f.Drop("default")
		}
	}
	n.SetOpen(true)
	return true
}

// field returns the tag of a union as a field.
func (t *Union) field(p origin.Place) *draft.Node {
	f := newField(t.by, &draft.Type{Word: "string"}, p)
	f.Set("required", draft.Word("true"), p)
	var tags []string
	for _, a := range t.alternatives {
		tags = append(tags, a.tags...)
	}
	if !t.open {
		f.Set("enum", draft.Texts(tags), p)
	}
	return f
}
