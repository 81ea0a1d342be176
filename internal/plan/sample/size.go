package sample

import "example.com/opgen/internal/catalog"

// Samples of nested records grow with every level. The limits keep generated tests small
// enough for the compiler, and bodies within the limits of servers.
const (
	maxValues = 2_000
	maxDepth  = 40
)

// maker makes a sample of a size.
type maker struct {
	Size
	shown bool // to readers, as in illustrated.go
	left  int  // number of values that may follow, negative if the sample is too large
	depth int  // number of records and arrays around the next value
}

// limited returns a sample, or a Light one if a Full one is too large. It reports false if
// there is none, or if it is too large.
func (m maker) limited(sample func(*maker) (*Record, bool)) (*Record, bool) {
	m.left = maxValues
	r, ok := sample(&m)
	if m.Size == Full && m.left < 0 {
		return maker{Size: Light, shown: m.shown}.limited(sample)
	}
	return r, ok && m.left >= 0
}

// enter begins a record or an array. It reports false if the sample is too large.
func (m *maker) enter() bool {
	m.left--
	if m.depth == maxDepth {
		m.left = -1
	}
	if m.left < 0 {
		return false
	}
	m.depth++
	return true
}

// leave ends what enter began.
func (m *maker) leave() { m.depth-- }

// place is the place of a shape in a sample. In a deep one, the record is already inside of a
// record of its cycle, so that further ones are left out unless they are required.
type place struct {
	shape *catalog.Shape
	deep  bool
}

// recordPlace returns the place of a record in a shape.
func (p place) recordPlace(record *catalog.Shape) place {
	return place{record, p.shape != nil && p.shape.Entwined(record)}
}

// deepIn reports whether the place is deep in records that contain a union.
func (p place) deepIn(u *catalog.TaggedUnion) bool { return p.deep && u.Entwined(p.shape) }

// leavesOut reports whether a sample leaves out a field, because it leads to more of the same
// records.
func (p place) leavesOut(f *catalog.Field) bool {
	return p.deep && f.Circular() && !f.HoldsAlways()
}
