package sample

import "example.com/opgen/internal/catalog"

// Nested records make samples that grow with every level. The limits keep a
// generated test small enough for the compiler, and a body within the limits of a
// server.
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

// place is a shape in a sample, and how many records around it contain it and are
// contained in it.
type place struct {
	shape  *catalog.Shape
	around int
}

// maxAround is how many records of a circle are in each other in a sample.
const maxAround = 2

// within returns the place of a record in a shape.
func (p place) within(record *catalog.Shape) place {
	if p.shape == nil || !p.shape.Entwined(record) {
		return place{shape: record}
	}
	return place{record, min(p.around+1, maxAround)} // what is required goes on, and ends
}

// deep reports whether a record is in so many of its own kind that it holds no more of
// them than it has to.
func (p place) deep() bool { return p.around+1 >= maxAround }

func (p place) deepIn(u *catalog.TaggedUnion) bool {
	return p.deep() && u.Entwined(p.shape)
}

// ends reports whether a sample ends at a place rather than go on with a field that
// leads to more of the same records.
func (p place) ends(f *catalog.Field) bool {
	return p.deep() && f.Circular() && !f.HoldsAlways()
}

// records returns the records that a sample of a field may hold at a place.
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

// tooLarge reports whether a field alone would make a sample too large.
func (size Size) tooLarge(f *catalog.Field) bool {
	return size.costOf(place{}, f, map[place]cost{}).tooLarge()
}

// cost returns the cost of a sample of a shape. Known ones are not visited again,
// so this takes no longer than reading the catalog.
func (size Size) cost(of place, known map[place]cost) cost {
	if c, ok := known[of]; ok {
		return c
	}
	total := cost{values: 1, depth: 1}
	for _, f := range of.shape.Fields {
		if size.wants(f) && !of.ends(f) {
			c := size.costOf(of, f, known)
			// Beyond the limit the number does not matter, but it must not
			// overflow.
			total.values = min(total.values+c.values, maxValues+1)
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
		c := size.cost(in.within(record), known)
		one = cost{max(one.values, c.values), max(one.depth, c.depth)}
	}
	return cost{min(items, maxValues+1) * one.values, one.depth + max(depth-1, 0)}
}
