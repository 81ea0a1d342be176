package soundness

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/plan/sample"
)

// object is a JSON object.
type object = map[string]any

// bodies makes objects for two shapes of one thing: near what either of them takes.
type bodies struct {
	depth int // of records in each other
	maker
	wire   bool // as they are sent, not as a Go struct has them
	given  int  // how many of 100 optional fields are there
	toHead int  // how many of 100 values are made for the head
}

// bodiesOf begins a body.
func (m maker) bodiesOf(wire bool) bodies {
	return bodies{maker: m, wire: wire, given: pick(m, 10, 50, 90), toHead: pick(m, 10, 50, 90)}
}

// shape makes an object of two shapes, either of which may be nil.
func (m bodies) shape(base, head *catalog.Shape) object {
	o, open := object{}, false
	for _, s := range []*catalog.Shape{base, head} {
		if s == nil {
			continue
		}
		open = open || s.Open
		for _, f := range s.Fields {
			var b, h *catalog.Field
			if base != nil {
				b = base.Field(f.Name)
			}
			if head != nil {
				h = head.Field(f.Name)
			}
			if s == head && b != nil { // its turn was with the base
				continue
			}
			if m.chance(m.given) || f.Required && m.chance(90) {
				o[f.Name] = m.field(b, h)
			}
		}
	}
	if open && m.chance(40) || m.wire && m.chance(3) {
		o[pick(m.maker, append(slices.Clone(names), "further")...)] = m.any()
	}
	return o
}

// field makes a value of a field of base or head.
func (m bodies) field(b, h *catalog.Field) any {
	f := b
	if b == nil || h != nil && m.chance(m.toHead) {
		f = h
	}
	switch {
	case m.wire && m.chance(4):
		return nil
	case m.wire && m.chance(8):
		return m.any()
	case f.Type.Kind == catalog.Array:
		return m.array(f, b, h)
	}
	return m.value(f, f.Type, b, h)
}

func recordOf(f *catalog.Field) *catalog.Shape {
	if f == nil {
		return nil
	}
	return f.Record()
}

// union makes an object of the unions of two fields, either of which may have none, or
// of another one.
func (m bodies) union(u *catalog.TaggedUnion, fields ...*catalog.Field) object {
	if all := sample.Variants(u, pick(m.maker, sample.Full, sample.Minimal)); len(all) > 0 && m.chance(40) { // which keep every rule
		return parse(pick(m.maker, all...).JSON()).(object)
	}
	unions, tags := []*catalog.TaggedUnion{u}, append(u.Tags(), "other")
	for i, f := range fields {
		if f == nil || f.Union() == nil {
			fields[i] = nil
			continue
		}
		unions, tags = append(unions, f.Union()), append(tags, f.Union().Tags()...)
	}
	tag, known := pick(m.maker, tags...), false
	var records [2]*catalog.Shape
	for i, f := range fields {
		if f != nil {
			if v := f.Union().Variant(tag); v != nil {
				records[i], known = v.Record, true
			}
		}
	}
	if v := u.Variant(tag); v != nil && !known {
		records[0], known = v.Record, true
	}
	o := object{}
	switch m.depth++; {
	case !known:
		o["a"] = m.any()
	case m.depth <= 4:
		o = m.shape(records[0], records[1])
	}
	o[pick(m.maker, unions...).By] = tag
	return o
}

func (m bodies) array(f, b, h *catalog.Field) any {
	sizes := []int{0, 1, 1, 2, 2, 3}
	for _, bounded := range []*catalog.Field{b, h} {
		if bounded == nil {
			continue
		}
		for _, n := range []*int{bounded.MinItems, bounded.MaxItems} {
			if n != nil {
				sizes = append(sizes, max(*n-1, 0), *n, *n, *n+1)
			}
		}
	}
	items := []any{}
	var texts []string
	for range pick(m.maker, sizes...) {
		if f.Join != "" {
			text := pick(m.maker, "x", "y", "", "x;y", "x,y")
			texts, items = append(texts, text), append(items, text)
			continue
		}
		if len(items) > 0 && m.chance(50) {
			items = append(items, items[0])
			continue
		}
		items = append(items, m.value(&catalog.Field{Type: f.Type.Elem}, f.Type.Elem, b, h))
	}
	if f.Join != "" && m.wire {
		return strings.Join(texts, f.Join)
	}
	return items
}

