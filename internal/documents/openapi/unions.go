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
		all = append(all, obj(name, variant(u, v, where))...)
		branches = append(branches, ref(name))
		mapping = append(mapping, obj(v.Tag, "#/components/schemas/"+name)...)
	}
	if u.Open {
		name := where.name(u.Unknown())
		all = append(all, obj(name, otherVariant(u))...)
		branches = append(branches, ref(name))
	}
	o := obj("oneOf", branches, "discriminator", obj("propertyName", u.By, "mapping", mapping))
	text := sentences([]string{u.Description})
	return append(obj(where.name(u.Name), member(o, text != "", "description", text)), all...)
}

// variant returns the schema of a variant: its record with the tag, and with the description
// of the variant, if it has one.
func variant(u *catalog.TaggedUnion, v *catalog.Variant, where side) object {
	record := catalog.Shape{}
	if v.Record != nil {
		record = *v.Record
	}
	record.Description = cmp.Or(v.Description, record.Description)
	return shape(&record, where, record.Open || where == inResponse, nil, obj(u.By, obj("type", "string", "const", v.Tag)))
}

// otherVariant returns the schema of unknown variants of an open union.
func otherVariant(u *catalog.TaggedUnion) object {
	other := &catalog.Shape{Description: "A variant that the catalog does not describe."}
	return shape(other, inResponse, true, nil, obj(u.By, obj("type", "string", "not", obj("enum", list(u.Tags()...)))))
}
