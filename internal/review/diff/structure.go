package diff

import (
	"slices"

	"example.com/opgen/internal/catalog"
)

// Situations of types with other names that accept the same JSON.
var (
	stillFits = Situation{"every value that is sent also fits the other type"}
	fitsRead  = Situation{"old clients can read it, but may lose members or get new values"}
	sameJSON  = Situation{"only the name in Go changes"}
)

// fits reports whether every value of one type is valid as another: requests go from the
// base to the head, and responses from the head to the base.
func (x structure) fits(from, to *catalog.Type) bool {
	if from.Holder() && from.Kind == to.Kind {
		takesNull := to.Elem.Nullable || slices.Contains([]catalog.Kind{catalog.Any, catalog.Unspecified}, to.Elem.Kind)
		return (takesNull || !from.Elem.Nullable) && x.fits(from.Elem, to.Elem)
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
		if u := from.Union; u != nil {
			fails := func(v *catalog.Variant) bool { return !x.fitsRecord(tagged(u.By, v), to.Record) }
			return x.again(u, to.Record) || !u.Open && !slices.ContainsFunc(u.Variants, fails)
		}
		return from.Kind == catalog.Record && x.fitsRecord(from.Record, to.Record)
	case catalog.Union:
		return from.Kind == catalog.Union && x.fitsUnion(from.Union, to.Union)
	case catalog.Enumeration:
		lacks := func(v *catalog.EnumValue) bool { return !slices.Contains(to.Enum.Texts(), v.Value) }
		return from.Kind == to.Kind && (!x.checks || to.Enum.Open || !from.Enum.Open && !slices.ContainsFunc(from.Enum.Values, lacks))
	}
	return from.Kind == to.Kind
}

// structure compares types by their JSON, for a receiver.
type structure struct {
	checks  bool            // whether constraints and values of enums count, and members that would be lost
	ignores bool            // whether new members are ignored: by old clients
	met     map[[2]any]bool // records and unions that are being compared, as they may be recursive
}

// again reports whether two types are being compared already.
func (x structure) again(from, to any) bool {
	pair := [2]any{from, to}
	defer func() { x.met[pair] = true }()
	return from == to || x.met[pair]
}

// fitting returns the situation of a type that replaces another.
func fitting[T any](in Context, base, head T, fits func(x structure, from, to T) bool) Situation {
	fit := func(from, to T, checks, ignores bool) bool {
		return fits(structure{checks, ignores, map[[2]any]bool{}}, from, to)
	}
	switch {
	case fit(base, head, true, false) && fit(head, base, true, false):
		return sameJSON
	case in == InRequest && fit(base, head, true, false), in == InResponse && fit(head, base, true, true):
		return stillFits
	case in == InResponse && fit(head, base, false, true):
		return fitsRead
	}
	return general
}

func (x structure) fitsRecord(from, to *catalog.Shape) bool {
	if x.again(from, to) {
		return true
	}
	for _, f := range from.Fields {
		if g := to.Field(f.Name); g == nil && !x.ignores || g != nil && !x.fitsField(f, g) {
			return false
		}
	}
	return !slices.ContainsFunc(to.Fields, func(g *catalog.Field) bool {
		return from.Field(g.Name) == nil && (g.Required || from.Open || x.checks && x.ignores)
	}) && (!x.checks || to.Open || !from.Open)
}

func (x structure) fitsField(f, g *catalog.Field) bool {
	values := f.Join == g.Join && x.fits(f.Type, g.Type)
	switch {
	case !x.checks && (isText(f.Type) || f.Join != "") && (isText(g.Type) || g.Join != ""):
		values = true
	case isText(f.Type) && isText(g.Type):
		when, _ := otherTexts(f, g)
		values = when == refusesNothing
	}
	refuses := func(k catalog.Constraint) bool {
		return k.Texts == nil && binding(k, g) != "" && stricter(k.Order, stated(k, g), stated(k, f))
	}
	equal := f.OmitEmpty == g.OmitEmpty && sameValue(f.Default, g.Default) && !slices.ContainsFunc(catalog.Constraints, refuses)
	return values && (g.Type.Nullable || !f.Type.Nullable) && (f.Required || !g.Required) && f.Codes == g.Codes && (equal || !x.checks)
}

// tagged returns the fields of a variant with its tag as the first.
func tagged(by string, v *catalog.Variant) *catalog.Shape {
	s := catalog.Shape{Fields: []*catalog.Field{{Name: by, Type: &catalog.Type{Kind: catalog.String}, Enum: []string{v.Tag}, Required: true}}}
	if v.Record != nil {
		s.Fields, s.Open = append(s.Fields, v.Record.Fields...), v.Record.Open
	}
	return &s
}

func (x structure) fitsUnion(from, to *catalog.TaggedUnion) bool {
	return x.again(from, to) || from.By == to.By && (to.Open || !from.Open) && !slices.ContainsFunc(from.Variants, func(v *catalog.Variant) bool {
		w := to.Variant(v.Tag)
		return w == nil && !to.Open || w != nil && !x.fitsVariant(v, w)
	}) && !(from.Open && slices.ContainsFunc(to.Variants, func(w *catalog.Variant) bool { // with a tag that was unknown
		return from.Variant(w.Tag) == nil && !(acceptsAll(w) || !x.checks && readsAll(w))
	}))
}

func (x structure) fitsVariant(v, w *catalog.Variant) bool {
	return x.fitsRecord(tagged("", v), tagged("", w))
}
