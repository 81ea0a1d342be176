package behavior

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
)

// The catalog describes requests and responses, and nothing describes documents. A place is what
// the catalog says about a value: the checks compare the place that a value comes from with the
// one that it goes to, through documents whose members have the places of what steps give them.

// place is the type of a value in the catalog, with its constraints. The zero place can be
// anything.
type place struct{ field *catalog.Field }

// placeOf returns the place of a value of a type.
func placeOf(t *catalog.Type) place { return ofField(&catalog.Field{Type: t, Required: true}) }

// ofField returns the place of a field.
func ofField(f *catalog.Field) place {
	if f.Type.Kind == catalog.Any || f.Type.Kind == catalog.Unspecified {
		return place{}
	}
	return place{f}
}

// ofShape returns the place of an object with the members of a shape.
func ofShape(s *catalog.Shape) place {
	return place{&catalog.Field{Type: &catalog.Type{Kind: catalog.Record, Record: s}}}
}

// anything is the field of a place that the catalog does not describe.
var anything = &catalog.Field{Type: &catalog.Type{Kind: catalog.Any}}

// asField returns a field with the type and the constraints of the place.
func (p place) asField() *catalog.Field { return cmp.Or(p.field, anything) }

// sentType returns the type of the place as values are sent: a joined field is a string.
func (p place) sentType() *catalog.Type {
	if p.asField().Join != "" {
		return &catalog.Type{Kind: catalog.String}
	}
	return p.asField().Type
}

// shape returns the members of an object, nil if they are unknown or the place is a union.
func (p place) shape() *catalog.Shape { return p.sentType().Record }

// typeName names the type of a place, "" for any.
func (p place) typeName() string {
	if p.field == nil {
		return ""
	}
	return cmp.Or(typeNames[p.sentType().Kind], anObject)
}

// Names of types.
const (
	aString   = "a string"
	aBool     = "true or false"
	anInteger = "an integer"
	aNumber   = "a number"
	aList     = "a list"
	anObject  = "an object"
	null      = "null"
)

// typeNames are the names of types, except objects.
var typeNames = map[catalog.Kind]string{
	catalog.String: aString, catalog.Enumeration: aString, catalog.Boolean: aBool,
	catalog.Integer: anInteger, catalog.Number: aNumber, catalog.Array: aList,
}

// accepts reports whether a value from another place can be in this one.
func (p place) accepts(from place) bool {
	expected, actual := p.typeName(), from.typeName()
	if expected == actual && expected != "" {
		return p.elem().accepts(from.elem())
	}
	return expected == "" || actual == "" || fitsName(expected, actual)
}

// fitsName reports whether values of a type are values of the expected one, by their names: each
// integer is a number.
func fitsName(expected, actual string) bool {
	return expected == actual || expected == aNumber && actual == anInteger
}

// elem returns the place of the items of a list or map.
func (p place) elem() place {
	if t := p.sentType(); t.Elem != nil {
		return placeOf(t.Elem)
	}
	return place{}
}

// member returns the place of a member of an object, false if it cannot exist.
func (p place) member(name string) (place, bool) {
	switch t := p.sentType(); t.Kind {
	case catalog.Record:
		if f := t.Record.Field(name); f != nil {
			return ofField(f), true
		}
		return place{}, t.Record.Open
	case catalog.Union:
		return unionMember(t.Union, name)
	case catalog.Any, catalog.Object:
		return place{}, true
	case catalog.Map:
		return placeOf(t.Elem), true
	case catalog.Array:
		_, err := strconv.ParseUint(name, 10, 31)
		return placeOf(t.Elem), err == nil
	}
	return place{}, false
}

// unionMember is [place.member] for a union. A member that several variants have can be anything,
// since each may declare it otherwise.
func unionMember(u *catalog.TaggedUnion, name string) (place, bool) {
	if name == u.By {
		tag := &catalog.Field{Type: &catalog.Type{Kind: catalog.String}, Required: true}
		if !u.Open {
			tag.Enum = u.Tags()
		}
		return ofField(tag), true
	}
	member, ok := place{}, u.Open
	for _, v := range u.Variants {
		if v.Record == nil {
			continue
		}
		m, has := ofShape(v.Record).member(name)
		switch {
		case has && ok: // another variant has it, too
			member = place{}
		case has:
			member, ok = m, true
		}
	}
	return member, ok
}

// descend follows names from a place, false if they lead to nothing.
func (p place) descend(names []string) (_ place, ok bool) {
	ok = true
	for i := 0; i < len(names) && ok; i++ {
		p, ok = p.member(names[i])
	}
	return p, ok
}

// names returns the known members of a place.
func (p place) names() []string {
	switch t := p.sentType(); t.Kind {
	case catalog.Record:
		return catalog.Names(t.Record.Fields)
	case catalog.Union:
		names := []string{t.Union.By}
		for _, v := range t.Union.Variants {
			if v.Record != nil {
				names = append(names, catalog.Names(v.Record.Fields)...)
			}
		}
		return names
	}
	return nil
}

// withoutEscapes takes the escapes of a JSON pointer away, so that a "~" that is left is a mistake.
var withoutEscapes = strings.NewReplacer("~0", "", "~1", "")

// longest is the number of bytes that a pointer may have.
const longest = 4096

// pointerRemedy ends a message about a text that is not a JSON pointer.
var pointerRemedy = fmt.Sprintf(
	`; write one of at most %d bytes, such as "/id", where ~0 is ~, and ~1 is /`, longest)

// tokens returns the names in a JSON pointer (RFC 6901), false if the text is not one.
func tokens(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	hasOtherEscapes := strings.Contains(withoutEscapes.Replace(pointer), "~")
	if pointer[0] != '/' || len(pointer) > longest || hasOtherEscapes {
		return nil, false
	}
	return jsonpointer.Names(pointer), true
}

// pointer returns the JSON pointer of a member of an object.
func pointer(name string) string { return "/" + jsonpointer.Escape(name) }
