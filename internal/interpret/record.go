package interpret

import (
	"encoding/json"
	"slices"

	"example.com/opgen/api"
	"example.com/opgen/catalog"
)

// record holds the values of a shape, as the struct of its name in generated
// code does. A value is nil where the struct's field is nil, and otherwise what
// it holds or points at; a record is a *record, and an array of them a []record.
type record struct {
	shape  *catalog.Shape
	values []any      // by the number of the field
	extra  api.Object // further keys of an open record
}

func newRecord(s *catalog.Shape) *record {
	r := new(record)
	r.become(s)
	return r
}

// become makes an empty record one of a shape, every field with its zero value.
func (r *record) become(s *catalog.Shape) {
	r.shape, r.values = s, make([]any, len(s.Fields))
	for n, f := range s.Fields {
		if !nilable(f) {
			r.values[n] = zero(f.Type)
		}
	}
}

// nilable reports whether a field can be nil in Go.
func nilable(f *catalog.Field) bool {
	switch f.Type.Kind {
	case catalog.Object, catalog.Any, catalog.Unspecified, catalog.Array:
		return true
	default:
		return !f.Required
	}
}

// zero is the zero value of a type in Go.
func zero(t *catalog.Type) any {
	switch t.Kind {
	case catalog.String, catalog.Enumeration:
		return ""
	case catalog.Boolean:
		return false
	case catalog.Integer:
		return 0
	case catalog.Number:
		return json.Number("")
	case catalog.Record:
		return newRecord(t.Record)
	default:
		return nil
	}
}

// value is the value of a field.
func (r *record) value(f *catalog.Field) any { return r.values[slices.Index(r.shape.Fields, f)] }

// names are the wire names of fields.
func names(fields []*catalog.Field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.Name
	}
	return list
}

// fieldOf is the field of a shape that has a name, or nil.
func fieldOf(s *catalog.Shape, name string) *catalog.Field {
	n := slices.IndexFunc(s.Fields, func(f *catalog.Field) bool { return f.Name == name })
	if n < 0 {
		return nil
	}
	return s.Fields[n]
}
