package importer

import "slices"

// either makes one object of the several of which a request is one: an open one, with the
// fields on which those agree that have them. A field that all require is required. It
// returns nil if the request is one object, or if one of several is none.
func (im *importer) either(f *flat, t *tagged, p place, c context) *shape {
	if c.side == answer {
		return nil
	}
	tagged, lists := t != nil, f.alternatives()
	if !tagged && len(lists) == 1 {
		t = im.listed(f, lists[0].items(), c)
	}
	if t == nil || !tagged && len(t.alternatives) < 2 {
		return nil
	}
	var all []*flat
	for _, a := range t.alternatives {
		all = append(all, a.flat)
	}
	im.loseAs(p, "oneOf", c.subject, "a body is one object, not one of several", "the request is open and has the fields of all; a service checks what goes together")
	s := &shape{at: p}
	im.fill(s, together(all, p), c)
	for _, f := range s.fields {
		if d := f.get("default"); d != nil && slices.ContainsFunc(all, func(one *flat) bool { return one.byName[f.name] == nil }) {
			im.lose(d.from, c.subject+"."+f.name, "a default would be sent with each of the objects, and not all have the field", describe)
			f.drop("default")
		}
	}
	s.open = true
	if tagged {
		s.fields = slices.Insert(s.fields, 0, t.field(p))
	}
	return s
}

// field is the tag of a union as a field.
func (t *tagged) field(p place) *field {
	f := &field{name: t.by, typ: &typ{word: "string"}, from: p}
	f.set("required", "true", p)
	var tags []string
	for _, a := range t.alternatives {
		tags = append(tags, a.tags...)
	}
	if !t.open {
		f.set("enum", list(tags), p)
	}
	return f
}

// together returns the properties of several objects as those of one, if the schemas of those
// that have them say the same.
func together(all []*flat, p place) *flat {
	one, differ := newFlat(p), map[string]bool{}
	one.types, one.typed = []string{"object"}, true
	for _, f := range all {
		for _, q := range f.props {
			if first := one.byName[q.name]; first != nil {
				differ[q.name] = differ[q.name] || first.said() != q.said()
				continue
			}
			one.byName[q.name] = q
			one.props = append(one.props, q)
		}
	}
	one.required = slices.DeleteFunc(slices.Clone(all[0].required), func(name place) bool {
		return one.byName[name.node.Text] == nil || slices.ContainsFunc(all, func(f *flat) bool { return !f.requires(name.node.Text) })
	})
	for name, differs := range differ {
		if differs {
			one.without(name)
		}
	}
	return one
}

// said is the text that schemas of a property have.
func (p *prop) said() (text string) {
	for _, schema := range p.schemas {
		text += schema.file.name + " " + schema.node.Flow() + "\n"
	}
	return text
}
