package interpreter

import (
	"example.com/opgen/api"
	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
)

// unionValue is a union: one of its variants, or none.
type unionValue struct {
	union   *catalog.TaggedUnion
	variant *catalog.Variant // nil if the tag is unknown, or there is none
	record  *record          // of the variant, nil if it has none
	unknown *api.UnknownVariant
}

// IsEmpty reports whether a union has no variant.
func (c *unionValue) IsEmpty() bool { return c.variant == nil && c.unknown == nil }

// variantsOf describes the variants for the runtime, which uses their types only to print
// generated structs.
func variantsOf(u *catalog.TaggedUnion) wire.Variants {
	facts := wire.Variants{By: u.By, Of: map[string]any{}, Open: u.Open}
	for _, v := range u.Variants {
		facts.Of[v.Tag] = nil
	}
	return facts
}

// union returns the function that reads a union. If it has no variant, c does not change, as
// in generated code for a repeated key.
func (in reader) union(of *recordPlan, u *catalog.TaggedUnion) func(*wire.Decoder, *unionValue) {
	return func(d *wire.Decoder, c *unionValue) {
		c.union = u
		tag := d.Tag(u.By)
		switch v := u.Variant(tag); {
		case v != nil && v.Record != nil:
			*c = unionValue{union: u, variant: v, record: new(record)}
			in.record(of.records[v.Record])(d, c.record)
		case v != nil:
			d.TagAlone()
			*c = unionValue{union: u, variant: v}
		case u.Open:
			if unknown, ok := d.UnknownVariant(tag); ok {
				*c = unionValue{union: u, unknown: &unknown}
			}
		default:
			d.NoVariant(tag, variantsOf(u))
		}
	}
}

// check performs the checks of a variant.
func (c *unionValue) check(v *wire.Validator) {
	if c.record != nil {
		c.record.check(v)
	}
}

// AppendJSON appends a union as a client sends it.
func (c *unionValue) AppendJSON(b []byte) []byte {
	switch {
	case c.IsEmpty():
		return wire.AppendNoVariant(b)
	case c.unknown != nil:
		return wire.AppendUnknownVariant(b, *c.unknown, variantsOf(c.union))
	case c.record == nil:
		return append(wire.AppendTag(b, c.union.By, c.variant.Tag, nil), '}')
	default:
		b = wire.AppendTag(b, c.union.By, c.variant.Tag, c.record.extra)
		return wire.Splice(c.record.AppendJSON(b), len(b))
	}
}
