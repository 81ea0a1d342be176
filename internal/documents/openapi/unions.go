package openapi

import (
	"cmp"

	"example.com/opgen/internal/catalog"
)

// union returns the schemas of a union and of its variants. A variant needs its own schema,
// because the schema of its record refuses the tag.
func union(u *catalog.TaggedUnion, where side) object {
	var all, mapping object
	var branches []any
	for _, v := range u.Variants {
		name := where.name(v.GoName)
		all = append(all, of(name, variant(u, v, where))...)
		branches = append(branches, ref(name))
		mapping = append(mapping, of(v.Tag, "#/components/schemas/"+name)...)
	}
	if u.Open {
		name := where.name(u.Unknown())
		all = append(all, of(name, otherVariant(u))...)
		branches = append(branches, ref(name))
	}
	o := of("oneOf", branches, "discriminator", of("propertyName", u.By, "mapping", mapping))
	text := sentences([]string{u.Description})
	return append(of(where.name(u.Name), member(o, text != "", "description", text)), all...)
}

// variant returns the schema of a variant: its record with the tag, and with the description
// of the variant, if it has one.
func variant(u *catalog.TaggedUnion, v *catalog.Variant, where side) object {
	record := catalog.Shape{}
	if v.Record != nil {
		record = *v.Record
	}
	record.Description = cmp.Or(v.Description, record.Description)
	return shape(&record, where, record.Open || where == inResponse, nil, of(u.By, of("type", "string", "const", v.Tag)))
}

// otherVariant returns the schema of unknown variants of an open union.
func otherVariant(u *catalog.TaggedUnion) object {
	other := &catalog.Shape{Description: "A variant that the catalog does not describe."}
	return shape(other, inResponse, true, nil, of(u.By, of("type", "string", "not", of("enum", list(u.Tags()...)))))
}
