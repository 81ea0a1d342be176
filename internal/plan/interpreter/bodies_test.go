package interpreter_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.com/opgen/api/wire"
	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/testing/oracle"
)

// maker makes values at random, most of them of the type that is asked for and
// near the bounds of its rules.
type maker struct {
	*rand.Rand
	wire  bool // joined lists are strings, and nothing need be of its type
	depth int  // of the current shape
}

// deepest is how deep records that contain themselves go on.
const deepest = 3

type (
	object = oracle.Object
	entry  = oracle.Member
)

func (m maker) chance(percent int) bool { return m.IntN(100) < percent }

func pick[T any](m maker, from ...T) T { return from[m.IntN(len(from))] }

// shape makes an object of a shape.
func (m maker) shape(s *catalog.Shape) object {
	m.depth++
	given := pick(m, 0, 20, 50, 80, 100)
	o := object{}
	for _, i := range m.Perm(len(s.Fields)) {
		f := s.Fields[i]
		if f.Circular() && m.depth > deepest && (!f.Required || f.Type.Holder()) {
			continue
		}
		if m.chance(given) || f.Required && m.chance(80) {
			o = append(o, entry{Key: f.Name, Value: m.field(f)})
		}
	}
	if s.Open && m.chance(30) {
		o = append(o, entry{Key: "further", Value: m.any(0)})
	}
	return m.disturb(o, s)
}

// disturb makes an object that travels wrong, now and then.
func (m maker) disturb(o object, s *catalog.Shape) object {
	if !m.wire || m.chance(80) {
		return o
	}
	switch key := pick(m, "further", "Further", "", "é/~"); {
	case m.chance(30):
		return append(o, entry{Key: key, Value: m.any(0)})
	case m.chance(60) && len(o) > 0:
		again := pick(m, o...)
		return append(o, entry{Key: again.Key, Value: pick(m, again.Value, m.any(0), nil)})
	case len(o) > 0:
		o[m.IntN(len(o))].Value = m.any(0)
	}
	return o
}

func (m maker) field(f *catalog.Field) any {
	switch t := f.Type; {
	case m.chance(8), t.Nullable && m.chance(25):
		return nil
	case m.wire && m.chance(3):
		return m.any(0)
	case f.Join != "" && m.wire:
		return pick(m, "", "a", strings.Join(m.strings(f), f.Join), f.Join, "a"+f.Join)
	default:
		return m.value(f, t)
	}
}

// items makes the items of an array or the values of a map.
func (m maker) items(f *catalog.Field, t *catalog.Type) []any {
	n := pick(m, 0, 1, 1, 2, 3)
	if f.MaxItems != nil && *f.MaxItems < 100 && m.chance(30) {
		n = *f.MaxItems + m.IntN(2)
	}
	list := make([]any, n)
	for i := range list {
		if list[i] = m.value(&catalog.Field{Type: t.Elem, Join: f.Join}, t.Elem); m.wire && m.chance(3) {
			list[i] = m.any(0)
		}
	}
	return list
}

// entries makes a map. A key comes twice only on its way to a server.
func (m maker) entries(values []any) object {
	o := object{}
	for i, v := range values {
		key := pick(m, "", "key", "Key", "é/~", " ")
		if !m.wire || m.chance(90) {
			key += strconv.Itoa(i)
		}
		o = append(o, entry{Key: key, Value: v})
	}
	return o
}

func (m maker) strings(f *catalog.Field) []string {
	list := make([]string, m.IntN(4))
	for i := range list {
		list[i] = m.text(f)
	}
	return list
}

