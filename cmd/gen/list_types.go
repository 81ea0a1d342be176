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