// value makes a value of a type, often at the bounds of a field, for fields of base and
// head.
func (m bodies) value(f *catalog.Field, t *catalog.Type, b, h *catalog.Field) any {
	base, head := recordOf(b), recordOf(h)
	switch t.Kind {
	case catalog.String:
		return m.text(f)
	case catalog.Boolean:
		return m.chance(50)
	case catalog.Integer, catalog.Number:
		return m.number(f, t)
	case catalog.Object:
		if of := cmp.Or(base, head); of != nil && m.chance(60) {
			m.wire = true // values of any type, though Go has a struct on the other side
			return m.shape(of, nil)
		}
		return pick(m.maker, object{}, object{"key": "x"}, object{"a": m.any()})
	case catalog.Record:
		if m.depth++; m.depth > 4 {
			return object{} // an edit can let records contain themselves
		}
		if base == nil && head == nil {
			head = t.Record
		}
		return m.shape(base, head)
	case catalog.Union:
		return m.union(t.Union, b, h)
	case catalog.Enumeration:
		all := []string{"other", "x"}
		for _, v := range t.Enum.Values {
			all = append(all, v.Value, v.Value)
		}
		return pick(m.maker, all...)
	default:
		return m.any()
	}
}

func (m bodies) text(f *catalog.Field) string {
	all := []string{"x", "x", "xx", "", " ", "A", "abc", "7", "x,y", "x;y", ",x", "red", "blue"}
	for _, v := range f.Enum {
		all = append(all, v, v, v)
	}
	for _, n := range []*int{f.MinLength, f.MaxLength} {
		if n != nil {
			all = append(all, strings.Repeat("x", max(*n-1, 0)), strings.Repeat("x", *n), strings.Repeat("A", *n), strings.Repeat("x", *n+1))
		}
	}
	if v, ok := f.Default.(string); ok {
		all = append(all, v)
	}
	if v, ok := sample.Text(f); ok && m.chance(50) { // most texts break a pattern or a format
		return v
	}
	return pick(m.maker, all...)
}

func (m bodies) number(f *catalog.Field, t *catalog.Type) json.Number {
	all := []json.Number{"0", "1", "2", "-1", "4"}
	for _, n := range []json.Number{f.Minimum, f.Maximum} {
		if i, err := n.Int64(); err == nil {
			for _, v := range []int64{i - 1, i, i + 1} {
				all = append(all, json.Number(strconv.FormatInt(v, 10)))
			}
		}
	}
	if t.Kind == catalog.Number {
		all = append(all, "1.5")
	}
	return pick(m.maker, all...)
}

// any makes any JSON value.
func (m bodies) any() any {
	return pick[any](m.maker, "x", "", "x,y", json.Number("1"), json.Number("1.5"), true, []any{}, []any{"x"}, []any{json.Number("1")},
		[]any{object{}}, object{}, object{"key": "x"}, object{"a": "x"}, object{"a": json.Number("1"), "b": "x"})
}

// disturbed changes some members of an object, at the top.
func (m bodies) disturbed(o object, base, head *catalog.Shape) object {
	o = maps.Clone(o)
	made := m.shape(base, head)
	for range 1 + m.IntN(3) {
		switch keys := slices.Sorted(maps.Keys(made)); {
		case len(keys) > 0 && m.chance(75):
			key := pick(m.maker, keys...)
			o[key] = made[key]
		case len(o) > 0:
			delete(o, pick(m.maker, slices.Sorted(maps.Keys(o))...))
		}
	}
	return o
}

// samples are requests that keep every rule of an operation.
func samples(op *catalog.Operation) []object {
	var all []object
	for _, size := range []sample.Size{sample.Full, sample.Light, sample.Minimal} {
		if r, ok := sample.Request(op, size); ok {
			all = append(all, parse(r.JSON()).(object))
		}
	}
	return all
}

// noBody stands for what is sent where nothing is.
type noBody struct{}

func parse(text string) any {
	if text == "" {
		return noBody{}
	}
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return v
}

func write(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
