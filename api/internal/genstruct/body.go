package genstruct

import (
	"iter"
	"reflect"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/redact"
)

// Descriptions of bodies by the tags of generated structs, for package redact. The catalog is not at
// hand in a running program; what it says about sensitive values, wire names and unions is in tags
// and methods:
//
//	SSN *string `json:"ssn" sensitive:"true"`
//
// A place is a type and whether all values of it are sensitive.

// Body returns a body of type t as JSON without hidden values, or its size.
func Body(text string, t reflect.Type) string { return redact.Bounds{}.Body(text, BodyPlace(t)) }

// Pointer returns a JSON pointer into a body of type t without the keys that must not be shown.
func Pointer(pointer string, hidden redact.Keys, t reflect.Type) string {
	return hidden.Hide(pointer, BodyPlace(t), nil)
}

// Pointers hides keys in JSON pointers into a body. It knows the variants of the body's unions, unlike
// the function [Pointer], which has to hide what any variant hides.
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

// placeOf describes the values of a type, which are sensitive as a whole if the field around them is
// marked, or if the type is. It returns nil for a type about which nothing is known.
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
	case t.Kind() == reflect.Struct:
		return place{t, sensitive || isPrivate(t)}
	default:
		return place{t, sensitive}
	}
}

// place is a place with values of a type that is not a pointer.
type place struct {
	typ       reflect.Type
	sensitive bool
}

// Sensitive implements [redact.Place].
func (p place) Sensitive() bool { return p.sensitive }

// HoldsSensitive implements [redact.Place].
func (p place) HoldsSensitive() bool {
	return p.sensitive || holders.Get(p.typ)
}

// holders reports for types whether their values contain sensitive ones.
var holders = encode.ByType[bool]{Find: func(t reflect.Type) bool {
	return holdsSensitive(t, map[reflect.Type]bool{})
}}

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
		if IsSensitive(field) {
			return true
		}
		_, isMember := WireName(field)
		if isMember && holdsSensitive(field.Type, seen) {
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

// MayShow implements [redact.Place]: a value is shown if its JSON type is that of the field.
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

// Object implements [redact.Place]. Only unions have objects of several shapes.
func (p place) Object(func(string) string) redact.Place { return p }

// Items implements [redact.Place].
func (p place) Items() redact.Place {
	if p.typ.Kind() == reflect.Slice {
		return placeOf(p.typ.Elem(), false)
	}
	return nil
}

// Member implements [redact.Place]. Unknown keys of a record are private if its field for further
// members is, or if all of its fields are: they are most likely misspelled ones of these.
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
	further, _ := p.typ.FieldByName("Extra")
	isFurther := further.Tag.Get("json") == "-" // else it is a member called extra
	if isFurther && IsSensitive(further) || isPrivate(p.typ) {
		return redact.Private, redact.UnknownKey
	}
	return nil, redact.UnknownKey
}

// isPrivate reports whether all fields of a generated struct are sensitive, or a blank field
// marks a record without fields. Then the record is sensitive as a whole, and so are its
// unknown keys.
func isPrivate(t reflect.Type) bool {
	hasMark := false
	for field := range t.Fields() {
		_, isMember := WireName(field)
		if isMember && !IsSensitive(field) {
			return false
		}
		isBlank := field.Name == "_"
		if IsSensitive(field) && (isMember || isBlank) {
			hasMark = true
		}
	}
	return hasMark
}

// unionPlace is a place with values of a union.
type unionPlace struct{ place }

// Object describes the object by its tag. An object with an unknown tag is private.
func (u unionPlace) Object(tag func(key string) string) redact.Place {
	facts := variantsOf(u.typ)
	tagMember := redact.Members{facts.By: redact.Text} // no field of the variant
	variant := facts.Of[tag(facts.By)]
	if variant == nil {
		return redact.ObjectOf(tagMember, redact.Private)
	}
	fields := place{baseType(reflect.TypeOf(variant)), u.sensitive}
	return redact.ObjectOf(tagMember, fields)
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
