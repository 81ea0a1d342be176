package openapi

import (
	"cmp"

	"example.com/opgen/internal/catalog"
)

// union returns the schemas of a union and of its variants. A variant has a schema of
// its own, since that of its record refuses the tag.
func union(u *catalog.TaggedUnion, where side) object {
	suffix := ""
	if where == answer {
		suffix = ".answer"
	}
	var all, mapping object
	var branches []any
	for _, v := range u.Variants {
		name := typeName(v.GoName) + suffix
		all = append(all, of(name, variant(u, v, where))...)
		branches = append(branches, ref(name))
		mapping = append(mapping, of(v.Tag, "#/components/schemas/"+name)...)
	}
	if u.Open {
		name := typeName(u.Unknown()) + suffix
		all = append(all, of(name, otherVariant(u))...)
		branches = append(branches, ref(name))
	}
	o := of("oneOf", branches, "discriminator", of("propertyName", u.By, "mapping", mapping))
	text := sentences([]string{u.Description})
	return append(of(typeName(u.Name)+suffix, member(o, text != "", "description", text)), all...)
}

// variant returns the schema of a variant: its record with the tag. Without a description
// of its own it has that of the record.
func variant(u *catalog.TaggedUnion, v *catalog.Variant, where side) object {
	record := catalog.Shape{}
	if v.Record != nil {
		record = *v.Record
	}
	record.Description = cmp.Or(v.Description, record.Description)
	return tagged(shape(&record, where, record.Open || where == answer, nil), u.By, of("type", "string", "const", v.Tag))
}

// otherVariant returns the schema of what an open union takes beside its variants.
func otherVariant(u *catalog.TaggedUnion) object {
	return tagged(of("type", "object", "description", "A variant that the catalog does not describe.", "additionalProperties", true),
		u.By, of("type", "string", "not", of("enum", list(u.Tags()...))))
}

// tagged adds a required property in front of those of an object.
func tagged(o object, by string, schema object) object {
	properties, required := of(by, schema), list(by)
	var rest object
	for _, p := range o {
		switch p.key {
		case "properties":
			properties = append(properties, p.value.(object)...)
		case "required":
			required = append(required, p.value.([]any)...)
		case "additionalProperties":
			rest = append(rest, of("properties", properties, "required", required)...)
			rest = append(rest, p)
		default:
			rest = append(rest, p)
		}
	}
	return rest
}
