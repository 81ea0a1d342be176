package importer

import (
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
)

// choose reads a schema with alternatives that no member tells apart.
func (im *importer) choose(f *flat, c context) content {
	lists := f.alternatives()
	for _, further := range lists[1:] {
		im.lose(further, c.subject, "other alternatives stand beside it, which are taken", describe)
	}
	list := lists[0]
	inner := c
	inner.subject += " " + list.last()
	var of []content
	for _, item := range slices.DeleteFunc(list.items(), im.onlyNull) {
		of = append(of, im.peek(item, inner))
	}
	if v, ok := im.texts(f, of, list, c); ok {
		return v
	}
	v := content{typ: &typ{word: "any"}, nullable: f.nullable || slices.ContainsFunc(list.items(), im.onlyNull), flat: f}
	kinds := map[string]bool{}
	for _, o := range of {
		kinds[o.typ.word] = true
		v.nullable = v.nullable || o.nullable
	}
	if len(kinds) == 1 {
		v.typ.word = of[0].typ.word
	}
	reason, proposal := "the alternatives have no discriminator", "add a discriminator with a correction, if a member tells them apart"
	switch {
	case f.word("discriminator").ok():
		reason, proposal = "not every alternative is an object with a tag of its own", "correct it"
	case !kinds["object"] && !kinds["any"]:
		reason, proposal = "a field has one type, and no object with a tag is among the alternatives", describe
	}
	im.lose(list, c.subject, reason, "the type is "+v.typ.word+", and the values are not checked; "+proposal)
	im.unchecked(f, c)
	return v
}

// peek returns what kind of value a schema allows, without making types of it.
func (im *importer) peek(p place, c context) content {
	f := im.flatten(c, p)
	v := content{typ: &typ{word: "any"}, flat: f}
	if f.several() {
		return v
	}
	if im.infer(f, c); len(f.types) == 1 {
		if v.nullable = f.nullable; f.types[0] != "array" {
			v.typ.word = f.types[0]
		}
	}
	return v
}

// texts makes one enum of alternatives that are texts: several enums are one, and an
// enum beside any text is open.
func (im *importer) texts(f *flat, of []content, list place, c context) (content, bool) {
	all := &flat{from: f.from, byName: f.byName, words: f.words, types: []string{"string"}, typed: true, nullable: f.nullable}
	open := false
	for _, o := range of {
		if o.typ.word != "string" {
			return content{}, false
		}
		for _, w := range o.flat.words {
			if !annotation(w.last()) {
				return content{}, false
			}
		}
		open = open || !o.flat.enumAt.ok()
		all.enum = append(all.enum, o.flat.enum...)
		all.nullable = all.nullable || o.nullable
	}
	v := content{typ: &typ{word: "string"}, nullable: all.nullable, flat: all}
	if len(all.enum) == 0 {
		return v, true
	}
	all.enumAt = list
	e := &enum{label: label{description: im.description(f, c.name)}, open: open, from: f.from}
	described := false
	for _, o := range of {
		for _, n := range o.flat.enum {
			if n.Kind != yamldoc.String || slices.ContainsFunc(e.values, func(v *value) bool { return v.text == n.Text }) {
				continue
			}
			description := ""
			if len(o.flat.enum) == 1 {
				description = tidy(o.flat.text("description"))
				described = described || description != ""
			}
			e.values = append(e.values, &value{text: n.Text, description: description})
		}
	}
	if !open && !described && c.owner == "" {
		im.text(&v, all, c)
		return v, true
	}
	e.name = im.take(c.name, c.owner)
	im.service.enums = append(im.service.enums, e)
	v.typ = &typ{enum: e}
	return v, true
}

// isEnum reports whether a schema with a name is a list of texts, perhaps with null.
func (im *importer) isEnum(f *flat, c context) bool {
	if len(f.choices) > 0 || !f.enumAt.ok() {
		return false
	}
	im.infer(f, c)
	texts := slices.DeleteFunc(slices.Clone(f.enum), func(n *yamldoc.Node) bool { return n.Kind == yamldoc.Null })
	return slices.Equal(f.types, []string{"string"}) && len(texts) > 0 && !slices.ContainsFunc(texts, func(n *yamldoc.Node) bool {
		return n.Kind != yamldoc.String
	})
}

// enumOf makes an enum of the values of a schema.
func (im *importer) enumOf(f *flat, c context, name string) *enum {
	e := &enum{label: label{name: name, description: im.description(f, c.name)}, from: f.from}
	for _, n := range f.enum {
		if n.Kind == yamldoc.Null {
			f.nullable = true
			continue
		}
		e.values = append(e.values, &value{text: n.Text})
	}
	for _, w := range f.words {
		if key := w.last(); !annotation(key) {
			im.lose(w, c.subject, "an enum is its values alone", describe)
		}
	}
	im.service.enums = append(im.service.enums, e)
	return e
}
