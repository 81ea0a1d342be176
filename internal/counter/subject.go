package counter

import (
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
	"example.com/opgen/diff"
)

// subject is the keys that a change is about, none where it is about a body as a
// whole. By them an example of one change is told from one of another that
// concerns the same operation.
type subject struct {
	keys  map[string]bool
	rules bool // the change is about a rule over several fields
}

func subjectOf(c *diff.Change, p pair) subject {
	s := subject{keys: map[string]bool{}}
	for _, of := range []diff.Subject{c.Base, c.Head} {
		if of.Field != nil {
			s.keys[of.Field.Name] = true
		}
		if of.Rule != nil {
			s.rules = true
			for _, f := range of.Rule.Fields {
				s.keys[f.Name] = true
			}
		}
		if of.Enum != nil {
			s.addFieldsOf(of.Enum, p.base.Request)
			s.addFieldsOf(of.Enum, p.head.Request)
		}
	}
	return s
}

// addFieldsOf adds the fields that hold an enum, in a shape and in its records.
func (s subject) addFieldsOf(e *catalog.Enum, in *catalog.Shape) {
	for _, f := range in.Fields {
		t := f.Type
		if t.Kind == catalog.Array {
			t = t.Elem
		}
		switch {
		case t.Kind == catalog.Enumeration && t.Enum.Name == e.Name:
			s.keys[f.Name] = true
		case t.Kind == catalog.Record:
			s.addFieldsOf(e, t.Record)
		}
	}
}

// refused reports whether a violation is about the subject.
func (s subject) refused(violations []api.Violation) bool {
	return len(s.keys) == 0 || slices.ContainsFunc(violations, func(v api.Violation) bool {
		return v.Field == "" && s.rules || slices.ContainsFunc(strings.Split(v.Field, "/"), func(key string) bool { return s.keys[key] })
	})
}

// differs reports whether two bodies differ in the subject.
func (s subject) differs(a, b string) bool {
	if len(s.keys) == 0 {
		return normal(a) != normal(b)
	}
	return compact(s.part(parse(a))) != compact(s.part(parse(b)))
}

// part is what a value of JSON holds of the subject, in order.
func (s subject) part(v any) []any {
	parts := []any{}
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if s.keys[key] {
				parts = append(parts, map[string]any{key: v[key]})
			} else if inner := s.part(v[key]); len(inner) > 0 {
				parts = append(parts, inner)
			}
		}
	case []any:
		for _, item := range v {
			if inner := s.part(item); len(inner) > 0 {
				parts = append(parts, inner)
			}
		}
	}
	return parts
}
