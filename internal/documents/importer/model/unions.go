package model

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file finds unions. A document may name the tag and its values in five ways, and may leave out
// each of them; the catalog needs a member that every alternative has, and a value of it for each.

// Union are the alternatives of a schema that a member distinguishes, before they become
// types.
type Union struct {
	by           string        // the key of the tag
	open         bool          // objects with other tags are values, too
	null         origin.Places // what allows null
	alternatives []*alternative
	from         origin.Places // what says the tag
}

// alternative is a schema that a union may have.
type alternative struct {
	tags         []string
	item, schema origin.Place // the item of the list, and its target
	named        bool         // the schema has a name
	base         bool         // the others extend it
	plain        bool         // the schema does not mention the tag
	flat         *flat.Schema // without the tag
	nested       *Union
}

// FindUnion returns the alternatives of a schema: the items of a oneOf or an anyOf, or, if it
// only has a discriminator, the schemas that extend it by allOf. It returns nil if no member
// distinguishes them.
func (m *Modeler) FindUnion(f *flat.Schema, c Context) *Union {
	var items []origin.Place
	discriminator := f.From.Get("discriminator")
	switch {
	case len(f.Choices) == 1 && f.Rules == nil:
		items = f.Choices[0].Items()
		discriminator = f.Word("discriminator")
	case f.Choices == nil && f.Rules == nil && discriminator.OK():
		items = m.heirs(f, discriminator, c)
	}
	u := m.alternativesOf(f, items, c)
	switch {
	case u == nil:
		return nil
	case discriminator.OK():
		u.by = tagName(discriminator)
	default:
		u.by = m.distinguishing(u.alternatives, c)
	}
	if u.by == "" || !m.setTags(u, discriminator, c) {
		return nil
	}
	return u
}

// tagName returns the member that a discriminator names, which is a text in Swagger 2.0.
func tagName(discriminator origin.Place) string {
	return cmp.Or(discriminator.Text("propertyName"), discriminator.TextOf())
}

// heirs returns the named schemas that extend one by allOf, and the schema itself if its
// discriminator has a value for it.
func (m *Modeler) heirs(f *flat.Schema, discriminator origin.Place, c Context) []origin.Place {
	base := f.From
	all := []origin.Place{base}
	seen := maps.Clone(f.Merged) // these heirs would add nothing
	for i := 0; i < len(all); i++ {
		for _, heir := range m.Extended[all[i].Node] {
			_, isSeen := seen[heir.Node]
			if !isSeen {
				seen[heir.Node] = true
				all = append(all, heir)
			}
		}
	}
	all = all[1:]
	hasTag := slices.Contains(m.listedTags(f, tagName(discriminator), c), base.Last())
	for _, v := range discriminator.Get("mapping").Entries() {
		target, _ := m.mappingTarget(v, c)
		hasTag = hasTag || target.Node == base.Node
	}
	if hasTag && all != nil {
		all = append(all, base)
	}
	return all
}

// alternativesOf returns items as alternatives, or nil if there are none or one is not an object.
func (m *Modeler) alternativesOf(f *flat.Schema, items []origin.Place, c Context) *Union {
	u := &Union{}
	for _, item := range items {
		if m.OnlyNull(item) {
			m.Settle(item)
			u.null = u.null.And(item)
			continue
		}
		a := m.alternativeOf(f, item, c)
		if a.flat.Nullable() {
			u.null = u.null.And(a.flat.Null...)
		}
		if a.nested == nil && !a.flat.IsObject() {
			return nil
		}
		u.alternatives = append(u.alternatives, a)
	}
	fewest := 2
	if f.Words.Of("discriminator").OK() {
		fewest = 1
	}
	if len(u.alternatives) < fewest {
		return nil
	}
	return u
}

