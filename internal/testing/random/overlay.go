package random

import (
	"math/rand/v2"
	"slices"
)

// Split moves a part of a catalog into an overlay: who may call, servers, enums, records,
// unions, areas and operations, and values, fields, variants and operations of those that stay. The rest is a
// valid catalog if nothing in it needs the part that was moved.
func Split(c Map, seed uint64) (base, overlay Map) {
	r := rand.New(rand.NewPCG(seed, 3))
	base, overlay = slices.Clone(c), Map{{"overlay", Plain("1")}}
	for _, key := range []string{"auth", "servers"} {
		if said := c.Get(key); said != nil && r.IntN(5) > 0 {
			base = slices.DeleteFunc(base, func(e Entry) bool { return e.Key == key })
			overlay = append(overlay, Entry{key, said})
		}
	}
	for _, key := range []string{"enums", "records", "unions", "areas"} {
		if named, ok := c.Get(key).(Map); ok {
			stays, goes := split(r, named, key)
			base.set(key, stays)
			if len(goes) > 0 {
				overlay = append(overlay, Entry{key, goes})
			}
		}
	}
	for _, key := range []string{"envelope", "failure", "idempotency"} {
		if value := base.Get(key); value != nil && r.IntN(4) > 0 {
			overlay = append(overlay, Entry{key, value})
			base = without(base, []string{key})
		}
	}
	return base, overlay
}

// within maps the key of named maps to the key of the named maps inside each.
var within = map[string]string{"enums": "values", "records": "fields", "unions": "of", "areas": "operations", "operations": "fields"}

func split(r *rand.Rand, named Map, key string) (stay, goes Map) {
	for _, e := range named {
		m, isMap := e.Value.(Map)
		whole := key != "operations" || isMap && m.Get("summary") != nil && m.Get("summary") != ""
		if r.IntN(4) == 0 && whole && (len(stay) > 0 || key == "fields") {
			goes = append(goes, e)
			continue
		}
		if inner, ok := m.Get(within[key]).(Map); ok {
			left, moved := split(r, inner, within[key])
			m = slices.Clone(m)
			m.set(within[key], left)
			e.Value = m
			if len(moved) > 0 {
				goes = append(goes, Entry{e.Key, Map{{within[key], moved}}})
			}
		}
		stay = append(stay, e)
	}
	return append(Map{}, stay...), goes
}
