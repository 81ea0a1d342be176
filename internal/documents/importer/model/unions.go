package model

import (
	"cmp"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/text/wording"
)

// This file finds unions. A document may name the tag and its values in five ways, and may leave
// out each of them; the catalog needs a member that every alternative has, and a value of it for
// each.
//
// What it finds is accounted for in the ledger of package origin, or else it would be a loss:
// Settle says that it is right that the catalog says nothing more about a place, Remark records a
// loss that concerns a part of a place, and LoseAs the loss of all of it.

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
	tags         []string     // the values of the tag that select it
	listed       []string     // the values of the tag that its schema lists
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

// heirs returns the named schemas that extend one by allOf, at any distance, and the schema itself
// if its discriminator has a value for it. There are none if nothing extends the schema: it is a
// record then, even with such a value.
func (m *Modeler) heirs(f *flat.Schema, discriminator origin.Place, c Context) []origin.Place {
	base := f.From
	family := []origin.Place{base}
	seen := maps.Clone(f.Merged) // these heirs would add nothing
	for i := 0; i < len(family); i++ {
		for _, heir := range m.Extended[family[i].Node] {
			_, isSeen := seen[heir.Node]
			if !isSeen {
				seen[heir.Node] = true
				family = append(family, heir)
			}
		}
	}
	heirs := family[1:]
	baseHasTag := m.baseHasTag(f, discriminator, c)
	if len(heirs) > 0 && baseHasTag {
		heirs = append(heirs, base)
	}
	return heirs
}

