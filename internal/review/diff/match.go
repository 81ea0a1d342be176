package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// pairBySimilarity adds renamed things to found. It compares the features of removed and new things:
// texts that are unique within a thing. Two things are a pair if they share two thirds of the
// features of the larger one. A thing with the same features is preferred, then the one that
// shares most; of several, the first in the order of the catalogs. It returns the rest.
func pairBySimilarity[T comparable](found map[T]T, gone, added []T, features func(T, side) []string) (restGone, restAdded []T) {
	sets := map[T]map[string]bool{}
	for i, things := range [][]T{inBase: gone, inHead: added} {
		for _, thing := range things {
			sets[thing] = map[string]bool{}
			for _, feature := range features(thing, side(i)) {
				sets[thing][feature] = true
			}
		}
	}
	for _, least := range []float64{1, 2. / 3} {
		gone = slices.DeleteFunc(slices.Clone(gone), func(x T) bool {
			best, most := -1, 0.
			for i, y := range added {
				if share := sharedPart(sets[x], sets[y]); share >= least && share > most {
					best, most = i, share
				}
			}
			if best < 0 {
				return false
			}
			found[x] = added[best]
			added = slices.Delete(slices.Clone(added), best, best+1)
			return true
		})
	}
	return gone, added
}

// sharedPart returns the part of the larger set that both sets have.
func sharedPart(a, b map[string]bool) float64 {
	n := 0
	for feature := range a {
		if b[feature] {
			n++
		}
	}
	return float64(n) / float64(max(len(a), len(b), 1))
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
	m.pairByPlace(c, slices.DeleteFunc(slices.Clone(base), m.isNested), slices.DeleteFunc(slices.Clone(head), m.isNested))
	m.removed = slices.DeleteFunc(m.removed, func(f *catalog.Field) bool { return m.head[f] != nil })
	m.added = slices.DeleteFunc(m.added, func(f *catalog.Field) bool { return m.base[f] != nil })
	for _, b := range base {
		if h := m.head[b]; h != nil {
			m.pairs = append(m.pairs, [2]*catalog.Field{b, h})
		}
	}
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

// pairByPlace pairs fields that follow the same field on both sides, if there are equally many,
// of the same types and equally required. A deprecated field was not renamed: its end was announced.
func (m *matching) pairByPlace(c *correspondence, base, head []*catalog.Field) {
	next := 0 // in head, after the pair of the previous field
	for i, b := range base {
		if h := m.head[b]; h != nil {
			next = slices.Index(head, h) + 1
			continue
		}
		if i > 0 && m.head[base[i-1]] == nil { // not the first one at its place
			continue
		}
		gone, added := m.leadingUnpaired(base[i:]), m.leadingUnpaired(head[next:])
		if slices.EqualFunc(gone, added, func(b, h *catalog.Field) bool {
			return b.Deprecated == nil && b.Required == h.Required && c.typeKey(b.Type, inBase) == c.typeKey(h.Type, inHead)
		}) {
			for j, b := range gone {
				m.head[b], m.base[added[j]] = added[j], b
			}
		}
	}
}

// leadingUnpaired returns the fields before the first one with a pair.
func (m *matching) leadingUnpaired(fields []*catalog.Field) []*catalog.Field {
	for i, f := range fields {
		if m.head[f] != nil || m.base[f] != nil {
			return fields[:i]
		}
	}
	return fields
}
