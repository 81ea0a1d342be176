package openapi

import (
	"cmp"
	"slices"

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
		mapping = append(mapping, obj(v.Tag, schemaPrefix+name)...)
	}
	if u.Open {
		name := where.name(u.Unknown())
		all = append(all, obj(name, otherVariant(u))...)
		branches = append(branches, ref(name))
		// A tag that is the name of a schema selects it without a mapping, too. Some tools read
		// a discriminator only if it maps every schema.
		mapping = member(mapping, !slices.Contains(u.Tags(), name), name, schemaPrefix+name)
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
	return shape(&record, where, record.Open || where == inResponse, nil,
		obj(u.By, obj("type", "string", "const", v.Tag)))
}

// otherVariant returns the schema of unknown variants of an open union. Generators of code ignore
// what a tag is not, and would read every known variant as an unknown one too, so a pattern
// repeats it.
func otherVariant(u *catalog.TaggedUnion) object {
	other := &catalog.Shape{Description: "A variant that the catalog does not describe."}
	tag := obj("type", "string", "not", obj("enum", list(u.Tags()...)))
	pattern := patternOfOthers(u.Tags())
	tag = member(tag, pattern != "", "pattern", pattern)
	return shape(other, inResponse, true, nil, obj(u.By, tag))
}