func (m maker) value(f *catalog.Field, t *catalog.Type) any {
	if t.Nullable && m.chance(20) {
		return nil
	}
	switch t.Kind {
	case catalog.String:
		return m.text(f)
	case catalog.Enumeration:
		if m.chance(20) {
			return pick(m, "", "no value", " ")
		}
		return pick(m, t.Enum.Values...).Value
	case catalog.Boolean:
		return m.chance(50)
	case catalog.Integer:
		n := pick(m, "0", "1", "-1", "7", string(f.Minimum), string(f.Maximum))
		i, _ := strconv.Atoi(n)
		return json.Number(strconv.Itoa(i + pick(m, 0, 0, 1, -1)))
	case catalog.Number:
		bound := func(n json.Number) string { return pick(m, string(n), string(n)+"1", "-"+string(n), string(n)+"0") }
		n := pick(m, "0", "1.10", "-1.5", "1e2", "1E400", bound(f.Minimum), bound(f.Maximum))
		if !json.Valid([]byte(n)) {
			n = "2"
		}
		return json.Number(n)
	case catalog.Object:
		return object{{Key: "key", Value: m.any(0)}}[:m.IntN(2)]
	case catalog.Record:
		return m.shape(t.Record)
	case catalog.Array:
		return m.items(f, t)
	case catalog.Map:
		return m.entries(m.items(f, t))
	case catalog.Union:
		return m.union(t.Union)
	default:
		return m.any(0)
	}
}

// text makes a string, of a length or value near those that the rules name.
func (m maker) text(f *catalog.Field) string {
	candidates := append([]string{"", " ", " \t\u00a0", "a", "ab", "AB", "aa", "bb", "ABCD", "some text", "é\"\\\n", "a" + f.Join + "b", f.Join}, f.Enum...)
	if example := f.Format.Description().Example; example != "" {
		broken := example[:len(example)-1]
		candidates = append(candidates, example, example, strings.ToLower(example), strings.ToUpper(example), broken, broken+"9", example+"0", example[1:])
		candidates = append(candidates, "2004-02-29", "2005-02-29", "1990-12-31T23:59:60Z", "23:59:60Z", "00", "-0", "AA==", "AB==")
	}
	if f.Join != "" { // an end or a beginning of the separator, whole runes
		_, first := utf8.DecodeRuneInString(f.Join)
		candidates = append(candidates, "a"+f.Join[:first], "a"+f.Join[:first], f.Join[first:]+"b")
	}
	for _, n := range []*int{f.MinLength, f.MaxLength} {
		if n != nil && *n < 100 {
			candidates = append(candidates, strings.Repeat("a", *n), strings.Repeat("é", *n), strings.Repeat("é", max(0, *n-1)), strings.Repeat("a", *n+1), strings.Repeat("B", max(0, *n-1)))
		}
	}
	return pick(m, candidates...)
}

// any makes a value of any type.
func (m maker) any(depth int) any {
	if depth == 3 {
		return nil
	}
	switch m.IntN(12) {
	case 0:
		return nil
	case 1:
		return m.chance(50)
	case 2:
		return object{}
	case 3:
		return []any{}
	case 4:
		second := "type"
		if m.wire && m.chance(20) {
			second = "key"
		}
		return object{{Key: "key", Value: m.any(depth + 1)}, {Key: second, Value: m.any(depth + 1)}}
	case 5:
		return []any{m.any(depth + 1), m.any(depth + 1)}
	case 6, 7:
		return json.Number(pick(m, "0", "1.0", "-1e2", "1.5", "99999999999999999999", "1e999"))
	default:
		return m.text(new(catalog.Field))
	}
}

// body makes the text of an object of a shape, and breaks it now and then.
func (m maker) body(s *catalog.Shape) string {
	made := any(nil)
	if len(s.Fields) == 1 && s.Fields[0].Whole {
		made = m.field(s.Fields[0])
	} else {
		made = m.shape(s)
	}
	text := string(appendNode(nil, made))
	if !m.wire || m.chance(90) {
		return text
	}
	at := m.IntN(len(text) + 1)
	rest := text[at:]
	switch m.IntN(7) {
	case 0:
		return text[:at]
	case 1:
		return text + " \n"
	case 2:
		return pick(m, "", "null", "[]", "3", "\"x\"", " ", text+"{}", text+",")
	case 3:
		return text[:at] + rest[min(1, len(rest)):]
	default:
		return text[:at] + pick(m, " ", "\xff", "\"", "{", "]", ",", ":", "\\", "\n", "0", "[[") + rest
	}
}

