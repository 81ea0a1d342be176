package model

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file makes unions of the catalog, with a variant for each tag. What is left of an
// alternative without its tag becomes a record. Alternatives of several unions, or with several
// tags, may share one.

// readUnion adds a variant to a union for each tag of an alternative. If the check refuses the
// union, its values are objects.
func (m *Modeler) readUnion(u *draft.Node, t *Union, s Side) {
	u.Keyword, u.Remedy = "discriminator", "the type is object, and the values are not checked"
	u.Set("by", draft.Text(t.by)).From = t.from
	u.SetOpen(t.open)
	for _, a := range t.alternatives {
		var r *draft.Node
		open := a.flat.Extra.OK() && !a.flat.Closed.OK()
		if len(a.flat.Props) > 0 || open {
			r = m.variantRecord(u, a, s)
		} else {
			m.Because("it does not apply to a variant without members", a.flat.Merged)
			m.Settle(a.flat.Closed...)
		}
		for _, tag := range a.tags {
			addVariant(u, a, tag, r)
		}
	}
}

// addVariant adds a variant with a tag to a union. It has a record, or only a description.
func addVariant(u *draft.Node, a *alternative, tag string, r *draft.Node) {
	v := u.GetOrAdd("of").Add(&draft.Node{
		Key:     tag,
		Value:   draft.Word(""),
		Short:   []string{"record"},
		From:    origin.Places{a.schema},
		Via:     a.flat.Typed,
		Keyword: "discriminator",
		Remedy:  "the variant is left out, and the union is open",
	})
	if r != nil {
		v.Set("record", &draft.Type{Declared: r})
	} else {
		about, described := description(a.flat.Words, a.tags[0])
		v.Set("description", draft.Text(about)).From = described
	}
	v.Rename = func() { v.NextGoName(u.Key+spellMarks(tag), u.Key+"Tag") }
	v.Removed = func() {
		u.SetOpen(true)
		if len(u.List("of")) == 1 {
			u.Remove()
		}
	}
}

// variantRecord returns the record for the other members of an alternative. It has the name
// of the schema, unless the schema is also used directly, where the tag is a field.
func (m *Modeler) variantRecord(u *draft.Node, a *alternative, side Side) *draft.Node {
	if a.plain {
		component := m.ReadComponent(a.schema, Context{Side: side, Subject: u.Key})
		if component.Type.Is("record") {
			return component.Type.Declared
		}
	}
	name, owner := m.variantName(u, a)
	inner := Context{Side: side, Subject: name, Name: name}
	r := m.NewType("record", a.schema)
	fill := func() { m.ReadFields(r, a.flat, inner) }
	if !a.named {
		v := NewValue(a.flat)
		m.define(v, r, inner, fill)
		return v.Type.Declared
	}
	fill()
	name, owner = m.componentVariantName(a, name, owner, side)
	return m.shareVariant(r, a, name, owner)
}

// shareVariant returns the record that an earlier alternative with the name and the same fields
// has, or else declares this one. The name is reserved for owner, a pointer.
func (m *Modeler) shareVariant(r *draft.Node, a *alternative, name, owner string) *draft.Node {
	// Keys of other types begin with their kind, so none of them is a key of a variant.
	content := "variant " + name + "\n" + r.MemberText()
	if earlier := m.alike[content]; earlier != nil {
		earlier.Absorb(r)
		return earlier
	}
	m.alike[content] = r
	m.Declare(r, m.ReserveName(name, owner), name, a.flat.Words)
	m.taken[r.Key] = "" // other types of the schema get other names
	hasNameOfSchema := r.Key == m.Components[a.schema.Pointer()]
	if item := a.item.Pointer(); !hasNameOfSchema && item != a.schema.Pointer() {
		m.Named[item] = r // so that import.yaml can keep the name
	}
	return r
}

// componentVariantName returns the name of the record of an alternative with a name of its own,
// and the pointer that it is reserved for, apart from the other types of its schema.
func (m *Modeler) componentVariantName(
	a *alternative, name, owner string, side Side,
) (variantName, variantOwner string) {
	if m.Direct[a.schema.Node] && !a.base {
		name += "Variant"
		owner = ""
	}
	if side == InRequest && m.IsSided[a.schema.Node] {
		name += "Input"
		if owner != "" {
			owner += "?"
		}
	}
	if chosen := m.Chosen[a.item.Pointer()]; chosen != "" && a.item.Node != a.schema.Node {
		return chosen, a.item.Pointer()
	}
	return name, owner
}

// variantName returns the name of the record of an alternative, and the pointer that it is
// reserved for. A schema with the name of its variant, such as ShapeCircle for circle, would clash
// with that.
func (m *Modeler) variantName(u *draft.Node, a *alternative) (name, owner string) {
	switch {
	case a.base:
		return m.componentName(a.schema) + "Base", ""
	case a.named:
		component := m.componentName(a.schema)
		isVariant := func(tag string) bool { return component == u.Key+catalog.Naming{}.Part(tag) }
		if !slices.ContainsFunc(a.tags, isVariant) {
			return component, a.schema.Pointer()
		}
	}
	return GoPart(a.tags[0]) + u.Key, ""
}
