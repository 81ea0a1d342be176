package generator

import "example.com/opgen/catalog"

// Records that hold several records, which hold several records, make samples
// that grow with every level. The limits keep a generated test readable by its
// compiler, and a body within the limits of a server.
const (
	maxSampleValues = 2_000
	maxSampleDepth  = 40
)

// cost is the size of a sample.
type cost struct {
	values, depth int
}

func (c cost) tooLarge() bool { return c.values > maxSampleValues || c.depth > maxSampleDepth }

// samplerFor returns the sampler of an operation, and false where even a light
// sample of its request or its answer would be too large.
func samplerFor(op *catalog.Operation) (sampler, bool) {
	for _, s := range []sampler{{}, {light: true}} {
		known := map[*catalog.Shape]cost{}
		if !s.cost(op.Request, known).tooLarge() && !s.cost(op.Response.Shape, known).tooLarge() {
			return s, true
		}
	}
	return sampler{}, false
}

// cost returns the size of a sample of a shape. Shapes that are known are not
// looked at again, so that this takes no longer than reading the catalog.
func (s sampler) cost(of *catalog.Shape, known map[*catalog.Shape]cost) cost {
	if c, ok := known[of]; ok {
		return c
	}
	total := cost{values: 1, depth: 1}
	for _, f := range of.Fields {
		if !s.wants(f) {
			continue
		}
		items, t := 1, f.Type
		if t.Kind == catalog.Array {
			items, t = 2, t.Elem
			if f.MinItems != nil {
				items = max(items, *f.MinItems)
			}
		}
		one := cost{values: 1}
		if t.Kind == catalog.Record {
			one = s.cost(t.Record, known)
		}
		// Beyond the limit the number does not matter, and must not overflow.
		total.values = min(total.values+min(items, maxSampleValues+1)*one.values, maxSampleValues+1)
		total.depth = max(total.depth, one.depth+1)
	}
	known[of] = total
	return total
}
