package model

import (
	"cmp"
	"slices"
	"strings"

	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
)

// This file reads schemas, each of which is a reference, a union, other alternatives, or of one type. A
// schema with a name is read once, so that types may contain themselves.

// ReadSchema reads schemas that apply together, as in an allOf.
func (m *Modeler) ReadSchema(c Context, schemas ...origin.Place) *Value {
	if ref, at, ok := m.onlyReference(c, schemas); ok {
		return m.ReadComponent(ref.Target, c).withAnnotations(ref, at)
	}
	f := m.Flatten(c.Subject, schemas...)
	// A schema without a name is written out at each use, and may contain itself.
	key := schemaKey{schemas[0].Node, c.Side}
	if m.inside[key] || len(m.inside) > maxInside {
		m.Lose(schemas[0], c.Subject, "the schema contains itself and has no name",
			"name it among the components; the values are not checked")
		return NewValue(f)
	}
	m.inside[key] = true
	defer delete(m.inside, key)
	return m.valueOf(f, c)
}

// onlyReference returns the reference among schemas that apply together if the others say only that the
// value is an object, and annotate it. It reports false if there is no such reference.
func (m *Modeler) onlyReference(c Context, schemas []origin.Place) (ref reference, at origin.Place, ok bool) {
	others := schemas
	if len(schemas) > 1 {
		others = slices.DeleteFunc(slices.Clone(schemas), AnyObject)
	}
	if len(others) != 1 {
		return reference{}, origin.Place{}, false
	}
	at = others[0]
	ref, ok = m.Reference(at, c)
	isObject := cmp.Or(ref.Target.Text("type"), "object") == "object" // as the schemas beside it are
	if !ok || len(schemas) > 1 && !isObject {
		return reference{}, origin.Place{}, false
	}
	for _, p := range schemas {
		for key, word := range p.Entries() {
			if flat.Annotation(key) && !ref.words.Of(key).OK() {
				ref.words.Set(key, origin.Places{word})
			}
		}
		m.Settle(p.Get("type"), p.Get("nullable"))
	}
	return ref, at, true
}

// maxInside bounds the nesting of schemas.
const maxInside = 200

// ReadComponent reads a schema with a name, once, or once for each side if the sides differ.
func (m *Modeler) ReadComponent(p origin.Place, c Context) *Value {
	k := schemaKey{p.Node, InRequest}
	if m.IsSided[p.Node] {
		k.side = c.Side
	}
	if v, ok := m.values[k]; ok {
		if v.reading {
			m.Remark(p, "", c.Subject, "the schema contains itself and is not an object with properties",
				"the type is any in one place")
		}
		return v
	}
	name := m.componentName(p)
	v := NewValue(flat.New(p))
	v.reading = true
	m.values[k] = v // for references from inside the schema, unless it becomes a record or a union
	inner := Context{Side: k.side, Subject: name, Name: name, owner: p.Pointer(), component: v}
	if k.side == InRequest && m.IsSided[p.Node] {
		inner.Name, inner.owner = name+"Input", p.Pointer()+"?"
	}
	around := m.inside
	m.inside = map[schemaKey]bool{}
	*v = *m.valueOf(m.Flatten(inner.Subject, p), inner)
	m.inside = around
	return v
}

// valueOf returns what becomes of a schema.
func (m *Modeler) valueOf(f *flat.Schema, c Context) *Value {
	if t := m.FindUnion(f, c); t != nil {
		v := NewValue(f)
		v.Null = v.Null.And(t.null...)
		u := m.NewType("union", f.From)
		u.Via = f.Typed
		m.define(v, u, c, func() { m.readUnion(u, t, c.Side) })
		return v
	}
	if f.Choices != nil {
		return m.readAlternatives(f, c)
	}
	m.Infer(f, c.Subject)
	m.remarkNull(f, c)
	if f.IsEnum() && c.component != nil {
		return m.defineEnum(f, c, false, nil)
	}
	v := NewValue(f)
	if len(f.Types) != 1 {
		m.leaveUntyped(v, f, c)
		return v
	}
	m.readTyped(v, f, c)
	return v
}

// leaveUntyped makes a value of several types, or of none, one of any type.
func (m *Modeler) leaveUntyped(v *Value, f *flat.Schema, c Context) {
	const proposal = "the type is any, and the values are not checked"
	v.free = len(f.Types) == 0
	switch {
	case len(f.Types) > 1:
		m.Remark(v.TypePlace().First(), "type", c.Subject,
			"a field has one type, not "+strings.Join(f.Types, " or "), proposal)
	case f.Itself.OK():
		m.Lose(f.Itself, c.Subject, "the schema is one of its own alternatives", proposal)
	}
	m.Because(notChecked, f.Merged)
}

// readTyped reads a schema of one type into a value.
func (m *Modeler) readTyped(v *Value, f *flat.Schema, c Context) {
	kind := f.Types[0]
	m.Because("it does not apply to type "+kind, f.Merged)
	v.Type.Word = kind
	switch kind {
	case "string":
		m.readString(v, f, c)
	case "integer", "number":
		m.setBounds(v, f, c)
	case "boolean":
		if len(flat.WithoutNull(f.Enum)) == 2 {
			m.Settle(f.EnumAt...)
		}
	case "array":
		m.readArray(v, f, c)
	case "object":
		m.readObject(v, f, c)
	default: // null alone
		v.Type.Word = "any"
		says := append(v.Typed, f.EnumAt...)
		m.Remark(says.First(), "", c.Subject, "the format has no type for null", "the type is any")
	}
}

// remarkNull says that null is accepted where only one of the type and the listed values allows it.
func (m *Modeler) remarkNull(f *flat.Schema, c Context) {
	if !m.Before31() || !f.EnumAt.OK() || !f.Nullable() {
		return
	}
	listsNull := len(flat.WithoutNull(f.Enum)) < len(f.Enum)
	typeAllowsNull := !f.NotNull.OK()
	if listsNull == typeAllowsNull {
		return
	}
	m.Remark(f.EnumAt.First(), "enum", c.Subject, "the type and the listed values disagree about null",
		"null is accepted; correct one of them, if it is never sent")
}
