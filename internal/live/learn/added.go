package learn

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
)

// This file collects members that the catalog does not name: a response has "nickname", and its
// shape in the catalog has no such field. An overlay can add them to shapes that are open.

// comparer is the first stage: it compares what was observed with the catalog, reports
// contradictions, and collects the values of what the catalog leaves open.
type comparer struct {
	observed observed
	names    *naming
	findings *findings
	gaps     *gapSet
	objects  map[*catalog.Shape]int    // how often a shape of the catalog was seen
	frozen   map[*catalog.Shape]string // why a shape of the catalog must not change
}

// collectMembers collects members that the catalog does not name, in objects of a shape at a
// place. Each is also a gap: a field without a type. Many of them are keys of a map.
func (c *comparer) collectMembers(holder owner, shape *catalog.Shape, place string, s *recording.Shape, total int) {
	keys := slices.DeleteFunc(fieldNames(s), func(key string) bool { return shape.Field(key) != nil })
	if holder.record != nil {
		shape = holder.record // it may be included
	}
	c.objects[shape] += total
	if s.Many || len(keys) > maxMembers {
		return
	}
	for _, key := range keys {
		token := "/" + member(key)
		memberOwner := holder
		memberOwner.id += token
		if c.gaps.byID[memberOwner.id] == nil {
			c.addMember(memberOwner, shape, key)
		}
		c.gaps.addValues(memberOwner.id, place+token, s.Members[key], 0)
	}
}

// addMember adds the gap of a member that a shape does not name.
func (c *comparer) addMember(memberOwner owner, shape *catalog.Shape, key string) {
	why := c.frozen[shape]
	if !shape.Open {
		why = "the object is not open, so the catalog names all of its members; " +
			"add the member to the catalog or to an overlay of yours"
	}
	unspecified := &catalog.Type{Kind: catalog.Unspecified}
	c.gaps.add(&gap{
		owner:  memberOwner,
		field:  &catalog.Field{Name: key, Type: unspecified, Pos: shape.Pos},
		why:    why,
		parent: shape,
	})
}

// nameMembers sets the Go names of members that the catalog does not name. It runs after all
// responses were compared, because a name depends on the other new members of its shape.
func (c *comparer) nameMembers() {
	first := slices.IndexFunc(c.gaps.order, func(g *gap) bool { return g.parent != nil })
	if first < 0 {
		return
	}
	added := c.gaps.order[first:]
	slices.SortFunc(added, func(a, b *gap) int { return cmp.Compare(a.id, b.id) })
	keys := map[*catalog.Shape][]string{}
	for _, g := range added {
		keys[g.parent] = append(keys[g.parent], g.field.Name)
	}
	for _, g := range added {
		takenNames := map[string]bool{}
		for _, f := range g.parent.Fields {
			takenNames[f.GoName] = true
		}
		naming := c.names.namesOfKeys(keys[g.parent], takenNames)[g.field.Name]
		g.goName = naming.name
		g.name += "_" + naming.inner
		g.total = c.objects[g.parent]
	}
}