// baseHasTag reports whether a schema that others extend is itself selected by a tag: it lists its
// own name among the values of the tag, or the mapping of its discriminator has one for it.
func (m *Modeler) baseHasTag(f *flat.Schema, discriminator origin.Place, c Context) bool {
	base := f.From
	hasTag := slices.Contains(m.listedTags(f, tagName(discriminator), c), base.Last())
	for _, v := range discriminator.Get("mapping").Entries() { // all, since broken ones are losses
		target, _ := m.mappingTarget(v, c)
		hasTag = hasTag || target.Node == base.Node
	}
	return hasTag
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
	isHeir := f.Choices == nil // and so are those that extend it: heirs found them, too
	if !isHeir || a.flat.Choices != nil {
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

// distinguishes reports whether every alternative requires a member with listed values that no
// other one lists.
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

// setTags sets the tags of each alternative, and takes the tag out of its fields. A nested union with
// the same tag gives way to its alternatives, and an alternative for all other tags makes the union
// open. setTags reports whether every alternative has a tag. The first one without any is a loss, and
// so are alternatives that do not require the tag.
func (m *Modeler) setTags(u *Union, discriminator origin.Place, c Context) bool {
	mapped := m.mappedTags(u, discriminator.Get("mapping"), c)
	listed := m.countTags(u, c)
	var tagged []*alternative
	isOptional := false // a schema does not require the tag
	for _, a := range u.alternatives {
		mappedToIt := mapped[a.schema.Node]
		switch {
		case u.canTakeIn(a.nested):
			tagged = append(tagged, m.takeIn(u, a.nested)...)
			continue
		case mappedToIt == nil && a.isForOtherTags(u.by):
			m.Settle(a.item)
			u.open = true
			continue
		}
		a.listed = m.listedTags(a.flat, u.by, c)
		a.tags = m.tagsOf(a, u.by, mappedToIt, listed, c)
		if a.tags == nil {
			m.remarkUntagged(a, u.by, c)
			return false
		}
		isOptional = isOptional || !a.flat.Required[u.by].OK()
		m.takeTag(u, a, c)
		tagged = append(tagged, a)
	}
	if len(tagged) == 0 {
		return false
	}
	u.from = u.from.And(discriminator)
	u.alternatives = tagged
	if isOptional {
		m.remarkOptional(u.by, discriminator, c)
	}
	return true
}

// remarkUntagged records the loss of an alternative that no tag selects, and of its union.
func (m *Modeler) remarkUntagged(a *alternative, by string, c Context) {
	m.Remark(a.item, "discriminator", c.Subject,
		"no value of "+wording.Quote(by)+" selects this alternative",
		"add it to the mapping of the discriminator, with a correction")
}

// remarkOptional records that values without a tag are lost.
func (m *Modeler) remarkOptional(by string, discriminator origin.Place, c Context) {
	m.Remark(discriminator, "discriminator", c.Subject,
		"the tag "+wording.Quote(by)+" of a union is required, and the schemas do not require it",
		"nothing, if every value has it")
}

// canTakeIn reports whether a nested union, which may be nil, has the tag of u, so that one member
// distinguishes the alternatives of both.
func (u *Union) canTakeIn(nested *Union) bool { return nested != nil && nested.by == u.by }

// takeIn returns the alternatives of a nested union, as those of u. Alternatives that u lists itself are
// left out.
func (m *Modeler) takeIn(u, nested *Union) []*alternative {
	u.open = u.open || nested.open
	u.from = u.from.And(nested.from...)
	isInBoth := func(a *alternative) bool { return slices.ContainsFunc(u.alternatives, a.hasSameSchema) }
	return slices.DeleteFunc(slices.Clone(nested.alternatives), isInBoth)
}

// hasSameSchema reports whether two alternatives refer to one schema.
func (a *alternative) hasSameSchema(other *alternative) bool {
	return a.schema.Node == other.schema.Node
}

// isForOtherTags reports whether an alternative is for all values but those of the others:
// {properties: {kind: {not: {enum: [cat, dog]}}}}.
func (a *alternative) isForOtherTags(by string) bool {
	return a.flat.Schemas[by].First().Get("not").OK()
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
	value := cmp.Or(a.schema.Text("x-discriminator-value"), a.schema.Text("x-ms-discriminator-value"))
	name := a.schema.Last()
	isShared := func(tag string) bool { return listed[tag] > 1 }
	switch {
	case mapped != nil:
		m.checkMapped(a, by, mapped, c)
		return mapped
	case value != "":
		return []string{value}
	case len(a.listed) > 0 && !a.base && !slices.ContainsFunc(a.listed, isShared):
		return a.listed
	case a.named && (len(a.listed) == 0 || slices.Contains(a.listed, name)):
		return []string{name}
	}
	return nil
}

// checkMapped records a loss if a mapping has a tag for an alternative that its schema does not
// list.
func (m *Modeler) checkMapped(a *alternative, by string, mapped []string, c Context) {
	isForeign := func(tag string) bool { return !slices.Contains(a.listed, tag) }
	if a.listed != nil && slices.ContainsFunc(mapped, isForeign) {
		m.LoseAs(a.item, "discriminator", c.Subject,
			"the schema lists other values for "+wording.Quote(by)+" than the mapping",
			"correct one of the two")
	}
}

// mappedTags returns the tags in the mapping of a discriminator, by the schemas that they select. The
// specification wants all of these listed as alternatives, so those of a nested union do not count.
func (m *Modeler) mappedTags(u *Union, mapping origin.Place, c Context) map[*yamldoc.Node][]string {
	tags := map[*yamldoc.Node][]string{}
	for tag, v := range mapping.Entries() {
		target, ok := m.mappingTarget(v, c)
		if !ok {
			continue
		}
		if !u.lists(target) {
			m.LoseAs(v, "mapping", c.Subject,
				"the tag "+wording.Quote(tag)+" selects a schema that is not an alternative",
				"list it as one, or correct it")
			continue
		}
		tags[target.Node] = append(tags[target.Node], tag)
	}
	return tags
}

// lists reports whether a schema is one of the alternatives.
func (u *Union) lists(schema origin.Place) bool {
	isListed := func(a *alternative) bool { return a.schema.Node == schema.Node }
	return slices.ContainsFunc(u.alternatives, isListed)
}

// mappingTarget returns the schema that a mapping names or refers to.
func (m *Modeler) mappingTarget(v origin.Place, c Context) (origin.Place, bool) {
	if p := m.Schemas().Get(v.TextOf()); p.OK() {
		return p, true
	}
	return m.Follow(v, c.Subject)
}