// appendNode appends a value as JSON.
func appendNode(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		b = append(b, '{')
		for _, e := range v {
			b = appendNode(append(appendNode(b, e.Key), ':'), e.Value)
			b = append(b, ',')
		}
		return wire.CloseObject(b)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendNode(b, item)
		}
		return append(b, ']')
	default:
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		return append(b, text...)
	}
}

// goNamed is an object of a shape with the Go names of its fields, and further
// keys in Extra.
func goNamed(s *catalog.Shape, o object) object {
	named, extra := object{}, object{}
	for _, e := range o {
		if f := s.Field(e.Key); f != nil {
			named = append(named, entry{Key: f.GoName, Value: renamed(f.Type, e.Value, goNamed, goVariant)})
		} else {
			extra = append(extra, e)
		}
	}
	if len(extra) > 0 {
		named = append(named, entry{Key: "Extra", Value: extra})
	}
	return named
}

// wireNamed is the way back.
func wireNamed(s *catalog.Shape, o object) object {
	named := object{}
	for _, e := range o {
		n := slices.IndexFunc(s.Fields, func(f *catalog.Field) bool { return f.GoName == e.Key })
		if n < 0 {
			named = append(named, e.Value.(object)...) // Extra
		} else {
			named = append(named, entry{Key: s.Fields[n].Name, Value: renamed(s.Fields[n].Type, e.Value, wireNamed, wireVariant)})
		}
	}
	return named
}

// renamed renames the members of the records and unions in a value of a type.
func renamed(t *catalog.Type, v any, rename func(*catalog.Shape, object) object, variant func(*catalog.TaggedUnion, object) object) any {
	if t.Item().Record == nil && t.Item().Union == nil {
		return v
	}
	switch v := v.(type) {
	case object:
		switch t.Kind {
		case catalog.Record:
			return rename(t.Record, v)
		case catalog.Union:
			return variant(t.Union, v)
		}
		values := object{}
		for _, e := range v {
			values = append(values, entry{Key: e.Key, Value: renamed(t.Elem, e.Value, rename, variant)})
		}
		return values
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = renamed(t.Elem, item, rename, variant)
		}
		return items
	}
	return v
}

// union makes an object of a union, with the tag anywhere.
func (m maker) union(u *catalog.TaggedUnion) object {
	tags := u.Tags()
	if u.Open || m.wire {
		tags = append(tags, "other")
	}
	tag := pick(m, tags...)
	if m.depth > deepest && u.Recursive() {
		tag = "other"
		if v := u.Ending(); v != nil {
			tag = v.Tag
		}
	}
	o := object{}
	switch v := u.Variant(tag); {
	case v == nil:
		o = append(o, entry{Key: "more", Value: m.any(0)})
	case v.Record != nil:
		o = m.shape(v.Record)
	case m.wire && m.chance(10):
		o = append(o, entry{Key: "further", Value: m.any(0)})
	}
	for range 1 + m.IntN(10)/9 {
		o = slices.Insert(o, m.IntN(len(o)+1), entry{Key: u.By, Value: tag})
		if !m.wire {
			break
		}
	}
	if m.wire && m.chance(10) {
		i := slices.IndexFunc(o, func(e entry) bool { return e.Key == u.By })
		o[i].Value = m.any(0)
	}
	return o
}

// goVariant is an object of a union as a job has it: its tag, and what it is of.
func goVariant(u *catalog.TaggedUnion, o object) object {
	var tag string
	of := object{}
	for _, e := range o {
		if e.Key == u.By {
			tag = e.Value.(string)
		} else {
			of = append(of, e)
		}
	}
	if v := u.Variant(tag); v != nil && v.Record != nil {
		of = goNamed(v.Record, of)
	}
	return object{{Key: "tag", Value: tag}, {Key: "of", Value: of}}
}

// wireVariant is the way back.
func wireVariant(u *catalog.TaggedUnion, o object) object {
	members := map[string]any{}
	for _, e := range o {
		members[e.Key] = e.Value
	}
	tag, of := members["tag"].(string), members["of"].(object)
	if v := u.Variant(tag); v != nil && v.Record != nil {
		of = wireNamed(v.Record, of)
	}
	return append(object{{Key: u.By, Value: tag}}, of...)
}
