package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
	"example.com/opgen/internal/plan/edge"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/pairing"
	"example.com/opgen/internal/text/wording"
)

// Rules over several fields count a record as given if it is sent with members, so what they
// count changes with the fields of the record, even if the rule stays the same. This file finds
// values that count in only one of the catalogs.

// countChange is a value of a field of rules that counts as given in only one of the catalogs.
// A record counts if it is sent with members, so that depends on its fields.
type countChange struct {
	side        pairing.Side   // that counts it
	field       *catalog.Field // of the head
	replacement *catalog.Field // replaces the field; its example is the value
}

// isCounted reports whether the members of an object decide if it counts as given.
func isCounted(t *catalog.Type) bool {
	return t.Kind == catalog.Record || t.Kind == catalog.Union
}

// tryValues tries values of a field that both catalogs accept, and notes which count as given.
// A catalog whose rules do not name the field counts like the other one.
func (c *combinations) tryValues(b, h *catalog.Field) {
	counted := isCounted(b.Type) || isCounted(h.Type)
	if b.Name != h.Name || !counted {
		return
	}
	names := func(g *group) bool { return slices.Contains(g.fields, h) }
	ruled := [2]bool{slices.ContainsFunc(c.base, names), slices.ContainsFunc(c.head, names)}
	was := interpreter.GivenFunc(b)
	is := interpreter.GivenFunc(h)
	found := map[[2]bool]bool{}
	for _, v := range append(sparseSamples(2, b.Type.Record, h.Type.Record), edge.Values(b, h)...) {
		body := wording.Literal(map[string]any{h.Name: v})
		before, read := was(body)
		after, both := is(body)
		counts := [2]bool{before, after}
		if !read || !both || found[counts] {
			continue
		}
		found[counts] = true
		if before != after && ruled[pairing.Base] && ruled[pairing.Head] {
			side := pairing.Head
			if before {
				side = pairing.Base
			}
			shows := &catalog.Field{Name: h.Name, Example: v}
			c.countChanges = append(c.countChanges, countChange{side, h, shows})
		}
	}
	// Whether some value counts in both catalogs, in none, or only in one.
	always, never := found[[2]bool{true, true}], found[[2]bool{false, false}]
	lost, gained := found[[2]bool{true, false}], found[[2]bool{false, true}]
	old, current := c.old[h], c.current[h]
	old.give, current.give = always, always
	if !ruled[pairing.Base] {
		old.give = always || gained
		old.lack = !b.Required || never || lost
	}
	if !ruled[pairing.Head] {
		current.give = always || lost
		current.lack = !h.Required || never || gained
	}
	c.old[h], c.current[h] = old, current
}

// mostItems bounds the lists that are tried.
const mostItems = 100

// sparseSamples returns samples of records, and minimal ones in which a member has another value:
// one that may not be sent, or another member's value.
func sparseSamples(depth int, records ...*catalog.Shape) (all []any) {
	var small []any
	var names []string
	values := []any{nil, "", []any{}}
	for _, r := range records {
		if r == nil {
			continue
		}
		full, _ := recordSample(r, sample.Full).(map[string]any)
		all = append(all, full)
		small = append(small, recordSample(r, sample.Minimal))
		for _, f := range r.Fields {
			names = append(names, f.Name)
			values = append(values, full[f.Name])
			if _, asked := plan.FieldStep(f).When.(plan.FirstItemGiven); !asked || depth == 0 {
				continue
			}
			n := 1
			if f.MinItems != nil {
				n = min(max(*f.MinItems, 1), mostItems)
			}
			items := sparseSamples(depth-1, f.Type.Elem.Record)
			items = append(items, nil, "", []any{}, map[string]any{})
			for _, item := range items {
				values = append(values, slices.Repeat([]any{item}, n))
			}
		}
	}
	for _, object := range small {
		all = append(append(all, object), sample.Variations(object, names, values)...)
	}
	return all
}

// recordSample returns a sample of a record, which is empty if there is none.
func recordSample(r *catalog.Shape, size sample.Size) any {
	// A minimal sample has no unknown keys.
	if s, ok := sample.Request(&catalog.Operation{Request: r}, size); ok {
		return s.Value()
	}
	return map[string]any{}
}
