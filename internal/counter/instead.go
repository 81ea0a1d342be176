package counter

import (
	"maps"
	"slices"

	"example.com/opgen/internal/interpret"
	"example.com/opgen/internal/sample"
)

// instead returns the request that is served now and is most like one that is not:
// it lacks as few of its members as can be.
func (l look) instead(body string) string {
	tree, _ := parse(body).(map[string]any)
	var all []any
	if b, h := l.change.Base.Field, l.change.Head.Field; b != nil && h != nil && b.Name != h.Name {
		if v, ok := tree[b.Name]; ok {
			other := sample.With(tree, h.Name, v)
			delete(other, b.Name)
			all = append(all, other)
		}
	}
	if r, ok := sample.Request(l.head, sample.Full); ok {
		full, _ := parse(r.JSON()).(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			if v, ok := full[key]; ok {
				all = append(all, sample.With(tree, key, v))
			}
		}
	}
	all = slices.Concat(all, sample.Changed(tree, l.keys(l.head.Request), valuesFor(l.change)), sample.Without(tree))
	if r, ok := sample.Request(l.head, sample.Minimal); ok {
		all = append(all, parse(r.JSON()))
	}
	rank := func(text string) int { return 1000*max(0, members(tree)-members(parse(text))) + cost(text) }
	best := ""
	for _, b := range all[:min(len(all), mostTries)] {
		text := compact(b)
		if (best == "" || rank(text) < rank(best)) && interpret.Decode(l.head, text).Status == 200 {
			best = text
		}
	}
	return best
}

// members counts the members of all objects in a value.
func members(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			n += 1 + members(inner)
		}
	case []any:
		for _, inner := range v {
			n += members(inner)
		}
	}
	return n
}
