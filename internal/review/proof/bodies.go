package proof

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
	"example.com/opgen/internal/review/diff"
	"example.com/opgen/internal/text/wording"
)

// stages returns bodies that may show the change, cheaper ones first: samples of a shape,
// and samples with another value at the change.
func (l probe) stages(op *catalog.Operation, s *catalog.Shape, of func(*catalog.Operation, sample.Size) (*sample.Record, bool)) []func() []any {
	keys, values := l.concernedNames(s), valuesFor(l.change)
	tree := func(size sample.Size) map[string]any {
		if r, ok := of(op, size); ok {
			if object, ok := r.Value().(map[string]any); ok {
				return object
			}
		}
		return map[string]any{}
	}
	variationsOf := func(body any) []any {
		return slices.Concat([]any{body}, sample.Reductions(body), sample.Variations(body, keys, values))
	}
	return []func() []any{
		func() (all []any) {
			for _, fields := range l.change.Combinations {
				all = append(all, combination(fields, keys, s, tree(sample.Full)))
			}
			return all
		},
		func() []any { return append(variationsOf(map[string]any{}), variationsOf(tree(sample.Minimal))...) },
		func() (all []any) {
			values := l.concernedValues(s.Type(), map[*catalog.Shape]bool{})
			for _, body := range values[:min(len(values), mostConcerned)] {
				if object, ok := body.(map[string]any); ok {
					members := tree(sample.Minimal) // which rules over several fields may need
					maps.Copy(members, object)
					body = members
				}
				all = append(all, variationsOf(body)...)
			}
			return all
		},
		func() []any { return variationsOf(tree(sample.Full)) },
	}
}

