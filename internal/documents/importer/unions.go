package importer

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/text/wording"
)

// tagged are the alternatives of a schema that a member distinguishes, before they become
// types.
type tagged struct {
	by           string
	open         bool
	null         places
	alternatives []*alternative
	from         places // what says the tag
}

type alternative struct {
	tags         []string
	item, schema place // the item of the list, and its target
	named        bool  // the schema has a name
	base         bool  // the others extend it
	plain        bool  // the schema does not mention the tag
	flat         *flat // without the tag
	nested       *tagged
}

// findUnion returns the alternatives of a schema: the items of a oneOf or an anyOf, or, if it
// only has a discriminator, the schemas that extend it by allOf. It returns nil if no member
// distinguishes them.
func (im *importer) findUnion(f *flat, c context) *tagged {
	var items []place
	discriminator := f.from.get("discriminator")
	switch {
	case len(f.choices) == 1 && f.rules == nil:
		items, discriminator = f.choices[0].items(), f.word("discriminator")
	case f.choices == nil && f.rules == nil && discriminator.ok():
		items = im.heirs(f, discriminator, c)
	}
	u := im.alternativesOf(f, items, c)
	switch {
	case u == nil:
		return nil
	case discriminator.ok():
		u.by = cmp.Or(discriminator.text("propertyName"), discriminator.textOf()) // in Swagger 2.0
	default:
		u.by = im.distinguishing(u.alternatives, c)
	}
	if u.by == "" || !im.setTags(u, discriminator, c) {
		return nil
	}
	return u
}

// heirs returns the named schemas that extend one by allOf, and the schema itself if its
// discriminator has a value for it.
func (im *importer) heirs(f *flat, discriminator place, c context) []place {
	base, all, seen := f.from, []place{f.from}, maps.Clone(f.merged) // these heirs would add nothing
	for i := 0; i < len(all); i++ {
		for _, heir := range im.extended[all[i].node] {
			if _, ok := seen[heir.node]; !ok {
				seen[heir.node] = true
				all = append(all, heir)
			}
		}
	}
	all = all[1:]
	value := slices.Contains(im.listedTags(f, cmp.Or(discriminator.text("propertyName"), discriminator.textOf()), c), base.last())
	for _, v := range discriminator.get("mapping").entries() {
		target, _ := im.mappingTarget(v, c)
		value = value || target.node == base.node
	}
	if value && all != nil {
		all = append(all, base)
	}
	return all
}

// alternativesOf returns items as alternatives, or nil if there are none or one is not an object.
func (im *importer) alternativesOf(f *flat, items []place, c context) *tagged {
	u := &tagged{}
	for _, item := range items {
		if im.onlyNull(item) {
			im.settle(item)
			u.null = u.null.and(item)
			continue
		}
		a := &alternative{item: item, schema: item, base: item.node == f.from.node, named: item.node == im.schemas().get(item.last()).node}
		if r, ok := im.reference(item, c); ok {
			a.schema, a.named = r.target, true
		}
		a.flat = f.withoutAlternatives()
		a.plain = a.named && len(a.flat.props) == 0
		im.merge(a.flat, item, c.subject, 0)
		im.fold(a.flat, c.subject)
		a.flat.from = a.schema
		if a.flat.nullable() {
			u.null = u.null.and(a.flat.null...)
		}
		if !a.base {
			a.nested = im.findUnion(a.flat, c)
		}
		if im.infer(a.flat, c); a.nested == nil && !isObject(a.flat) {
			return nil
		}
		u.alternatives = append(u.alternatives, a)
	}
	if len(u.alternatives) == 0 || len(u.alternatives) == 1 && !f.words.of("discriminator").ok() {
		return nil
	}
	return u
}

// withoutAlternatives returns a copy of a schema without alternatives and annotations, to which one of the
// alternatives can be added.
func (f *flat) withoutAlternatives() *flat {
	g := newFlat(f.from)
	g.types, g.typed, g.closed, g.extra = f.types, f.typed, f.closed, f.extra
	g.props, g.schemas, g.required = slices.Clone(f.props), maps.Clone(f.schemas), maps.Clone(f.required)
	g.merged, g.words = maps.Clone(f.merged), f.words.without(func(name string) bool {
		return annotation(name) || name == "discriminator"
	})
	return g
}

// isObject reports whether a schema is an object without alternatives.
func isObject(f *flat) bool { return f.choices == nil && slices.Equal(f.types, []string{"object"}) }

