package interpreter

import (
	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// A union is a record whose plan is that of the variant. The tag is beside the members, so a
// variant without a record has the plan of an empty shape.

// emptyPlan is the plan of a variant that has only the tag, and of one that is not in the catalog.
var emptyPlan = &recordPlan{Plan: plan.Record(new(catalog.Shape))}

// variantsOf describes the variants for the runtime, which uses their types only to print
// generated structs.
func variantsOf(u *catalog.TaggedUnion) wire.Variants {
	facts := wire.Variants{By: u.By, Of: map[string]any{}, Open: u.Open}
	for _, v := range u.Variants {
		facts.Of[v.Tag] = nil
	}
	return facts
}

// union returns the function that reads a union. If it has no variant, r does not change, as
// in generated code for a repeated key.
func (rd reader) union(of *recordPlan, u *catalog.TaggedUnion) func(*wire.Decoder, *record) {
	return func(d *wire.Decoder, r *record) {
		tag := d.Tag(u.By)
		v := u.Variant(tag)
		switch {
		case v != nil && v.Record != nil:
			*r = record{union: u, tag: tag}
			rd.record(of.records[v.Record])(d, r)
		case v != nil:
			d.TagAlone()
			*r = record{union: u, tag: tag, plan: emptyPlan}
		case u.Open:
			if unknown, ok := d.UnknownVariant(tag); ok {
				*r = record{union: u, tag: unknown.Tag, plan: emptyPlan, extra: unknown.Body}
			}
		default:
			d.NoVariant(tag, variantsOf(u))
		}
	}
}

// appendUnion appends a union as a client sends it.
func (r *record) appendUnion(b []byte) []byte {
	if r.union.Variant(r.tag) == nil {
		return wire.AppendUnknownVariant(b, api.UnknownVariant{Tag: r.tag, Body: r.extra},
			variantsOf(r.union))
	}
	b = wire.AppendTag(b, r.union.By, r.tag, r.extra)
	return wire.Splice(r.appendMembers(b), len(b))
}