// alternativeOf merges an alternative of a schema with what applies to all of them.
func (m *Modeler) alternativeOf(f *flat.Schema, item origin.Place, c Context) *alternative {
	a := &alternative{
		item:   item,
		schema: item,
		base:   item.Node == f.From.Node,
		named:  item.Node == m.Schemas().Get(item.Last()).Node,
	}
	if r, ok := m.Reference(item, c); ok {
		a.schema = r.Target
		a.named = true
	}
	a.flat = f.WithoutAlternatives()
	a.plain = a.named && len(a.flat.Props) == 0
	m.Merge(a.flat, item, c.Subject, 0)
	m.Fold(a.flat, c.Subject)
	a.flat.From = a.schema
	if !a.base {
		a.nested = m.FindUnion(a.flat, c)
	}
	m.Infer(a.flat, c.Subject)
	return a
}

// distinguishing returns a member that every alternative requires with different listed
// values, or "" if there is none.
func (m *Modeler) distinguishing(all []*alternative, c Context) string {
	for _, name := range all[0].flat.Props {
		if m.distinguishes(name, all, c) {
			return name
		}
	}
	return ""
}

// distinguishes reports whether every alternative requires a member with listed values that no other one
// lists.
func (m *Modeler) distinguishes(name string, all []*alternative, c Context) bool {
	seen := map[string]bool{}
	for _, a := range all {
		values := m.listedTags(a.flat, name, c)
		if values == nil || !a.flat.Required[name].OK() {
			return false
		}
		for _, v := range values {
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// listedTags returns the values that a schema lists for a member.
func (m *Modeler) listedTags(f *flat.Schema, by string, c Context) (values []string) {
	schemas := f.Schemas[by]
	if schemas == nil {
		return nil
	}
	for _, n := range m.Flatten(c.Subject, schemas...).Enum {
		if n.Kind == yamldoc.String {
			values = append(values, n.Text)
		}
	}
	return values
}

// setTags sets the tags of each alternative, and removes the tag from its fields. It reports
// whether every alternative has a tag.
func (m *Modeler) setTags(u *Union, discriminator origin.Place, c Context) bool {
	mapped := m.mappedTags(u, discriminator.Get("mapping"), c)
	listed := m.countTags(u, c)
	var kept []*alternative
	isOptional := false // a schema does not require the tag
	for _, a := range u.alternatives {
		tag := a.flat.Schemas[u.by]
		own := mapped[a.schema.Node]
		otherTags := own == nil && tag != nil && tag[0].Get("not").OK()
		switch {
		case a.nested != nil && a.nested.by == u.by:
			kept = append(kept, a.nested.alternatives...)
			u.open = u.open || a.nested.open
			u.from = u.from.And(a.nested.from...)
			continue
		case otherTags:
			m.Settle(a.item)
			u.open = true
			continue
		}
		a.tags = m.tagsOf(a, u.by, own, listed, c)
		if a.tags == nil {
			m.Remark(a.item, "discriminator", c.Subject,
				"no value of "+wording.Quote(u.by)+" selects this alternative",
				"add it to the mapping of the discriminator, with a correction")
			return false
		}
		isOptional = isOptional || !a.flat.Required[u.by].OK()
		m.takeTag(u, a, c)
		kept = append(kept, a)
	}
	if len(kept) == 0 {
		return false
	}
	u.from = u.from.And(discriminator)
	u.alternatives = kept
	if isOptional {
		m.Remark(discriminator, "discriminator", c.Subject,
			"the tag "+wording.Quote(u.by)+" of a union is required, and the schemas do not require it",
			"nothing, if every value has it")
	}
	return true
}

// takeTag takes the tag of a union out of the fields of an alternative.
func (m *Modeler) takeTag(u *Union, a *alternative, c Context) {
	tag := a.flat.Schemas[u.by]
	a.plain = a.plain && tag == nil
	m.Settle(a.flat.Required[u.by]...)
	if tag != nil {
		m.settleTag(m.Flatten(c.Subject, tag...))
		u.from = u.from.And(tag...)
	}
	a.flat.RemoveProperty(u.by)
}

// countTags returns by how many alternatives each tag is listed. The base lists the tags of all.
func (m *Modeler) countTags(u *Union, c Context) map[string]int {
	listed := map[string]int{}
	for _, a := range u.alternatives {
		if a.base {
			continue
		}
		for _, v := range m.listedTags(a.flat, u.by, c) {
			listed[v]++
		}
	}
	return listed
}

// settleTag settles what the schema of a tag says of its type and of its meaning.
func (m *Modeler) settleTag(f *flat.Schema) {
	m.Settle(f.Typed...)
	m.Settle(f.EnumAt...)
	m.Settle(f.Words.Of("description")...)
}

// tagsOf returns the tags of an alternative, or nil if it has none: from the mapping, from an
// extension, the listed values that no other alternative lists, or its name.
func (m *Modeler) tagsOf(a *alternative, by string, mapped []string, listed map[string]int, c Context) []string {
	own := m.listedTags(a.flat, by, c)
	value := cmp.Or(a.schema.Text("x-discriminator-value"), a.schema.Text("x-ms-discriminator-value"))
	name := a.schema.Last()
	isForeign := func(tag string) bool { return !slices.Contains(own, tag) }
	isShared := func(tag string) bool { return listed[tag] > 1 }
	switch {
	case mapped != nil:
		if own != nil && slices.ContainsFunc(mapped, isForeign) {
			m.LoseAs(a.item, "discriminator", c.Subject,
				"the schema lists other values for "+wording.Quote(by)+" than the mapping",
				"correct one of the two")
		}
		return mapped
	case value != "":
		return []string{value}
	case len(own) > 0 && !a.base && !slices.ContainsFunc(own, isShared):
		return own
	case a.named && (len(own) == 0 || slices.Contains(own, name)):
		return []string{name}
	}
	return nil
}

// mappedTags returns the tags of schemas in the mapping of a discriminator.
func (m *Modeler) mappedTags(u *Union, mapping origin.Place, c Context) map[*yamldoc.Node][]string {
	tags := map[*yamldoc.Node][]string{}
	for tag, v := range mapping.Entries() {
		target, ok := m.mappingTarget(v, c)
		if !ok {
			continue
		}
		isTarget := func(a *alternative) bool { return a.schema.Node == target.Node }
		if !slices.ContainsFunc(u.alternatives, isTarget) {
			m.LoseAs(v, "mapping", c.Subject,
				"the tag "+wording.Quote(tag)+" selects a schema that is not an alternative",
				"list it as one, or correct it")
			continue
		}
		tags[target.Node] = append(tags[target.Node], tag)
	}
	return tags
}

// mappingTarget returns the schema that a mapping names or refers to.
func (m *Modeler) mappingTarget(v origin.Place, c Context) (origin.Place, bool) {
	if p := m.Schemas().Get(v.TextOf()); p.OK() {
		return p, true
	}
	return m.Follow(v, c.Subject)
}

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
		if t := m.ReadComponent(a.schema, Context{Side: side, Subject: u.Key}).Type; t.Is("record") {
			return t.Declared
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
	key := "variant " + name + "\n" + r.MemberText()
	if old := m.alike[key]; old != nil {
		old.Absorb(r)
		return old
	}
	m.Declare(r, m.ReserveName(name, owner), name, a.flat.Words)
	m.taken[r.Key] = "" // other types of the schema get other names
	ofSchema := r.Key == m.Components[a.schema.Pointer()]
	if item := a.item.Pointer(); !ofSchema && item != a.schema.Pointer() {
		m.Named[item] = r
	}
	m.alike[key] = r
	return r
}

// componentVariantName returns the name of the record of an alternative with a name of its own, and the
// pointer that it is reserved for, apart from the other types of its schema.
func (m *Modeler) componentVariantName(a *alternative, name, owner string, side Side) (variantName, variantOwner string) {
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

// variantName returns the name of the record of an alternative, and the pointer that it is reserved
// for. A schema with the name of its variant, such as ShapeCircle for circle, would clash with that.
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
