// Package sample makes requests and responses that obey every rule of a catalog. Results are
// deterministic.
package sample

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan"
)

// Record is a sample of a body, a record or a response. A value is a string, bool, int,
// json.Number, []any, map[string]any, *Record or Null. A joined array is a []any, and both
// maps and objects are map[string]any.
type Record struct {
	Members []Member // in the order of the catalog
	Further string   // an additional key, if the record is open
	Kept    string   // its value

	Union *catalog.TaggedUnion // the union of a variant, or nil
	Tag   string               // of the variant
}

// Member is a field and its value.
type Member struct {
	Field *catalog.Field
	Value any
}

// Null is the value of a field that is null.
type Null = plan.Null

// Size is the amount of content in a sample.
type Size int

// If a rule needs one of several fields, a sample that is not Full has one of them.
// A sample that would be too large if it were Full is Light.
const (
	Full    Size = iota // every field
	Light               // required fields, and those with a default
	Minimal             // required fields
)

// Shape returns a sample of a shape. It reports false if there is none, or if it would
// be too large.
func Shape(shape *catalog.Shape, size Size) (*Record, bool) {
	return maker{Size: size}.limited(func(m *maker) (*Record, bool) {
		return m.shape(place{shape: shape})
	})
}

// Response returns a response. It reports false if a required field has no value, or
// if the response would be too large.
func Response(op *catalog.Operation, size Size) (*Record, bool) {
	return Shape(op.Response.Shape, size)
}

// wants reports whether a field is part of a sample.
func (size Size) wants(f *catalog.Field) bool {
	return size == Full || f.Required || size == Light && f.Default != nil
}

// shape returns a record or a response. It reports false if a required field has no
// value.
func (m *maker) shape(p place) (*Record, bool) {
	if !m.enter() {
		return nil, false
	}
	defer m.leave()
	r := new(Record)
	for _, f := range p.shape.Fields {
		if !m.wants(f) {
			continue
		}
		v, ok := m.field(p, f)
		switch {
		case !ok && f.Required:
			return nil, false
		case ok && isSent(f, v):
			r.Members = append(r.Members, Member{f, v})
		}
	}
	needsFurther := !m.shown || len(r.Members) == 0 // an empty object carries no value in a rule
	if p.shape.Open && needsFurther {
		r.Further, r.Kept = furtherKey(p.shape), "kept"
	}
	return r, true
}

// furtherKey returns a key that is not the name of a field.
func furtherKey(s *catalog.Shape) string {
	key := "further"
	for s.Field(key) != nil {
		key += " key"
	}
	return key
}

// field returns a value that obeys the field's rules, or its default. It reports false if
// there is none. The default of a sensitive field is not used, because samples are shown.
func (m *maker) field(in place, f *catalog.Field) (v any, ok bool) {
	if in.leavesOut(f) {
		return empty(f)
	}
	if m.shown {
		v, ok = m.shownField(in, f)
	} else {
		v, ok = m.value(in, f, f.Type)
	}
	shownDefault := f.ShownDefault()
	switch {
	case ok:
		return v, true
	case shownDefault != nil:
		return shownDefault, true
	case f.Type.Nullable:
		return Null{}, true
	default:
		return v, false
	}
}

// empty returns the value of a field without records. It reports false if the field is left
// out.
func empty(f *catalog.Field) (any, bool) {
	switch {
	case !f.Required:
		return nil, false
	case f.Type.Nullable:
		return Null{}, true
	}
	items := []any{}
	for f.MinItems != nil && len(items) < *f.MinItems {
		item, _ := empty(&catalog.Field{Type: f.Type.Elem, Required: true})
		items = append(items, item)
	}
	if f.Type.Kind == catalog.Map {
		return keyed(items), true
	}
	return items, true
}

// items returns the items of an array or the values of a map: two, or as many as its
// bounds allow.
func (m *maker) items(in place, f *catalog.Field, t *catalog.Type) ([]any, bool) {
	n := m.itemCount(f)
	if t.Elem.Holder() {
		if !m.enter() {
			return nil, false
		}
		defer m.leave()
	}
	items := make([]any, n)
	for i := range items {
		number := strconv.Itoa(i + 1)
		if f.Join != "" {
			items[i] = joinable("item "+number, f.Join)
			continue
		}
		value, ok := m.value(in, &catalog.Field{Name: f.Name + " " + number, Type: t.Elem}, t.Elem)
		if !ok {
			return nil, false
		}
		items[i] = value
	}
	return items, true
}

// itemCount returns the number of items in an array or a map. A joined array shows its separator only
// between two items.
func (m *maker) itemCount(f *catalog.Field) int {
	n := 2
	showsOne := m.shown && f.Join == ""
	if m.Size != Full || showsOne {
		n = 1
	}
	if f.MinItems != nil {
		n = max(n, *f.MinItems)
	}
	if f.MaxItems != nil {
		n = min(n, *f.MaxItems)
	}
	return n
}

// keyed returns a map of values: its keys are key 1, key 2 and so on.
func keyed(values []any) map[string]any {
	object := map[string]any{}
	for i, v := range values {
		object["key "+strconv.Itoa(i+1)] = v
	}
	return object
}

// joinable returns the text, or a letter if the text contains the separator.
func joinable(text, separator string) string {
	if strings.Index(text+separator, separator) == len(text) {
		return text
	}
	letter := 'a'
	for strings.ContainsRune(separator, letter) {
		letter++
	}
	return string(letter)
}

// value returns a value of a type, for a field or an item.
func (m *maker) value(in place, f *catalog.Field, t *catalog.Type) (any, bool) {
	m.left--
	if m.left < 0 {
		return nil, false
	}
	switch t.Kind {
	case catalog.String:
		return Text(f)
	case catalog.Boolean:
		return len(f.Name)%2 == 0, true
	case catalog.Integer:
		n, err := strconv.Atoi(boundOr(f, strconv.Itoa(len(f.Name))))
		return n, err == nil
	case catalog.Number:
		return json.Number(boundOr(f, strconv.Itoa(len(f.Name))+".50")), true
	case catalog.Object:
		return map[string]any{"key": "value"}, true
	case catalog.Array:
		return m.items(in, f, t)
	case catalog.Map:
		values, ok := m.items(in, f, t)
		return keyed(values), ok
	case catalog.Record:
		return m.shape(in.recordPlace(t.Record))
	case catalog.Union:
		return m.variant(in, f, t.Union)
	case catalog.Enumeration:
		return enumText(t.Enum), true
	default:
		return "any value", true
	}
}

// enumText returns the first value of an enum, or the second one if the first is empty.
func enumText(e *catalog.Enum) string {
	first := e.Values[0].Value
	if first == "" && len(e.Values) > 1 {
		return e.Values[1].Value
	}
	return first
}

// boundOr returns a number, or a bound of the field if it has one.
func boundOr(f *catalog.Field, number string) string {
	return string(cmp.Or(f.Minimum, f.Maximum, json.Number(number)))
}

// IsEmpty reports whether a record does not count in rules over several fields.
func (r *Record) IsEmpty() bool { return len(r.Members) == 0 && r.Further == "" && r.Union == nil }
