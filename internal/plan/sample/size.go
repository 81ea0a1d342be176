package sample

import "example.com/opgen/internal/catalog"

// Samples of nested records grow with every level. The limits keep generated tests small
// enough for the compiler, and bodies within the limits of servers.
const (
	maxValues = 2_000
	maxDepth  = 40
)

// fit returns the size, or a smaller one if a sample of the shape would be too
// large. It reports false if no size is small enough.
func (size Size) fit(of *catalog.Shape) (Size, bool) {
	known := map[place]cost{}
	if size == Full && size.cost(place{shape: of}, known).tooLarge() {
		size, known = Light, map[place]cost{}
	}
	return size, !size.cost(place{shape: of}, known).tooLarge()
}

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

func (p place) deepIn(u *catalog.TaggedUnion) bool { return p.deep && u.Entwined(p.shape) }

// ends reports whether a sample leaves out a field, because it leads to more of the same
// records.
func (p place) ends(f *catalog.Field) bool { return p.deep && f.Circular() && !f.HoldsAlways() }

// records returns the records that a field may contain in a sample.
func (p place) records(f *catalog.Field) []*catalog.Shape {
	u := f.Union()
	if u == nil || !p.deepIn(u) {
		return f.Records()
	}
	if v := u.Ending(); v != nil && v.Record != nil {
		return []*catalog.Shape{v.Record}
	}
	return nil
}

// cost is the content of a sample.
type cost struct {
	values, depth int
}

func (c cost) tooLarge() bool { return c.values > maxValues || c.depth > maxDepth }

// tooLarge reports whether a single field would make a sample too large.
func (size Size) tooLarge(f *catalog.Field) bool {
	return size.costOf(place{}, f, map[place]cost{}).tooLarge()
}

// cost returns the cost of a sample of a shape. It visits each place once, so it takes no
// longer than reading the catalog.
func (size Size) cost(of place, known map[place]cost) cost {
	if c, ok := known[of]; ok {
		return c
	}
	total := cost{values: 1, depth: 1}
	for _, f := range of.shape.Fields {
		if size.wants(f) && !of.ends(f) {
			c := size.costOf(of, f, known)
			total.values = min(total.values+c.values, maxValues+1) // must not overflow
			total.depth = max(total.depth, c.depth+1)
		}
	}
	known[of] = total
	return total
}

func (size Size) costOf(in place, f *catalog.Field, known map[place]cost) cost {
	items, depth := 1, 0
	for t := f.Type; t.Holder(); t = t.Elem {
		items, depth = min(2*items, maxValues+1), depth+1
	}
	if f.Type.Holder() && f.MinItems != nil {
		items = max(items, items/2**f.MinItems)
	}
	one := cost{values: 1}
	for _, record := range in.records(f) {
		c := size.cost(in.recordPlace(record), known)
		one = cost{max(one.values, c.values), max(one.depth, c.depth)}
	}
	return cost{min(items, maxValues+1) * one.values, one.depth + max(depth-1, 0)}
}
