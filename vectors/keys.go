package vectors

import (
	"slices"

	"example.com/opgen/catalog"
)

// The version of the format, and how a file begins.
const (
	formatVersion = "1"
	start         = "vectors: " + formatVersion
)

// valueKind is what the value of a key has to be.
type valueKind int

const (
	anyValue valueKind = iota // looked at by whoever reads the key
	textValue
	textsValue
)

// keySpec is what is known about a key of a map.
type keySpec struct {
	name   string
	value  valueKind
	needed bool
}

// The keys of a file and of a vector.
var (
	fileKeys = []keySpec{
		{"vectors", anyValue, true},
		{"operations", anyValue, true},
	}
	vectorKeys = []keySpec{
		{"name", textValue, true},
		{"shows", textsValue, false},
		{"only", textValue, false},
		{"request", textValue, true},
		{"body", textValue, false},
		{"violations", textsValue, false},
	}
)

// Keys returns the keys that a file and a vector may have.
func Keys() map[string][]string {
	return map[string][]string{"file": names(fileKeys), "vector": names(vectorKeys)}
}

func names(specs []keySpec) []string {
	var list []string
	for _, s := range specs {
		list = append(list, s.name)
	}
	return list
}

// attrs are the values of a map by its keys. Those that were reported are
// missing, and their keys in given.
type attrs struct {
	values map[string]catalog.Value
	given  map[string]bool
}

// has reports whether a key is given with the right kind of value.
func (a attrs) has(key string) bool { _, ok := a.values[key]; return ok }

// text returns the text of a key, "" where there is none.
func (a attrs) text(key string) string {
	if a.has(key) {
		return a.values[key].Text()
	}
	return ""
}

// texts returns the items of a list of texts.
func (a attrs) texts(key string) []catalog.Value {
	if !a.has(key) {
		return nil
	}
	items, _ := a.values[key].List()
	return items
}

// keys reads a map by its keys. What is missing is reported at place.
func (r *reader) keys(entries []catalog.Entry, place catalog.Value, specs []keySpec) attrs {
	a := attrs{map[string]catalog.Value{}, map[string]bool{}}
	for _, e := range entries {
		key := e.Key.Text()
		i := slices.IndexFunc(specs, func(s keySpec) bool { return s.name == key })
		if i < 0 {
			r.report(catalog.UnknownKey, e.Key, "unknown key %s%s", catalog.Quote(key), catalog.Remedy(key, names(specs)))
			a.given[catalog.Closest(key, names(specs))] = true // whose absence is this very slip
			continue
		}
		a.given[key] = true
		if r.fits(specs[i], e.Value) {
			a.values[key] = e.Value
		}
	}
	for _, s := range specs {
		if s.needed && !a.given[s.name] {
			r.report(catalog.MissingKey, place, "key %q is missing; add it", s.name)
		}
	}
	return a
}

// fits reports a value of another kind than its key asks for.
func (r *reader) fits(spec keySpec, v catalog.Value) bool {
	if v.Broken() {
		return false
	}
	switch spec.value {
	case textValue:
		if !v.IsString() {
			r.report(catalog.WrongKind, v, "%q: expected a string, found %s; write it between quotes", spec.name, v.Found())
			return false
		}
	case textsValue:
		items, ok := v.List()
		if !ok {
			r.report(catalog.WrongKind, v, "%q: expected a list of strings, found %s", spec.name, v.Found())
			return false
		}
		if len(items) == 0 {
			r.report(catalog.EmptyValue, v, "%q is empty; fill it or delete the key", spec.name)
			return false
		}
		for _, item := range items {
			if !item.Broken() && !item.IsString() {
				r.report(catalog.WrongKind, item, "%q: expected a string, found %s; write it between quotes", spec.name, item.Found())
				ok = false
			}
		}
		return ok
	}
	return true
}
