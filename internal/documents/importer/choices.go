package importer

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// readAlternatives reads a schema with alternatives that no member distinguishes.
func (im *importer) readAlternatives(f *flat, c context) *value {
	for _, further := range f.choices[1:] {
		im.lose(further, c.subject, "the other alternatives are used", describe)
	}
	list, inner := f.choices[0], c
	inner.subject += " " + list.last()
	kind := "" // of all alternatives
	var of []*flat
	for _, item := range list.items() {
		if im.onlyNull(item) {
			f.null = f.null.and(list)
			im.settle(item)
			continue
		}
		o := im.flatten(inner.subject, item)
		found := im.kindOf(o, inner)
		of = append(of, o)
		if len(of) > 1 && found != kind {
			found = "any"
		}
		kind = found
		if o.nullable() {
			f.null = f.null.and(o.null...)
		}
	}
	if kind == "string" && len(f.types) == 0 || kind == "string" && f.has("string") {
		return im.mergeStrings(f, of, list, c)
	}
	v := newValue(f)
	v.typ.word = cmp.Or(kind, "any")
	im.lose(list, c.subject, "no tag distinguishes the alternatives", "the type is "+v.typ.word+
		", and the values are not checked; add or correct a discriminator, if they are objects with a tag")
	im.settle(f.words.of("discriminator")...) // the loss of alternatives mentions it
	im.because(notChecked, f.merged)
	return v
}

// kindOf returns the only type of an alternative, or any.
func (im *importer) kindOf(f *flat, c context) string {
	if f.choices != nil {
		return "any"
	}
	im.infer(f, c)
	if len(f.types) != 1 || f.has("array") || f.has("null") {
		return "any"
	}
	return f.types[0]
}

// mergeStrings merges alternatives that are strings into one enum, which is open if one of them is
// any string.
func (im *importer) mergeStrings(f *flat, of []*flat, list place, c context) *value {
	open, descriptions := false, map[string]places{}
	f.types, f.enum, f.enumAt = []string{"string"}, nil, nil
	for _, o := range of {
		im.because("alternatives that are strings have only listed values", o.merged)
		open = open || !o.enumAt.ok()
		f.enumAt = f.enumAt.and(o.enumAt...)
		f.typed = f.typed.and(o.typed...)
		for _, n := range o.enum {
			if n.Kind != yamldoc.String || slices.ContainsFunc(f.enum, func(m *yamldoc.Node) bool { return m.Text == n.Text }) {
				continue
			}
			f.enum = append(f.enum, n)
			if w := o.words.of("description"); w.first().textOf() != "" && len(o.enum) == 1 {
				descriptions[n.Text] = w
			}
		}
	}
	if len(f.enum) == 0 {
		f.enumAt = nil
	}
	if f.enumAt.ok() && (open || len(descriptions) > 0 || c.owner != "") {
		return im.defineEnum(f, c, open, descriptions)
	}
	v := newValue(f)
	v.typ.word = "string"
	im.readString(v, f, c)
	return v
}

// isEnum reports whether a schema lists strings, and perhaps null.
func isEnum(f *flat) bool {
	values := withoutNull(f.enum)
	return f.choices == nil && slices.Equal(f.types, []string{"string"}) && len(values) > 0 &&
		!slices.ContainsFunc(values, func(n *yamldoc.Node) bool { return n.Kind != yamldoc.String })
}

// defineEnum returns a value whose type is an enum of the values that its schema lists.
func (im *importer) defineEnum(f *flat, c context, open bool, descriptions map[string]places) *value {
	v := newValue(f)
	e := im.newType("enum", f.from)
	e.setOpen(open)
	e.via = f.enumAt.and(f.typed...)
	values := e.getOrAdd("values")
	for _, n := range withoutNull(f.enum) {
		value := values.add(&node{key: n.Text, value: word(""), short: []string{"description"}, from: places{f.enumAt.first()}, keyword: "enum",
			remedy: "the value is left out, and the enum is open"})
		about := descriptions[n.Text]
		value.set("description", text(wording.Tidy(about.first().textOf()))).from = about
		value.rename = func() { value.nextGoName(e.key+spellMarks(value.key), e.key+"Value") }
		value.removed = func() {
			e.setOpen(true)
			if len(values.below) == 0 {
				im.remark(f.enumAt.first(), "enum", e.key, "no value is left", "the type is string")
				e.remove()
			}
		}
	}
	im.because("an enum has only values", f.merged)
	im.define(v, e, c, func() {})
	return v
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
	for _, list := range f.choices {
		im.settle(list)
	}
	im.remark(p, "oneOf", c.subject, "a body is one object, not one of several", "the request is open and has the fields of all; the service checks their combination")
	if tagged {
		n.getOrAdd("fields").add(t.field(p))
	}
	im.readFields(n, mergeObjects(all, p), c)
	for _, f := range n.list("fields") {
		if d := f.get("default"); d != nil && slices.ContainsFunc(all, func(one *flat) bool { return one.schemas[f.key] == nil }) {
			im.lose(d.from.first(), c.subject+"."+f.key, "a default would be sent for every alternative, and not all have the field", describe)
			f.drop("default")
		}
	}
	n.setOpen(true)
	return true
}

// field returns the tag of a union as a field.
func (t *tagged) field(p place) *node {
	f := newField(t.by, &typ{word: "string"}, p)
	f.set("required", word("true"), p)
	var tags []string
	for _, a := range t.alternatives {
		tags = append(tags, a.tags...)
	}
	if !t.open {
		f.set("enum", texts(tags), p)
	}
	return f
}

// mergeObjects merges the properties of several objects, except for properties whose schemas
// differ.
func mergeObjects(all []*flat, p place) *flat {
	one, differ := newFlat(p), map[string]bool{}
	one.types = []string{"object"}
	one.schemas, one.required = map[string]places{}, map[string]places{}
	for _, f := range all {
		for _, name := range f.props {
			first := one.schemas[name]
			switch {
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
