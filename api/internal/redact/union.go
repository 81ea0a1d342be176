package redact

import (
	"maps"
	"reflect"
	"slices"
	"sync"
)

// Variants tells of a union which member is the tag, and what its values stand for:
// a value of the type of each variant. An open union takes other tags too.
type Variants struct {
	By   string
	Of   map[string]any
	Open bool
}

// union is what generated unions are: structs with one field, the variant.
type union interface{ Variants() Variants }

var (
	unionType = reflect.TypeFor[union]()
	tagType   = reflect.TypeFor[string]()
	nothing   = reflect.TypeFor[struct{}]()
)

func isUnion(t reflect.Type) bool { return t.Kind() == reflect.Struct && t.Implements(unionType) }

// variantsOf returns the types of the variants of a union, sorted by tag.
func variantsOf(t reflect.Type) []reflect.Type {
	types, known := unionsOf.Load(t)
	if !known {
		var all []reflect.Type
		of := factsOf(t).Of
		for _, tag := range slices.Sorted(maps.Keys(of)) {
			all = append(all, reflect.TypeOf(of[tag]))
		}
		types, _ = unionsOf.LoadOrStore(t, all)
	}
	return types.([]reflect.Type)
}

// unionsOf holds the types of the variants of each union.
var unionsOf sync.Map

func factsOf(t reflect.Type) Variants { return reflect.Zero(t).Interface().(union).Variants() }

// isSensitiveUnion reports whether any key in a union may be made up inside of
// something sensitive: the catalog marks it, or other tags are accepted.
func isSensitiveUnion(t reflect.Type) bool {
	return isSensitive(t.Field(0)) || factsOf(t).Open
}

// union shows the union at hand: its tag, and what the variant of the tag names.
func (r *redactor) union(t reflect.Type) {
	facts := factsOf(t)
	if isSensitive(t.Field(0)) {
		r.Skip()
		r.note(Redacted)
		return
	}
	variant := nothing
	if at := r.tags.Find(&r.Cursor, facts.By); at >= 0 {
		if tag, ok := r.StringAt(at); ok && facts.Of[tag] != nil {
			variant = reflect.TypeOf(facts.Of[tag])
		}
	}
	r.object(variant, facts.By)
}

// inUnions returns the types without pointers, with the variants of unions in place of
// these, and whether one of the unions is sensitive.
func inUnions(types []reflect.Type) (all []reflect.Type, sensitive bool) {
	for _, t := range types {
		if t = within(t); !isUnion(t) {
			all = append(all, t)
			continue
		}
		sensitive = sensitive || isSensitiveUnion(t)
		all = append(all, variantsOf(t)...)
	}
	return all, sensitive
}
