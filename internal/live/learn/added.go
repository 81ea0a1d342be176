package learn

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/recording"
)

// collectMembers collects members that the catalog does not name. Each is also a gap: a field without a
// type. Many of them are keys of a map.
func (l *learner) collectMembers(of gap, shape *catalog.Shape, at string, s *recording.Shape, all int) {
	keys := slices.DeleteFunc(fieldNames(s), func(key string) bool { return shape.Field(key) != nil })
	if of.record != nil {
		shape = of.record // it may be included
	}
	l.objects[shape] += all
	if s.Many || len(keys) > maxMembers {
		return
	}
	for _, key := range keys {
		token := "/" + jsonpointer.Escape(key)
		g := of
		g.id += token
		if l.gaps[g.id] == nil {
			g.parent, g.field = shape, &catalog.Field{Name: key, Type: &catalog.Type{Kind: catalog.Unspecified}, Pos: shape.Pos}
			g.why = l.frozen[shape]
			if !shape.Open {
				g.why = "the object is not open, so the catalog names all of its members; add the member to the catalog or to an overlay of yours"
			}
			l.addGap(&g)
		}
		l.addValues(g.id, at+token, s.Members[key], 0)
	}
}

// nameMembers sets the Go names of members that the catalog does not name.
func (l *learner) nameMembers() {
	first := slices.IndexFunc(l.gapOrder, func(g *gap) bool { return g.parent != nil })
	if first < 0 {
		return
	}
	slices.SortFunc(l.gapOrder[first:], func(a, b *gap) int { return cmp.Compare(a.id, b.id) })
	keys := map[*catalog.Shape][]string{}
	for _, g := range l.gapOrder[first:] {
		keys[g.parent] = append(keys[g.parent], g.field.Name)
	}
	for _, g := range l.gapOrder[first:] {
		taken := map[string]bool{}
		for _, f := range g.parent.Fields {
			taken[f.GoName] = true
		}
		n := l.namesOfKeys(keys[g.parent], taken)[g.field.Name]
		g.goName, g.total = n.name, l.objects[g.parent]
		g.name += "_" + n.inner
	}
}
