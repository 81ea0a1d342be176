package importer

import "slices"

// either merges the alternatives of a request into one open object with all fields, except
// for fields whose schemas differ. Fields that all alternatives require are required. It
// reports false if there are no alternatives, or one of them is not an object.
func (im *importer) either(n *node, f *flat, t *tagged, p place, c context) bool {
	if c.side == inResponse {
		return false
	}
	tagged, lists := t != nil, f.alternatives()
	if !tagged && len(lists) == 1 {
		t = im.listed(f, lists[0].items(), c)
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
		n.sub("fields").add(t.field(p))
	}
	im.fill(n, together(all, p), c)
	for _, f := range n.list("fields") {
		if d := f.get("default"); d != nil && slices.ContainsFunc(all, func(one *flat) bool { return one.byName[f.key] == nil }) {
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

// together merges the properties of several objects, except for properties whose schemas
// differ.
func together(all []*flat, p place) *flat {
	one, differ := newFlat(p), map[string]bool{}
	one.types, one.typed = []string{"object"}, true
	for _, f := range all {
		for _, q := range f.props {
			if first := one.byName[q.name]; first != nil {
				differ[q.name] = differ[q.name] || first.key() != q.key()
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

// key returns a text that equal properties have in common.
func (p *prop) key() (text string) {
	for _, schema := range p.schemas {
		text += schema.file.name + " " + schema.node.Flow() + "\n"
	}
	return text
}
