package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// readAlternatives reads a schema with alternatives that no member distinguishes.
func (im *importer) readAlternatives(f *flat, c context) {
	for _, further := range f.choices[1:] {
		im.lose(further, c.subject, "the other alternatives are used", describe)
	}
	list, inner := f.choices[0], c
	inner.subject += " " + list.last()
	var of []*flat
	for _, item := range list.items() {
		if im.onlyNull(item) {
			f.nullable = true
			continue
		}
		o, kind := im.flatten(inner, item), "any"
		if o.choices == nil {
			if im.infer(o, inner); len(o.types) == 1 {
				if f.nullable = f.nullable || o.nullable; o.types[0] != "array" {
					kind = o.types[0]
				}
			}
		}
		if of = append(of, o); len(of) == 1 || kind == f.typ.word {
			f.typ.word = kind
		} else {
			f.typ.word = "any"
		}
	}
	if f.typ.word == "string" {
		im.mergeStrings(f, of, list, c)
		return
	}
	im.lose(list, c.subject, "no tag distinguishes the alternatives", "the type is "+f.typ.word+
		", and the values are not checked; add or correct a discriminator, if they are objects with a tag")
	im.loseUnchecked(f, c)
}

// mergeStrings merges alternatives that are strings into one enum, which is open if one of them is
// any string.
func (im *importer) mergeStrings(f *flat, of []*flat, list place, c context) {
	open, descriptions := false, map[string]string{}
	f.types, f.typed, f.enum, f.enumAt = []string{"string"}, true, nil, list
	for _, o := range of {
		im.loseConstraints(o, c, "alternatives that are strings have only listed values")
		open = open || !o.enumAt.ok()
		for _, n := range o.enum {
			if n.Kind != yamldoc.String || slices.ContainsFunc(f.enum, func(m *yamldoc.Node) bool { return m.Text == n.Text }) {
				continue
			}
			f.enum = append(f.enum, n)
			if text := tidy(o.text("description")); text != "" && len(o.enum) == 1 {
				descriptions[n.Text] = text
			}
		}
	}
	if len(f.enum) == 0 {
		f.enumAt = place{}
	}
	if f.enumAt.ok() && (open || len(descriptions) > 0 || c.owner != "") {
		im.defineEnum(f, c, open, descriptions)
	} else {
		im.readString(f, c)
	}
}

// isEnum reports whether a schema lists strings, and perhaps null.
func isEnum(f *flat) bool {
	values := withoutNull(f.enum)
	return f.choices == nil && slices.Equal(f.types, []string{"string"}) && len(values) > 0 &&
		!slices.ContainsFunc(values, func(n *yamldoc.Node) bool { return n.Kind != yamldoc.String })
}

// defineEnum gives a value an enum of the values that its schema lists.
func (im *importer) defineEnum(f *flat, c context, open bool, descriptions map[string]string) {
	e := im.newType("enum", f.from)
	e.setOpen(open)
	values := e.getOrAdd("values")
	for _, n := range f.enum {
		if n.Kind == yamldoc.Null {
			f.nullable = true
			continue
		}
		value := values.add(&node{key: n.Text, value: raw(""), short: []string{"description"}, from: f.from, keyword: "enum",
			remedy: "the value is left out, and the enum is open"})
		value.set("description", text(descriptions[n.Text]), place{})
		value.rename = func() { value.nextGoName(e.key+spellMarks(value.key), e.key+"Value") }
		value.removed = func() { e.setOpen(true) }
	}
	im.loseConstraints(f, c, "an enum has only values")
	im.define(f, e, c, func() {})
}

// mergeAlternatives merges the alternatives of a request into one open object with all fields, except
// for fields whose schemas differ. Fields that all alternatives require are required. It
// reports false if there are no alternatives, or one of them is not an object.
func (im *importer) mergeAlternatives(n *node, f *flat, t *tagged, p place, c context) bool {
	if c.side == inResponse {
		return false
	}
	tagged := t != nil
	if !tagged && len(f.choices) == 1 {
		t = im.alternativesOf(f, f.choices[0].items(), c)
	}
	if t == nil || !tagged && len(t.alternatives) < 2 {
		return false
	}
	var all []*flat
	for _, a := range t.alternatives {
		all = append(all, a.flat)
	}
	im.loseAs(p, "oneOf", c.subject, "a body is one object, not one of several", "the request is open and has the fields of all; the service checks their combination")
	if tagged {
		n.getOrAdd("fields").add(t.field(p))
	}
	im.readFields(n, mergeObjects(all, p), c)
	for _, f := range n.list("fields") {
		if d := f.get("default"); d != nil && slices.ContainsFunc(all, func(one *flat) bool { return one.schemas[f.key] == nil }) {
			im.lose(d.from, c.subject+"."+f.key, "a default would be sent for every alternative, and not all have the field", describe)
			f.drop("default")
		}
	}
	n.setOpen(true)
	return true
}

// field returns the tag of a union as a field.
func (t *tagged) field(p place) *node {
	f := newField(t.by, &typ{word: "string"}, p)
	f.set("required", raw("true"), p)
	var tags []string
	for _, a := range t.alternatives {
		tags = append(tags, a.tags...)
	}
	if !t.open {
		f.set("enum", raw(list(tags)), p)
	}
	return f
}

// mergeObjects merges the properties of several objects, except for properties whose schemas
// differ.
func mergeObjects(all []*flat, p place) *flat {
	one, differ := newFlat(p), map[string]bool{}
	one.types, one.typed = []string{"object"}, true
	for _, f := range all {
		for _, name := range f.props {
			switch first := one.schemas[name]; {
			case first == nil:
				one.schemas[name] = f.schemas[name]
				one.props = append(one.props, name)
			case sameText(first) != sameText(f.schemas[name]):
				differ[name] = true
			}
		}
	}
	for name, at := range all[0].required {
		if one.schemas[name] != nil && !slices.ContainsFunc(all, func(f *flat) bool { return !f.required[name].ok() }) {
			one.required[name] = at
		}
	}
	for name := range differ {
		one.removeProperty(name)
	}
	return one
}

// sameText returns a text that equal schemas have in common.
func sameText(schemas []place) (text string) {
	for _, schema := range schemas {
		text += schema.file.name + " " + schema.node.Flow() + "\n"
	}
	return text
}
