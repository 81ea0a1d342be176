package edge

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/text/wording"
)

// Two declarations that say the same accept the same, and no value needs to be made to know it.
// That saves most of the work inside of large records, whose members are mostly unchanged.

// pair is the records of both sides, either of which may be nil.
type pair [2]*catalog.Shape

// Alike reports whether two fields accept, send and settle the same values, by what their
// declarations say. Records that contain each other are alike unless something differs.
func Alike(a, b *catalog.Field) bool {
	return comparing{}.fields(a, b)
}

// comparing holds the pairs of records that are being compared, which count as alike.
type comparing map[pair]bool

// fields compares all keys that decide about values. Descriptions and sensitivity are no such keys.
func (c comparing) fields(a, b *catalog.Field) bool {
	isSame := a.Name == b.Name &&
		a.Required == b.Required &&
		a.Join == b.Join &&
		a.SendIf == b.SendIf &&
		a.OmitEmpty == b.OmitEmpty &&
		wording.Literal(a.Default) == wording.Literal(b.Default)
	for _, k := range catalog.Constraints {
		isSame = isSame && BoundText(k, a) == BoundText(k, b)
	}
	return isSame && c.types(a.Type, b.Type)
}

// types compares types by what they contain, not by their names.
func (c comparing) types(a, b *catalog.Type) bool {
	if a.Kind != b.Kind || a.Nullable != b.Nullable {
		return false
	}
	switch a.Kind {
	case catalog.Array, catalog.Map:
		return c.types(a.Elem, b.Elem)
	case catalog.Enumeration:
		return a.Enum.Open == b.Enum.Open && sameTexts(a.Enum.Texts(), b.Enum.Texts())
	case catalog.Record:
		return c.records(a.Record, b.Record)
	case catalog.Union:
		return c.unions(a.Union, b.Union)
	}
	return true
}

// records compares records, either of which may be nil.
func (c comparing) records(a, b *catalog.Shape) bool {
	if a == nil || b == nil {
		return a == b
	}
	if c[pair{a, b}] {
		return true
	}
	c[pair{a, b}] = true
	if a.Open != b.Open || len(a.Fields) != len(b.Fields) {
		return false
	}
	for _, f := range a.Fields {
		g := b.Field(f.Name)
		if g == nil || !c.fields(f, g) {
			return false
		}
	}
	return true
}

// unions compares unions by their tags and records, in any order.
func (c comparing) unions(a, b *catalog.TaggedUnion) bool {
	if a.By != b.By || a.Open != b.Open || len(a.Variants) != len(b.Variants) {
		return false
	}
	for _, v := range a.Variants {
		w := b.Variant(v.Tag)
		if w == nil || !c.records(v.Record, w.Record) {
			return false
		}
	}
	return true
}

// sameTexts reports whether two lists have the same texts in any order.
func sameTexts(a, b []string) bool {
	sorted := slices.Sorted(slices.Values(a))
	return slices.Equal(sorted, slices.Sorted(slices.Values(b)))
}
