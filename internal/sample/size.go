package sample

import "example.com/opgen/catalog"

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
	known := map[*catalog.Shape]cost{}
	if size == Full && size.cost(of, known).tooLarge() {
		size, known = Light, map[*catalog.Shape]cost{}
	}
	return size, !size.cost(of, known).tooLarge()
}

// cost is the content of a sample.
type cost struct {
	values, depth int
}

func (c cost) tooLarge() bool { return c.values > maxValues || c.depth > maxDepth }

// tooLarge reports whether a field alone would make a sample too large.
func (size Size) tooLarge(f *catalog.Field) bool {
	return size.costOf(f, map[*catalog.Shape]cost{}).tooLarge()
}

// cost returns the cost of a sample of a shape. Known shapes are not visited again,
// so this takes no longer than reading the catalog.
func (size Size) cost(of *catalog.Shape, known map[*catalog.Shape]cost) cost {
	if c, ok := known[of]; ok {
		return c
	}
	total := cost{values: 1, depth: 1}
	for _, f := range of.Fields {
		if size.wants(f) {
			c := size.costOf(f, known)
			// Beyond the limit the number does not matter, but it must not
			// overflow.
			total.values = min(total.values+c.values, maxValues+1)
			total.depth = max(total.depth, c.depth+1)
		}
	}
	known[of] = total
	return total
}

func (size Size) costOf(f *catalog.Field, known map[*catalog.Shape]cost) cost {
	items, depth := 1, 0
	for t := f.Type; t.Holder(); t = t.Elem {
		items, depth = min(2*items, maxValues+1), depth+1
	}
	if f.Type.Holder() && f.MinItems != nil {
		items = max(items, items/2**f.MinItems)
	}
	one := cost{values: 1}
	if record := f.Record(); record != nil {
		one = size.cost(record, known)
	}
	return cost{min(items, maxValues+1) * one.values, one.depth + max(depth-1, 0)}
}
