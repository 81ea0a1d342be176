// Package edge makes values at the edges of what a field accepts, for everything that tries
// catalogs instead of trusting tables: the comparison of two declarations, the search for
// counterexamples, and the requests that a running service must refuse.
//
// The values are JSON trees: nil, bool, string, [json.Number], []any and map[string]any.
// [Values] makes those that tell declarations of a field apart. What it cannot tell apart is
// equal for its users, so its list of classes is the limit of what they prove:
//
//   - a value of each JSON kind, empty and not, whole and with a fraction
//   - the bounds of numbers and sizes, and their neighbors
//   - for texts, a text that breaks each constraint and no other, found by automata
//   - each value of an enum, and each variant of a union, and one that is in neither
//   - an object without each of its members, with an unknown one, and with each of these
//     values in each member that the declarations treat differently
package edge

import (
	"encoding/json"
	"maps"
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// Bounds of the values of one call. They keep records that contain each other from growing
// without end.
const (
	mostValues = 6_000
	mostNested = 4
)

// Values returns the values that tell the declarations of a field apart, each once. There
// are one or two declarations, of which the second one replaces the first.
func Values(declared ...*catalog.Field) []any {
	m := maker{left: mostValues, entered: map[pair]bool{}}
	return distinct(m.values(declared, 0))
}

// maker makes the values of one call.
type maker struct {
	left    int           // objects that may follow
	entered map[pair]bool // the records around the next value
}

// values returns the values of a field. Deeper than a member, a field that both sides declare
// alike has one value, which both accept: no other one tells the two sides apart.
func (m *maker) values(declared []*catalog.Field, depth int) []any {
	var all []any
	for _, f := range declared {
		if v, ok := Valid(f); ok {
			all = append(all, v)
		}
	}
	if len(declared) == 2 && depth > 0 && Alike(declared[0], declared[1]) {
		return all[:min(len(all), 1)]
	}
	all = append(all, kinds()...)
	all = append(all, texts(declared)...)
	for _, f := range declared {
		all = append(all, boundaries(f)...)
	}
	if depth < mostNested {
		all = append(all, m.items(declared, depth)...)
		all = append(all, m.objects(declared, depth)...)
	}
	return all
}

// kinds returns a few values of each JSON kind.
func kinds() []any {
	number := func(text string) any { return json.Number(text) }
	return []any{
		nil, true, "", " ", "x",
		number("0"), number("1"), number("-1"), number("1.0"), number("1.5"), number("1e20"),
		[]any{}, []any{"x"}, []any{nil}, []any{map[string]any{}}, []any{number("1")},
		map[string]any{}, map[string]any{"key": "x"}, map[string]any{"key": nil},
		map[string]any{"key": number("1")}, map[string]any{"key": map[string]any{}},
	}
}

// items returns arrays and maps of one item, for each value of an item, and arrays of the
// sizes around the bounds of the fields.
func (m *maker) items(declared []*catalog.Field, depth int) []any {
	var items []*catalog.Field
	for _, f := range declared {
		if f.Type.Holder() && f.Join == "" {
			items = append(items, &catalog.Field{Name: f.Name, Type: f.Type.Elem})
		}
	}
	if items == nil {
		return nil
	}
	var all []any
	for _, v := range m.values(items, depth+1) {
		all = append(all, []any{v}, map[string]any{"key": v})
	}
	return all
}

// objects returns objects of the records and variants of a field: each with its required
// members, without one of them, and with another value of one member.
func (m *maker) objects(declared []*catalog.Field, depth int) []any {
	var all []any
	for _, o := range objectsOf(declared) {
		if m.entered[o.sides] {
			continue
		}
		m.entered[o.sides] = true
		all = append(all, o.base, with(o.base, UnknownKey, "x"), with(o.base, UnknownKey, nil))
		for _, name := range slices.Sorted(maps.Keys(o.base)) {
			all = append(all, without(o.base, name))
		}
		changed, isComplete := m.changed(o, depth)
		all = append(all, changed...)
		if !isComplete {
			return all
		}
		delete(m.entered, o.sides)
	}
	return all
}

// changed returns an object with other values of one member. It reports false if the bound on the
// values of a call ended it.
func (m *maker) changed(o object, depth int) (all []any, isComplete bool) {
	for _, member := range o.members {
		for _, v := range append(m.values(member.declared, depth+1), nil) {
			m.left--
			if m.left < 0 {
				return all, false
			}
			all = append(all, with(o.base, member.name, v))
		}
	}
	return all, true
}

// object is an object that one side or both describe.
type object struct {
	base    map[string]any // with the required members
	sides   pair           // the records that describe it
	members []member       // of these records
}

// member is a member of an object, with its declarations.
type member struct {
	name     string
	declared []*catalog.Field
}

// objectsOf returns the objects of the declarations of a field: one of each record, and one of
// each variant, as both sides describe it. A tag that is no variant belongs to an unknown one.
func objectsOf(declared []*catalog.Field) []object {
	var tags []string
	var by string
	for _, f := range declared {
		if u := f.Type.Union; u != nil {
			by = u.By
			tags = append(append(tags, u.Tags()...), UnknownTag(u))
		}
	}
	if tags == nil {
		return objectOf(declared, "", "")
	}
	slices.Sort(tags)
	var all []object
	for _, tag := range slices.Compact(tags) {
		all = append(all, objectOf(declared, by, tag)...)
	}
	return all
}

// objectOf returns the object with a tag, "" for none, or nothing if no declaration describes
// objects.
func objectOf(declared []*catalog.Field, by, tag string) []object {
	var o object
	isDescribed := false
	bases := []map[string]any{{}}
	for i, f := range declared {
		record, describes := recordWith(f, tag)
		isDescribed = isDescribed || describes
		if record != nil {
			o.sides[i] = record
			bases = append(bases, Required(record))
			o.declareFields(record)
		}
	}
	if !isDescribed {
		return nil
	}
	for _, f := range declared {
		if f.Type.Kind == catalog.Map {
			o.declareValues(f.Type.Elem)
		}
	}
	var all []object
	for _, base := range bases {
		if tag != "" {
			base[by] = tag
		}
		all = append(all, object{base, o.sides, o.members})
	}
	return all
}

// recordWith returns the record of a field, or that of the variant of its union with a tag, nil if there
// is none. It reports whether the type of the field is a record or a union.
func recordWith(f *catalog.Field, tag string) (record *catalog.Shape, describes bool) {
	u := f.Type.Union
	if u == nil {
		return f.Type.Record, f.Type.Record != nil
	}
	if v := u.Variant(tag); v != nil {
		return v.Record, true
	}
	return nil, true
}

// declareFields adds the members of a record.
func (o *object) declareFields(record *catalog.Shape) {
	for _, f := range record.Fields {
		i := slices.IndexFunc(o.members, func(m member) bool { return m.name == f.Name })
		if i < 0 {
			i = len(o.members)
			o.members = append(o.members, member{name: f.Name})
		}
		o.members[i].declared = append(o.members[i].declared, f)
	}
}

// declareValues adds the declaration of a map, whose values have one type, to all members.
func (o *object) declareValues(t *catalog.Type) {
	for i, m := range o.members {
		o.members[i].declared = append(m.declared, &catalog.Field{Name: m.name, Type: t})
	}
}

// with returns a copy of an object with another or an additional member.
func with(object map[string]any, key string, value any) map[string]any {
	return sample.WithMember(object, key, value)
}

// without returns a copy of an object without a member.
func without(object map[string]any, key string) map[string]any {
	rest := maps.Clone(object)
	delete(rest, key)
	return rest
}