// distinguishing returns a member that every alternative requires with different listed
// values, or "" if there is none.
func (im *importer) distinguishing(all []*alternative, c context) string {
	for _, name := range all[0].flat.props {
		seen, ok := map[string]bool{}, true
		for _, a := range all {
			values := im.listedTags(a.flat, name, c)
			ok = ok && values != nil && a.flat.required[name].ok()
			for _, v := range values {
				ok = ok && !seen[v]
				seen[v] = true
			}
		}
		if ok {
			return name
		}
	}
	return ""
}

// listedTags returns the values that a schema lists for a member.
func (im *importer) listedTags(f *flat, by string, c context) (values []string) {
	schemas := f.schemas[by]
	if schemas == nil {
		return nil
	}
	for _, n := range im.flatten(c.subject, schemas...).enum {
		if n.Kind == yamldoc.String {
			values = append(values, n.Text)
		}
	}
	return values
}

// setTags sets the tags of each alternative, and removes the tag from its fields. It reports
// whether every alternative has a tag.
func (im *importer) setTags(u *tagged, discriminator place, c context) bool {
	mapped := im.mappedTags(u, discriminator.get("mapping"), c)
	listed := map[string]int{} // by how many alternatives
	for _, a := range u.alternatives {
		if !a.base { // the base lists all tags
			for _, v := range im.listedTags(a.flat, u.by, c) {
				listed[v]++
			}
		}
	}
	var kept []*alternative
	optional := false
	for _, a := range u.alternatives {
		tag := a.flat.schemas[u.by]
		switch {
		case a.nested != nil && a.nested.by == u.by:
			kept = append(kept, a.nested.alternatives...)
			u.open = u.open || a.nested.open
			u.from = u.from.and(a.nested.from...)
			continue
		case mapped[a.schema.node] == nil && tag != nil && tag[0].get("not").ok(): // for all other tags
			im.settle(a.item)
			u.open = true
			continue
		}
		if a.tags = im.tagsOf(a, u.by, mapped[a.schema.node], listed, c); a.tags == nil {
			im.remark(a.item, "discriminator", c.subject, "no value of "+wording.Quote(u.by)+" selects this alternative",
				"add it to the mapping of the discriminator, with a correction")
			return false
		}
		optional = optional || !a.flat.required[u.by].ok()
		a.plain = a.plain && tag == nil
		im.settle(a.flat.required[u.by]...)
		if tag != nil {
			im.settleTag(im.flatten(c.subject, tag...))
			u.from = u.from.and(tag...)
		}
		a.flat.removeProperty(u.by)
		kept = append(kept, a)
	}
	if len(kept) == 0 {
		return false
	}
	u.from = u.from.and(discriminator)
	if u.alternatives = kept; optional {
		im.remark(discriminator, "discriminator", c.subject, "the tag "+wording.Quote(u.by)+" of a union is required, and the schemas do not require it", "nothing, if every value has it")
	}
	return true
}

// settleTag settles what the schema of a tag says of its type and of its meaning.
func (im *importer) settleTag(f *flat) {
	im.settle(f.typed...)
	im.settle(f.enumAt...)
	im.settle(f.words.of("description")...)
}

// tagsOf returns the tags of an alternative, or nil if it has none: from the mapping, from an
// extension, the listed values that no other alternative lists, or its name.
func (im *importer) tagsOf(a *alternative, by string, mapped []string, listed map[string]int, c context) []string {
	own := im.listedTags(a.flat, by, c)
	value := cmp.Or(a.schema.text("x-discriminator-value"), a.schema.text("x-ms-discriminator-value"))
	switch name := a.schema.last(); {
	case mapped != nil:
		if own != nil && slices.ContainsFunc(mapped, func(tag string) bool { return !slices.Contains(own, tag) }) {
			im.loseAs(a.item, "discriminator", c.subject, "the schema lists other values for "+wording.Quote(by)+" than the mapping", "correct one of the two")
		}
		return mapped
	case value != "":
		return []string{value}
	case len(own) > 0 && !a.base && !slices.ContainsFunc(own, func(v string) bool { return listed[v] > 1 }):
		return own
	case a.named && (len(own) == 0 || slices.Contains(own, name)):
		return []string{name}
	}
	return nil
}

