package verify

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/plan/interpreter"
	"example.com/opgen/internal/plan/sample"
)

// Says reports whether the catalog states a fact about the requests of an operation. A run
// lists a fact only if its requests have a value at the place, which may require fixtures.
func Says(op *catalog.Operation, id string) bool {
	at := strings.LastIndex(id, " ")
	if at < 0 {
		return false
	}
	parts := strings.Split(id[:at], "/")[1:]
	for _, body := range valuesWith(&catalog.Type{Kind: catalog.Record, Record: op.Request}, parts) {
		b := &builder{filler: filler{values: &values{Fixtures: new(Fixtures)}}, op: interpreter.New(op), all: body.(map[string]any), base: map[string]any{}}
		facts, _ := b.facts()
		if slices.ContainsFunc(facts, func(f fact) bool { return f.name() == id }) {
			return true
		}
	}
	return false
}

// valuesWith returns values of a type that have something at a place: one for each variant of
// a union that has the place.
func valuesWith(t *catalog.Type, parts []string) []any {
	if len(parts) == 0 {
		parts = []string{""} // an array or an object at the place is not empty
	}
	name := jsonpointer.Unescape(parts[0])
	var all []any
	member := func(object map[string]any, fields []*catalog.Field) {
		i := slices.IndexFunc(fields, func(f *catalog.Field) bool { return f.Name == name })
		if i < 0 {
			return
		}
		for _, x := range valuesWith(fields[i].Type, parts[1:]) {
			all = append(all, sample.With(object, name, x))
		}
	}
	switch t.Kind {
	case catalog.Array:
		for _, x := range valuesWith(t.Elem, parts[1:]) {
			all = append(all, []any{x})
		}
	case catalog.Map:
		for _, x := range valuesWith(t.Elem, parts[1:]) {
			all = append(all, map[string]any{name: x})
		}
	case catalog.Record:
		member(map[string]any{}, t.Record.Fields)
	case catalog.Union:
		for _, v := range t.Union.Variants {
			if v.Record != nil {
				member(map[string]any{t.Union.By: v.Tag}, v.Record.Fields)
			}
		}
	default:
		return []any{""}
	}
	if all == nil {
		all = append(all, map[string]any{})
	}
	return all
}
