package diff

import (
	"cmp"
	"slices"

	"example.com/opgen/internal/catalog"
)

// pairBySimilarity adds renamed things to found. It compares the features of removed and new things:
// texts that are unique within a thing. Two things are a pair if they share two thirds of the
// features of the larger one. A thing with the same features is preferred, then the one that
// shares most; of several, the first in the order of the catalogs.
func pairBySimilarity[T comparable](found map[T]T, gone, added []T, features func(T, side) []string) {
	old, now := sortedFeatures(gone, inBase, features), sortedFeatures(added, inHead, features)
	taken := map[T]bool{}
	for _, least := range []float64{1, 2. / 3} {
		for i, x := range gone {
			best, most := -1, 0.
			for j, y := range added {
				if share := shared(old[i], now[j]); !taken[y] && share >= least && share > most {
					best, most = j, share
				}
			}
			if _, paired := found[x]; !paired && best >= 0 {
				found[x], taken[added[best]] = added[best], true
			}
		}
	}
}

// sortedFeatures returns the features of each thing, sorted.
func sortedFeatures[T any](things []T, side side, features func(T, side) []string) [][]string {
	all := make([][]string, len(things))
	for i, thing := range things {
		all[i] = features(thing, side)
		slices.Sort(all[i])
	}
	return all
}

// shared returns the share of the features of the larger of two things that both have.
func shared(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return float64(overlap(a, b)) / float64(max(len(a), len(b)))
}

// overlap counts the common elements of two sorted lists.
func overlap(a, b []string) int {
	n := 0
	for len(a) > 0 && len(b) > 0 {
		switch c := cmp.Compare(a[0], b[0]); {
		case c == 0:
			n++
			a, b = a[1:], b[1:]
		case c < 0:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return n
}

// matching pairs the fields of a shape in base and head.
type matching struct {
	head map[*catalog.Field]*catalog.Field // by field of the base
	base map[*catalog.Field]*catalog.Field // by field of the head

	pairs    [][2]*catalog.Field // matched here, in the order of the base
	moved    [][2]*catalog.Field // between a body and the record that it includes
	removed  []*catalog.Field
	added    []*catalog.Field
	nestings []nesting
}

// nesting is a field of a record type that replaced fields, or was replaced by them.
type nesting struct {
	holder *catalog.Field
	side   side // of the holder
	moved  []*catalog.Field
}

func newMatching() *matching {
	return &matching{head: map[*catalog.Field]*catalog.Field{}, base: map[*catalog.Field]*catalog.Field{}}
}

// match pairs fields by name, then by Go name, then those that moved into a record
// or out of one, then by place.
func (m *matching) match(c *correspondence, base, head []*catalog.Field) {
	m.removed, m.added = pairByKey(m.head, base, head, func(f *catalog.Field) string { return f.Name })
	m.removed, m.added = pairByKey(m.head, m.removed, m.added, func(f *catalog.Field) string { return f.GoName })
	for b, h := range m.head {
		m.base[h] = b
	}
	m.findNestings(c, inHead, m.added, m.removed)
	m.findNestings(c, inBase, m.removed, m.added)
	m.pairByPlace(c, base, head)
	m.removed = slices.DeleteFunc(m.removed, func(f *catalog.Field) bool { return m.head[f] != nil })
	m.added = slices.DeleteFunc(m.added, func(f *catalog.Field) bool { return m.base[f] != nil })
	for _, b := range base {
		if h := m.head[b]; h != nil {
			m.pairs = append(m.pairs, [2]*catalog.Field{b, h})
		}
	}
}

// pairMoved pairs own fields of a body with those of the included record on the other side,
// by name, and returns the rest of the own fields.
func (m *matching) pairMoved(own, included []*catalog.Field, side side) []*catalog.Field {
	return slices.DeleteFunc(slices.Clone(own), func(f *catalog.Field) bool {
		i := slices.IndexFunc(included, func(r *catalog.Field) bool { return r.Name == f.Name })
		if i < 0 {
			return false
		}
		b, h := f, included[i]
		if side == inBase {
			b, h = h, b
		}
		m.head[b], m.base[h] = h, b
		m.moved = append(m.moved, [2]*catalog.Field{b, h})
		return true
	})
}

// findNestings finds holders of a record with two or more of the other side's fields, or with one
// of them and no further field.
func (m *matching) findNestings(c *correspondence, side side, holders, others []*catalog.Field) {
	other := choose(side == inBase, inHead, inBase)
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

// isNested reports whether a field belongs to a nesting.
func (m *matching) isNested(f *catalog.Field) bool {
	return slices.ContainsFunc(m.nestings, func(n nesting) bool {
		return n.holder == f || slices.Contains(n.moved, f)
	})
}

// pairByPlace pairs fields that follow the same field on both sides, if there are
// equally many, of the same types and equally required.
func (m *matching) pairByPlace(c *correspondence, base, head []*catalog.Field) {
	following := func(fields []*catalog.Field, paired func(*catalog.Field) *catalog.Field) map[*catalog.Field][]*catalog.Field {
		var previous *catalog.Field
		at := map[*catalog.Field][]*catalog.Field{}
		for _, f := range fields {
			if h := paired(f); h != nil {
				previous = h
			} else if !m.isNested(f) {
				at[previous] = append(at[previous], f)
			}
		}
		return at
	}
	gone := following(base, func(b *catalog.Field) *catalog.Field { return m.head[b] })
	added := following(head, func(h *catalog.Field) *catalog.Field { return choose(m.base[h] != nil, h, nil) })
	for place, fields := range gone {
		if c.mayBeRenamed(fields, added[place]) {
			for i, b := range fields {
				h := added[place][i]
				m.head[b], m.base[h] = h, b
			}
		}
	}
}

// mayBeRenamed reports whether fields may be the same under other names. A deprecated field was
// not renamed: its end was announced.
func (c *correspondence) mayBeRenamed(base, head []*catalog.Field) bool {
	return slices.EqualFunc(base, head, func(b, h *catalog.Field) bool {
		return b.Deprecated == nil && b.Required == h.Required &&
			c.typeKey(b.Type, inBase) == c.typeKey(h.Type, inHead)
	})
}
