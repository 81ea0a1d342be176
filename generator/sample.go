package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/opgen/catalog"
)

// sample is a value, in Go and in JSON. The JSON is made here and not by the
// encoder, which it is compared with.
type sample struct {
	code jen.Code
	json string
}

// empty reports whether the value counts as none in rules over several fields.
func (s sample) empty() bool { return slices.Contains(nothing, s.json) }

// startsEmpty reports whether the value is an array whose first item is missing
// or empty.
func (s sample) startsEmpty() bool {
	first := strings.TrimPrefix(s.json, "[")
	return s.empty() || slices.ContainsFunc(nothing, func(n string) bool { return strings.HasPrefix(first, n) })
}

var nothing = []string{`""`, `[]`, `{}`}

// sampler makes samples: with every field, or a light one with what is required
// alone, for shapes that would become too large.
type sampler struct {
	light bool
}

// sampleMember is a member of a struct and of an object.
func sampleMember(f *catalog.Field, v sample) sample {
	if pointed(f) && f.Type.Kind != catalog.Record {
		v.code = jen.New(v.code)
	}
	return sample{jen.Id(f.GoName).Op(":").Add(v.code), jsonString(f.Name) + ":" + v.json}
}

// sampleStruct is the values of a struct literal, and the object that it becomes.
func sampleStruct(members []sample) sample {
	code, json := split(members)
	if len(members) > 3 { // a line for each, so that one more is one more
		return sample{lines("{}", code), "{\n" + strings.Join(json, ",\n") + "\n}"}
	}
	return sample{braces(code...), "{" + strings.Join(json, ",") + "}"}
}

func split(samples []sample) (code []jen.Code, json []string) {
	for _, s := range samples {
		code = append(code, s.code)
		json = append(json, s.json)
	}
	return code, json
}

// shape is a record or an answer, without the name of its type. It is false
// where there is no sample of a required field.
func (s sampler) shape(of *catalog.Shape) (sample, bool) {
	var members []sample
	for _, f := range of.Fields {
		v, ok := s.field(f)
		switch {
		case !ok && (f.Required || f.Default != nil):
			return sample{}, false
		case ok && s.wants(f) && !(f.SendIf != "" && v.startsEmpty()) && !(f.OmitEmpty && v.empty()):
			members = append(members, sampleMember(f, v))
		}
	}
	if of.Open {
		further := furtherKey(of)
		members = append(members, sample{
			jen.Id("Extra").Op(":").Add(rt("Object")).Values(jen.Dict{jen.Lit(further): jen.Lit("kept")}),
			jsonString(further) + `:"kept"`,
		})
	}
	return sampleStruct(members), true
}

// wants reports whether a field is part of a sample.
func (s sampler) wants(f *catalog.Field) bool { return !s.light || f.Required || f.Default != nil }

// furtherKey is a key that is the name of no field.
func furtherKey(of *catalog.Shape) string {
	key := "further"
	for slices.ContainsFunc(of.Fields, func(f *catalog.Field) bool { return f.Name == key }) {
		key += " key"
	}
	return key
}

// field is a value that satisfies the field's rules, or false where none was
// found.
func (s sampler) field(f *catalog.Field) (sample, bool) {
	switch {
	case !s.wants(f):
		return sample{}, false
	case f.Type.Kind == catalog.Array:
		return s.array(f)
	case f.Type.Kind == catalog.Record:
		v, ok := s.shape(f.Type.Record)
		name := jen.Id(f.Type.Record.GoName)
		if pointed(f) {
			name = jen.Op("&").Add(name)
		}
		return sample{name.Add(v.code), v.json}, ok
	default:
		return s.value(f, f.Type)
	}
}

// array is an array of two items, or as many as its bounds allow.
func (s sampler) array(f *catalog.Field) (sample, bool) {
	n := 2
	if s.light {
		n = 1
	}
	if f.MinItems != nil {
		n = max(n, *f.MinItems)
	}
	if f.MaxItems != nil {
		n = min(n, *f.MaxItems)
	}
	if f.Join != "" {
		return sampleJoined(f, n), true
	}
	items := make([]sample, n)
	for i := range items {
		var ok bool
		item := &catalog.Field{Name: f.Name + " " + strconv.Itoa(i+1), Type: f.Type.Elem}
		if items[i], ok = s.value(item, f.Type.Elem); !ok {
			return sample{}, false
		}
	}
	code, json := split(items)
	return sample{baseType(f.Type).Add(braces(code...)), "[" + strings.Join(json, ",") + "]"}, true
}

// sampleJoined is an array that travels as one string.
func sampleJoined(f *catalog.Field, n int) sample {
	items := make([]string, n)
	for i := range items {
		items[i] = "item " + strconv.Itoa(i+1)
		if strings.Index(items[i]+f.Join, f.Join) != len(items[i]) {
			items[i] = string(apart(f.Join))
		}
	}
	return sample{baseType(f.Type).Add(braces(literals(items)...)), jsonString(strings.Join(items, f.Join))}
}

// apart is a letter that a separator does not hold.
func apart(separator string) rune {
	letter := 'a'
	for strings.ContainsRune(separator, letter) {
		letter++
	}
	return letter
}

// value is a value of a type, of an item without the name of a record's type.
func (s sampler) value(f *catalog.Field, t *catalog.Type) (sample, bool) {
	switch t.Kind {
	case catalog.String:
		text, ok := sampleString(f)
		return sample{jen.Lit(text), jsonString(text)}, ok
	case catalog.Boolean:
		b := len(f.Name)%2 == 0
		return sample{jen.Lit(b), strconv.FormatBool(b)}, true
	case catalog.Integer:
		n := within(f, strconv.Itoa(len(f.Name)))
		if i, err := strconv.Atoi(n); err == nil {
			n = strconv.Itoa(i)
		}
		return sample{jen.Id(n), n}, true
	case catalog.Number:
		n := within(f, strconv.Itoa(len(f.Name))+".50")
		return sample{jen.Qual("encoding/json", "Number").Call(jen.Lit(n)), n}, true
	case catalog.Object:
		return sample{rt("Object").Values(jen.Dict{jen.Lit("key"): jen.Lit("value")}), `{"key":"value"}`}, true
	case catalog.Record:
		return s.shape(t.Record)
	case catalog.Enumeration:
		value := t.Enum.Values[0]
		if value.Value == "" && len(t.Enum.Values) > 1 {
			value = t.Enum.Values[1]
		}
		return sample{jen.Id(value.GoName), jsonString(value.Value)}, true
	default:
		return sample{jen.Lit("any value"), `"any value"`}, true
	}
}

// sampleDefault is the default of a field.
func sampleDefault(f *catalog.Field) sample {
	json := fmt.Sprint(f.Default)
	if s, ok := f.Default.(string); ok {
		json = jsonString(s)
	}
	return sample{defaultValue(f), json}
}

// within is a number, or a bound of the field where it would be beyond that.
func within(f *catalog.Field, number string) string {
	switch {
	case f.Minimum != "":
		return string(f.Minimum)
	case f.Maximum != "":
		return string(f.Maximum)
	default:
		return number
	}
}
