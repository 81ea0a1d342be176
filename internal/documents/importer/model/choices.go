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
	list, inner := f.Choices[0], c
	inner.Subject += " " + list.Last()
	kind := "" // of all alternatives
	var of []*flat.Schema
	for _, item := range list.Items() {
		if m.OnlyNull(item) {
			f.Null = f.Null.And(list)
			m.Settle(item)
			continue
		}
		o := m.Flatten(inner.Subject, item)
		found := m.kindOf(o, inner)
		of = append(of, o)
		if len(of) > 1 && found != kind {
			found = "any"
		}
		kind = found
		if o.Nullable() {
			f.Null = f.Null.And(o.Null...)
		}
	}
	if kind == "string" && (len(f.Types) == 0 || f.Has("string")) {
		return m.mergeStrings(f, of, list, c)
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
func (m *Modeler) mergeStrings(f *flat.Schema, of []*flat.Schema, list origin.Place, c Context) *Value {
	open, descriptions := false, map[string]origin.Places{}
	f.Types, f.Enum, f.EnumAt = []string{"string"}, nil, nil
	for _, o := range of {
		m.Because("alternatives that are strings have only listed values", o.Merged)
		open = open || !o.EnumAt.OK()
		f.EnumAt = f.EnumAt.And(o.EnumAt...)
		f.Typed = f.Typed.And(o.Typed...)
		for _, n := range o.Enum {
			if n.Kind != yamldoc.String || slices.ContainsFunc(f.Enum, func(m *yamldoc.Node) bool { return m.Text == n.Text }) {
				continue
			}
			f.Enum = append(f.Enum, n)
			if w := o.Words.Of("description"); w.First().TextOf() != "" && len(o.Enum) == 1 {
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
	tagged := t != nil
	if !tagged && len(f.Choices) == 1 {
		t = m.alternativesOf(f, f.Choices[0].Items(), c)
	}
	if t == nil || !tagged && len(t.alternatives) < 2 {
		return false
	}
	var all []*flat.Schema
	for _, a := range t.alternatives {
		all = append(all, a.flat)
	}
	for _, list := range f.Choices {
		m.Settle(list)
	}
	m.Remark(p, "oneOf", c.Subject, "a body is one object, not one of several",
		"the request is open and has the fields of all; the service checks their combination")
	if tagged {
		n.GetOrAdd("fields").Add(t.field(p))
	}
	m.ReadFields(n, flat.MergeObjects(all, p), c)
	for _, f := range n.List("fields") {
		if d := f.Get("default"); d != nil && slices.ContainsFunc(all, func(one *flat.Schema) bool { return one.Schemas[f.Key] == nil }) {
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
