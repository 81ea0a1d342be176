package diff

import (
	"slices"

	"example.com/opgen/catalog"
)

// matching says what of the fields of a shape in the base is what in the head.
type matching struct {
	head map[*catalog.Field]*catalog.Field // by field of the base
	base map[*catalog.Field]*catalog.Field // by field of the head

	pairs    [][2]*catalog.Field // matched here, in the order of the base
	removed  []*catalog.Field
	added    []*catalog.Field
	nestings []nesting
}

// nesting is a field of a record type that took the place of fields, or the
// other way round.
type nesting struct {
	holder *catalog.Field
	side   Side // of the holder
	moved  []*catalog.Field
}

func newMatching() *matching {
	return &matching{head: map[*catalog.Field]*catalog.Field{}, base: map[*catalog.Field]*catalog.Field{}}
}

// take matches two fields.
func (m *matching) take(b, h *catalog.Field) {
	m.head[b], m.base[h] = h, b
	m.pairs = append(m.pairs, [2]*catalog.Field{b, h})
}

// inherit takes over what an included record has matched.
func (m *matching) inherit(from *matching) {
	for _, p := range from.pairs {
		m.head[p[0]], m.base[p[1]] = p[1], p[0]
	}
}

// match matches fields by name, by Go name, by what a record took over, and then
// by their place.
func (m *matching) match(c *correspondence, base, head []*catalog.Field) {
	m.by(base, head, func(f *catalog.Field) string { return f.Name })
	m.by(base, head, func(f *catalog.Field) string { return f.GoName })
	m.remaining(base, head)
	m.nested(c, Head, m.added, m.removed)
	m.nested(c, Base, m.removed, m.added)
	m.byPlace(c, base, head)
	m.remaining(base, head)
	order := make(map[*catalog.Field]int, len(base))
	for i, f := range base {
		order[f] = i
	}
	slices.SortFunc(m.pairs, func(x, y [2]*catalog.Field) int { return order[x[0]] - order[y[0]] })
}

// by matches what is left by a key.
func (m *matching) by(base, head []*catalog.Field, key func(*catalog.Field) string) {
	keys := make(map[string]*catalog.Field, len(head))
	for _, h := range head {
		if m.base[h] == nil {
			keys[key(h)] = h
		}
	}
	for _, b := range base {
		if h := keys[key(b)]; m.head[b] == nil && h != nil {
			m.take(b, h)
			delete(keys, key(b))
		}
	}
}

// remaining collects what has no counterpart.
func (m *matching) remaining(base, head []*catalog.Field) {
	m.removed = slices.DeleteFunc(slices.Clone(base), func(f *catalog.Field) bool { return m.head[f] != nil })
	m.added = slices.DeleteFunc(slices.Clone(head), func(f *catalog.Field) bool { return m.base[f] != nil })
}

// nested finds holders of a record that has two or more of the fields on the
// other side, or has one and no other.
func (m *matching) nested(c *correspondence, side Side, holders, others []*catalog.Field) {
	other := Base
	if side == Base {
		other = Head
	}
	for _, holder := range holders {
		if holder.Type.Kind != catalog.Record {
			continue
		}
		inside := map[string]bool{}
		for _, f := range holder.Type.Record.Fields {
			inside[f.Name+" "+c.typeKey(f.Type, side)] = true
		}
		moved := slices.DeleteFunc(slices.Clone(others), func(f *catalog.Field) bool {
			return !inside[f.Name+" "+c.typeKey(f.Type, other)]
		})
		if len(moved) > 1 || len(moved) == 1 && len(inside) == 1 {
			m.nestings = append(m.nestings, nesting{holder, side, moved})
		}
	}
}

// isNested tells whether a nesting is about a field.
func (m *matching) isNested(f *catalog.Field) bool {
	return slices.ContainsFunc(m.nestings, func(n nesting) bool {
		return n.holder == f || slices.Contains(n.moved, f)
	})
}

// byPlace matches fields that stand behind the same field on both sides, where
// there are equally many, and their types and whether they are required are the
// same. What is deprecated was not renamed: its end was announced.
func (m *matching) byPlace(c *correspondence, base, head []*catalog.Field) {
	gone, added := map[*catalog.Field][]*catalog.Field{}, map[*catalog.Field][]*catalog.Field{}
	var behind *catalog.Field
	var places []*catalog.Field
	for _, b := range base {
		switch {
		case m.head[b] != nil:
			behind = m.head[b]
		case !m.isNested(b):
			if gone[behind] == nil {
				places = append(places, behind)
			}
			gone[behind] = append(gone[behind], b)
		}
	}
	behind = nil
	for _, h := range head {
		switch {
		case m.base[h] != nil:
			behind = h
		case !m.isNested(h):
			added[behind] = append(added[behind], h)
		}
	}
	for _, place := range places {
		if c.alike(gone[place], added[place]) {
			for i, b := range gone[place] {
				m.take(b, added[place][i])
			}
		}
	}
}

// alike tells whether fields may be the same under other names.
func (c *correspondence) alike(base, head []*catalog.Field) bool {
	return slices.EqualFunc(base, head, func(b, h *catalog.Field) bool {
		return b.Deprecated == nil && b.Required == h.Required &&
			c.typeKey(b.Type, Base) == c.typeKey(h.Type, Head)
	})
}