// mappedTags returns the tags of schemas in the mapping of a discriminator.
func (im *importer) mappedTags(u *tagged, mapping place, c context) map[*yamldoc.Node][]string {
	tags := map[*yamldoc.Node][]string{}
	for tag, v := range mapping.entries() {
		target, ok := im.mappingTarget(v, c)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(u.alternatives, func(a *alternative) bool { return a.schema.node == target.node }); i < 0 {
			im.loseAs(v, "mapping", c.subject, "the tag "+wording.Quote(tag)+" selects a schema that is not an alternative", "list it as one, or correct it")
			continue
		}
		tags[target.node] = append(tags[target.node], tag)
	}
	return tags
}

// mappingTarget returns the schema that a mapping names or refers to.
func (im *importer) mappingTarget(v place, c context) (place, bool) {
	if p := im.schemas().get(v.textOf()); p.ok() {
		return p, true
	}
	return im.follow(v, c.subject)
}

// removeProperty removes a property from a schema.
func (f *flat) removeProperty(name string) {
	delete(f.schemas, name)
	f.props = slices.DeleteFunc(f.props, func(prop string) bool { return prop == name })
	delete(f.required, name)
}

// readUnion adds a variant to a union for each tag of an alternative. If the check refuses the
// union, its values are objects.
func (im *importer) readUnion(u *node, t *tagged, s side) {
	u.keyword, u.remedy = "discriminator", "the type is object, and the values are not checked"
	u.set("by", text(t.by)).from = t.from
	u.setOpen(t.open)
	for _, a := range t.alternatives {
		var r *node
		about, described := description(a.flat.words, a.tags[0])
		if len(a.flat.props) > 0 || a.flat.extra.ok() && !a.flat.closed.ok() {
			r = im.variantRecord(u, a, s)
		} else {
			im.because("it does not apply to a variant without members", a.flat.merged)
			im.settle(a.flat.closed...)
		}
		for _, tag := range a.tags {
			v := u.getOrAdd("of").add(&node{key: tag, value: word(""), short: []string{"record"}, keyword: "discriminator",
				from: places{a.schema}, via: a.flat.typed, remedy: "the variant is left out, and the union is open"})
			if r != nil {
				v.set("record", &typ{declared: r})
			} else {
				v.set("description", text(about)).from = described
			}
			v.rename = func() { v.nextGoName(u.key+spellMarks(tag), u.key+"Tag") }
			v.removed = func() {
				if u.setOpen(true); len(u.list("of")) == 1 {
					u.remove()
				}
			}
		}
	}
}

// variantRecord returns the record for the other members of an alternative. It has the name
// of the schema, unless the schema is also used directly, where the tag is a field.
func (im *importer) variantRecord(u *node, a *alternative, side side) *node {
	if a.plain {
		if t := im.readComponent(a.schema, context{side: side, subject: u.key}).typ; t.is("record") {
			return t.declared
		}
	}
	name, owner := goPart(a.tags[0])+u.key, ""
	switch {
	case a.base:
		name = im.componentName(a.schema) + "Base"
	case a.named:
		component := im.componentName(a.schema)
		if !slices.ContainsFunc(a.tags, func(tag string) bool { return component == u.key+catalog.Naming{}.Part(tag) }) {
			name, owner = component, a.schema.pointer()
		}
	}
	inner := context{side: side, subject: name, name: name}
	r := im.newType("record", a.schema)
	fill := func() {
		im.readFields(r, a.flat, inner)
	}
	if !a.named {
		v := newValue(a.flat)
		im.define(v, r, inner, fill)
		return v.typ.declared
	}
	fill()
	if im.direct[a.schema.node] && !a.base {
		name, owner = name+"Variant", ""
	}
	if side == inRequest && im.isSided[a.schema.node] {
		if name += "Input"; owner != "" {
			owner += "?"
		}
	}
	if pinned := im.decided.names[a.item.pointer()]; pinned != "" && a.item.node != a.schema.node {
		name, owner = pinned, a.item.pointer()
	}
	key := "variant " + name + "\n" + r.memberText()
	if old := im.alike[key]; old != nil {
		old.absorb(r)
		return old
	}
	im.declare(r, im.reserveName(name, owner), name, a.flat.words)
	im.taken[r.key] = ""                                                                      // other types of the schema get other names
	if r.key != im.components[a.schema.pointer()] && a.item.pointer() != a.schema.pointer() { // the name of the schema
		im.names[a.item.pointer()] = r
	}
	im.alike[key] = r
	return r
}
