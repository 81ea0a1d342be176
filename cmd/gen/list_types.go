package main

import (
	"fmt"

	"example.com/opgen/catalog"
)

func fieldNames(fields []*catalog.Field) []string {
	return each(fields, func(f *catalog.Field) string { return f.Name })
}

// bounds returns the sizes and bounds that the catalog gives for a field, as in
// "min_items 1".
func bounds(f *catalog.Field) []string {
	var all []string
	for _, b := range []struct {
		name string
		n    *int
	}{
		{"min_items", f.MinItems}, {"max_items", f.MaxItems},
		{"min_length", f.MinLength}, {"max_length", f.MaxLength},
	} {
		if b.n != nil {
			all = append(all, fmt.Sprintf("%s %d", b.name, *b.n))
		}
	}
	if f.Minimum != "" {
		all = append(all, "minimum "+f.Minimum.String())
	}
	if f.Maximum != "" {
		all = append(all, "maximum "+f.Maximum.String())
	}
	return all
}

// used are the records and enums that operations reach.
type used struct {
	records map[*catalog.Shape]bool
	enums   map[*catalog.Enum]bool
}

func usedBy(s selection) used {
	u := used{map[*catalog.Shape]bool{}, map[*catalog.Enum]bool{}}
	for _, area := range s.areas {
		for _, op := range s.operations(area) {
			u.shape(op.Request)
			u.shape(op.Response.Shape)
		}
	}
	return u
}

// shape adds what the fields of a shape reach. An included record is not among
// that: its fields are listed where they were taken over.
func (u used) shape(s *catalog.Shape) {
	for _, f := range s.Fields {
		t := f.Type
		if t.Kind == catalog.Array {
			t = t.Elem
		}
		if t.Kind == catalog.Enumeration {
			u.enums[t.Enum] = true
		}
		if t.Kind == catalog.Record && !u.records[t.Record] {
			u.records[t.Record] = true
			u.shape(t.Record)
		}
	}
}
