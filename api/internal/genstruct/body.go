package genstruct

import (
	"iter"
	"reflect"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/redact"
)

// Body returns a body of type t as JSON without hidden values, or its size.
func Body(text string, t reflect.Type) string { return redact.Bounds{}.Body(text, BodyPlace(t)) }

// Pointer returns a JSON pointer into a body of type t without the keys that must not be shown.
func Pointer(pointer string, hidden redact.Keys, t reflect.Type) string {
	return hidden.Hide(pointer, BodyPlace(t), nil)
}

// Pointers hides keys in JSON pointers into a body. It knows the variants of the body's unions.
type Pointers struct {
	place redact.Place
	found redact.Found
}

// PointersInto returns what hides keys in some pointers into a text of type t.
func PointersInto(text string, t reflect.Type, pointers iter.Seq[string]) Pointers {
	place := BodyPlace(t)
	return Pointers{place, redact.Find(text, place, pointers)}
}

// Hide returns a pointer without the keys that must not be shown.
func (p Pointers) Hide(pointer string, hidden redact.Keys) string {
	return hidden.Hide(pointer, p.place, p.found)
}

// BodyPlace describes bodies of type t by the tags of the generated structs, nil if there are none.
func BodyPlace(t reflect.Type) redact.Place {
	if field, ok := bodyField(t); ok {
		return placeOf(field.Type, IsSensitive(field))
	}
	return placeOf(t, false)
}

func placeOf(t reflect.Type, sensitive bool) redact.Place {
	t = baseType(t)
	switch {
	case t == nil, t == rawType:
		if sensitive {
			return redact.Private
		}
		return nil
	case isUnion(t):
		return unionPlace{place{t, sensitive || IsSensitive(t.Field(0))}}
	default:
		return place{t, sensitive || t.Kind() == reflect.Struct && isPrivate(t)}
	}
}

// place is a place with values of a type that is not a pointer.
type place struct {
	typ       reflect.Type
	sensitive bool
}

func (p place) Sensitive() bool { return p.sensitive }

func (p place) HoldsSensitive() bool {
	return p.sensitive || holders.Get(p.typ)
}

var holders = encode.ByType[bool]{Find: func(t reflect.Type) bool { return holdsSensitive(t, map[reflect.Type]bool{}) }}

// holdsSensitive reports whether values of a type contain sensitive ones. It skips the types
// in seen.
func holdsSensitive(t reflect.Type, seen map[reflect.Type]bool) bool {
	t = baseType(t)
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	switch {
	case isUnion(t):
		return unionHoldsSensitive(t, seen)
	case t.Kind() == reflect.Slice, isMap(t):
		return holdsSensitive(t.Elem(), seen)
	case t.Kind() != reflect.Struct:
		return false
	}
	for field := range t.Fields() {
		_, named := WireName(field)
		if IsSensitive(field) || named && holdsSensitive(field.Type, seen) {
			return true
		}
	}
	return false
}

// unionHoldsSensitive is holdsSensitive for a union. One that is open keeps unknown objects.
func unionHoldsSensitive(t reflect.Type, seen map[reflect.Type]bool) bool {
	variant := t.Field(0)
	if IsSensitive(variant) || variantsOf(t).Open {
		return true
	}
	for _, v := range variants.Get(t) {
		if holdsSensitive(v, seen) {
			return true
		}
	}
	return false
}

func (p place) MayShow(kind byte) bool {
	switch p.typ.Kind() {
	case reflect.Struct:
		return kind == '{'
	case reflect.Map:
		return kind == '{' && isMap(p.typ)
	case reflect.Slice:
		return kind == '['
	case reflect.String:
		if p.typ == numberType {
			return kind == '0'
		}
		return kind == '"'
	case reflect.Int:
		return kind == '0'
	case reflect.Bool:
		return kind == 't'
	default:
		return false
	}
}

func (p place) Object(func(string) string) redact.Place { return p }

func (p place) Items() redact.Place {
	if p.typ.Kind() == reflect.Slice {
		return placeOf(p.typ.Elem(), false)
	}
	return nil
}

func (p place) Member(key string) (redact.Place, redact.Key) {
	switch {
	case isMap(p.typ):
		return placeOf(p.typ.Elem(), false), redact.EntryKey
	case p.typ.Kind() != reflect.Struct:
		return nil, redact.UnknownKey
	}
	if field, ok := fieldNamed(p.typ, key); ok {
		return placeOf(field.Type, IsSensitive(field)), redact.KnownKey
	}
	extra, _ := p.typ.FieldByName("Extra")
	if IsSensitive(extra) && extra.Tag.Get("json") == "-" || isPrivate(p.typ) {
		return redact.Private, redact.UnknownKey
	}
	return nil, redact.UnknownKey
}

// isPrivate reports whether all fields of a generated struct are sensitive, or a blank field
// marks a record without fields. Then the record is sensitive as a whole, and so are its
// unknown keys.
func isPrivate(t reflect.Type) bool {
	marked := 0
	for field := range t.Fields() {
		_, named := WireName(field)
		if named && !IsSensitive(field) {
			return false
		}
		if IsSensitive(field) && (named || field.Name == "_") {
			marked++
		}
	}
	return marked > 0
}

// unionPlace is a place with values of a union.
type unionPlace struct{ place }

// Object describes the object by its tag. An object with an unknown tag is private.
func (u unionPlace) Object(tag func(key string) string) redact.Place {
	facts := variantsOf(u.typ)
	by, variant := redact.Members{facts.By: redact.Text}, facts.Of[tag(facts.By)]
	if variant == nil {
		return redact.ObjectOf(by, redact.Private)
	}
	return redact.ObjectOf(by, place{baseType(reflect.TypeOf(variant)), u.sensitive}) // the tag is not one of its fields
}

// Tag returns the key of the tag.
func (u unionPlace) Tag() string { return variantsOf(u.typ).By }

// Variants returns the places of the variants.
func (u unionPlace) Variants() (all []redact.Place, open bool) {
	for _, t := range variants.Get(u.typ) {
		all = append(all, placeOf(t, false))
	}
	return all, variantsOf(u.typ).Open
}