// concernedNames returns the names of the concerned fields.
func (k scope) concernedNames(s *catalog.Shape) []string {
	found := map[string]bool{}
	for part := range k.parts {
		if f, ok := part.(*catalog.Field); ok {
			found[f.Name] = true
		}
	}
	for _, record := range slices.AppendSeq([]*catalog.Shape{s}, maps.Keys(catalog.Reached(s).Records)) {
		for _, f := range record.Fields {
			if k.concernsType(f.Type) {
				found[f.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// mostConcerned is the maximum number of bodies that are varied because they hold something concerned.
const mostConcerned = 10

// concernedValues returns values of a type that hold a concerned record, enum or union, with the members
// that each record requires. It enters each record once.
func (k scope) concernedValues(t *catalog.Type, entered map[*catalog.Shape]bool) (all []any) {
	switch {
	case t.Holder():
		for _, v := range k.concernedValues(t.Elem, entered) {
			all = append(all, holderOf(t, v))
		}
	case t.Union != nil:
		for _, v := range t.Union.Variants {
			var objects []any
			if v.Record != nil {
				objects = k.concernedValues(v.Record.Type(), entered)
			}
			if k.parts[t.Union] {
				objects = append(objects, minimalObject(v.Record))
			}
			for _, object := range objects {
				all = append(all, sample.WithMember(object.(map[string]any), t.Union.By, v.Tag))
			}
		}
	case t.Record != nil && !entered[t.Record]:
		entered[t.Record] = true
		if k.concernsRecord(t.Record) {
			all = append(all, minimalObject(t.Record))
		}
		for _, f := range t.Record.Fields {
			for _, v := range k.concernedValues(f.Type, entered) {
				if items, ok := v.([]any); ok && f.MinItems != nil {
					v = slices.Repeat(items, max(1, min(*f.MinItems, longestList)))
				}
				all = append(all, sample.WithMember(minimalObject(t.Record), f.Name, v))
			}
		}
	case k.parts[t.Enum]:
		all = []any{valueOf(catalog.Field{Type: t})}
	}
	return all
}

// concernsRecord reports whether a record or one of its fields is concerned.
func (k scope) concernsRecord(s *catalog.Shape) bool {
	return k.names[s.Name] || slices.ContainsFunc(s.Fields, func(f *catalog.Field) bool { return k.parts[f] })
}

// holderOf returns an array or a map of one value.
func holderOf(t *catalog.Type, v any) any {
	if t.Kind == catalog.Map {
		return map[string]any{"key": v}
	}
	return []any{v}
}

// minimalObject returns an object with the required members of a record, which may be nil.
func minimalObject(record *catalog.Shape) map[string]any {
	if record != nil {
		if r, ok := sample.Shape(record, sample.Minimal); ok {
			return r.Value().(map[string]any)
		}
	}
	return map[string]any{}
}

// combination returns a body with some fields, and without the other keys, which are empty
// if they are required.
func combination(fields []*catalog.Field, keys []string, s *catalog.Shape, values map[string]any) map[string]any {
	body := map[string]any{}
	for _, f := range s.Fields {
		value, ok := values[f.Name]
		if !ok {
			value = valueOf(*f)
		}
		switch at := slices.Index(catalog.Names(fields), f.Name); {
		case at >= 0 && fields[at].Type == nil:
			body[f.Name] = fields[at].Example
		case at >= 0:
			body[f.Name] = value
		case f.Required && slices.Contains(keys, f.Name):
			body[f.Name] = emptyValue(f)
		case f.Required:
			body[f.Name] = value
		}
	}
	return body
}

// emptyValue returns an empty value of a field, or "" if its type has none.
func emptyValue(f *catalog.Field) any {
	switch {
	case f.Type.Kind == catalog.Array && f.Join == "":
		return []any{}
	case f.Type.Kind == catalog.Object, f.Type.Kind == catalog.Record:
		return map[string]any{}
	}
	return ""
}

// compactJSON writes a value as JSON on one line.
func compactJSON(v any) string { return cmp.Or(wording.Literal(v), "null") }

// valuesFor returns values that the comparison found, values at the limits of a field in
// both catalogs, and one value of each type.
func valuesFor(c *diff.Change) []any {
	var values []any
	for _, v := range c.Values {
		values = append(values, nestedValues(v)...)
	}
	for _, subject := range []diff.Subject{c.Base, c.Head} {
		if e := subject.Enum; e != nil {
			for _, v := range e.Values {
				values = append(values, nestedValues(v.Value)...)
			}
		}
		if subject.Union != nil {
			values = append(values, nestedValues(variantsOf(subject.Union)...)...)
		}
		if v := subject.Variant; v != nil {
			for _, object := range []map[string]any{{}, minimalObject(v.Record)} {
				values = append(values, nestedValues(extendedObjects(sample.WithMember(object, subject.Union.By, v.Tag),
					v.Record)...)...)
			}
		}
		if f := subject.Field; f != nil {
			values = append(append(values, boundaryValues(f)...),
				nestedValues(objectsOf(f, c.Base.Field, c.Head.Field)...)...)
		}
	}
	values = append(values, nestedValues([]any{nil}, map[string]any{"key": nil})...)
	return append(values, "x", json.Number("1"), json.Number("1.5"), true, []any{"x", "y"}, []any{"x"}, map[string]any{"key": "x"},
		[]any{map[string]any{}}, "x,y", "x;y", json.Number("0"), "", " ", []any{}, map[string]any{}, nil)
}

// nestedValues returns values, each alone, in an array and in a map.
func nestedValues(values ...any) []any {
	var all []any
	for _, v := range values {
		all = append(all, v, []any{v}, map[string]any{"key": v})
	}
	return all
}

// extendedObjects returns an object, and objects with one more member: an unknown one, or a field of
// one of the records, which may be nil.
func extendedObjects(object map[string]any, records ...*catalog.Shape) []any {
	all := []any{object, sample.WithMember(object, "further", "x")}
	for _, r := range records {
		if r == nil {
			continue
		}
		for _, f := range r.Fields {
			for _, v := range append(boundaryValues(f), "x", json.Number("1"), nil) {
				all = append(all, sample.WithMember(object, f.Name, v))
			}
		}
	}
	return all
}

// objectsOf returns objects of a field, filled with members that it has in base or head.
func objectsOf(f, b, h *catalog.Field) []any {
	if r := f.Record(); r != nil {
		return extendedObjects(minimalObject(r), recordIn(b, ""), recordIn(h, ""))
	}
	if f.Union() == nil {
		return nil
	}
	all := variantsOf(f.Union())
	for _, r := range sample.Variants(f.Union(), sample.Minimal) {
		all = append(all, extendedObjects(r.Value().(map[string]any), recordIn(b, r.Tag), recordIn(h, r.Tag))...)
	}
	return all
}

// recordIn returns the record of a field, or of the variant of its union, or nil.
func recordIn(f *catalog.Field, tag string) *catalog.Shape {
	switch {
	case f == nil:
		return nil
	case f.Union() == nil:
		return f.Record()
	}
	if v := f.Union().Variant(tag); v != nil {
		return v.Record
	}
	return nil
}

// variantsOf returns values of each variant of a union.
func variantsOf(u *catalog.TaggedUnion) []any {
	var values []any
	for _, size := range []sample.Size{sample.Minimal, sample.Full} {
		for _, r := range sample.Variants(u, size) {
			values = append(values, r.Value())
		}
	}
	return values
}

// longestList is the maximum length of a list that is tried.
const longestList = 1_000

// boundaryValues returns the values at the bounds of a field and next to them.
func boundaryValues(f *catalog.Field) []any {
	var values []any
	for _, n := range []*int{f.MinItems, f.MaxItems} {
		if n != nil && *n <= longestList && f.Type.Holder() {
			for _, size := range []int{*n + 1, *n, max(*n-1, 0)} {
				values = append(values, listOf(*f, size))
			}
		}
	}
	for _, n := range []json.Number{f.Minimum, f.Maximum} {
		x, ok := new(big.Rat).SetString(string(n))
		if !ok {
			continue
		}
		digits, _ := strings.CutPrefix(string(n), "-") // a short number beyond a long bound
		values = append(values, n, json.Number(string(n[:len(n)-len(digits)])+"1"+digits))
		floor := new(big.Int).Div(x.Num(), x.Denom())
		for _, d := range []int64{-1, 0, 1, 2} {
			whole := new(big.Int).Add(floor, big.NewInt(d)).String()
			values = append(values, json.Number(whole), json.Number(whole+".5"))
		}
	}
	if f.Join != "" {
		values = append(values, "x"+f.Join+"y", f.Join+"x", "x"+f.Join+f.Join+"y")
	}
	return values
}

// listOf returns a value of an array or map field with a number of items.
func listOf(f catalog.Field, size int) any {
	f.MinItems, f.MaxItems = &size, &size
	return valueOf(f)
}

// valueOf returns a value of a field as it is sent, or "x" if there is none.
func valueOf(f catalog.Field) any {
	f.Required, f.Whole = true, false
	r, ok := sample.Shape(&catalog.Shape{Fields: []*catalog.Field{&f}}, sample.Minimal)
	if !ok {
		return "x"
	}
	return r.Value().(map[string]any)[f.Name]
}
