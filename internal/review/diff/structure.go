package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// stillFits is the situation of JSON that is valid under another type, too: what is sent
// breaks nobody, whatever the types are called.
var stillFits = Situation{"every value that is sent fits the other type, too"}

// fits reports whether every value of one type is valid as another in a context: a request
// goes from the base to the head, and a response the other way round.
func (x structure) fits(from, to *catalog.Type) bool {
	if from.Holder() && from.Kind == to.Kind {
		return (to.Elem.Nullable || !from.Elem.Nullable) && x.fits(from.Elem, to.Elem)
	}
	object := slices.Contains([]catalog.Kind{catalog.Object, catalog.Record, catalog.Union, catalog.Map}, from.Kind)
	switch to.Kind {
	case catalog.Any, catalog.Unspecified:
		return true
	case catalog.Object:
		return object
	case catalog.Map:
		return object && to.Elem.Kind == catalog.Any
	case catalog.Number:
		return from.Kind == catalog.Integer || from.Kind == catalog.Number
	case catalog.Record:
		return from.Kind == catalog.Record && x.fitsRecord(from.Record, to.Record)
	case catalog.Union:
		return from.Kind == catalog.Union && x.fitsUnion(from.Union, to.Union)
	case catalog.Enumeration:
		lacks := func(v *catalog.EnumValue) bool { return !slices.Contains(to.Enum.Texts(), v.Value) }
		return from.Kind == to.Kind && (x.in == InResponse || to.Enum.Open || !from.Enum.Open && !slices.ContainsFunc(from.Enum.Values, lacks))
	}
	return from.Kind == to.Kind
}

// structure compares types by what they are in JSON.
type structure struct {
	in  Context
	met map[[2]*catalog.Shape]bool // records that are being compared, which may contain themselves
}

// structureIn begins a comparison.
func structureIn(context Context) structure {
	return structure{context, map[[2]*catalog.Shape]bool{}}
}

// travels orders what base and head have by the way on which it is sent in a context.
func travels[T any](context Context, base, head T) (from, to T) {
	if context == InResponse {
		return head, base
	}
	return base, head
}

func (x structure) fitsRecord(from, to *catalog.Shape) bool {
	if from == to || x.met[[2]*catalog.Shape{from, to}] {
		return true
	}
	x.met[[2]*catalog.Shape{from, to}] = true
	for _, f := range from.Fields {
		if g := to.Field(f.Name); g == nil && x.in == InRequest || g != nil && !x.fitsField(f, g) {
			return false
		}
	}
	return !slices.ContainsFunc(to.Fields, func(g *catalog.Field) bool { return from.Field(g.Name) == nil && (g.Required || from.Open) }) &&
		(x.in == InResponse || to.Open || !from.Open)
}

func (x structure) fitsField(f, g *catalog.Field) bool {
	differs := func(k catalog.Constraint) bool {
		return x.in == InRequest && stated(k, g) != "" && stated(k, f) != stated(k, g)
	}
	return x.fits(f.Type, g.Type) && f.Type.Nullable == g.Type.Nullable && (f.Required || !g.Required) && f.Join == g.Join &&
		f.OmitEmpty == g.OmitEmpty && f.Codes == g.Codes && sameValue(f.Default, g.Default) && !slices.ContainsFunc(catalog.Constraints, differs)
}

func (x structure) fitsUnion(from, to *catalog.TaggedUnion) bool {
	return from.By == to.By && (to.Open || !from.Open) && !slices.ContainsFunc(from.Variants, func(v *catalog.Variant) bool {
		w := to.Variant(v.Tag)
		return w == nil && (!to.Open || x.in == InResponse) || w != nil && !x.fitsVariant(v, w)
	})
}

// fitsVariant compares the records of two variants; a tag without a record has no members.
func (x structure) fitsVariant(v, w *catalog.Variant) bool {
	record := func(v *catalog.Variant) *catalog.Shape {
		if v.Record == nil {
			return new(catalog.Shape)
		}
		return v.Record
	}
	return x.fitsRecord(record(v), record(w))
}
