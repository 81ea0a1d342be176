package behaviour

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/json/jsonpointer"
	"example.com/opgen/internal/text/wording"
)

// place is the type of a value in the catalog. The zero place can be anything.
type place struct {
	shape *catalog.Shape       // an object with these members
	union *catalog.TaggedUnion // one of several objects
	t     *catalog.Type        // neither of the two
	field *catalog.Field       // the field with its constraints, nil if there is none
	parts *catalog.Type        // of a joined field, the type of the array
}

// placeOf returns the place of a value of a type.
func placeOf(t *catalog.Type) place { return ofField(&catalog.Field{Type: t, Required: true}) }

// ofField returns the place of a field, as its value is sent.
func ofField(f *catalog.Field) place {
	p := place{field: f}
	switch t := f.Type; {
	case t.Kind == catalog.Record:
		p.shape = t.Record
	case t.Kind == catalog.Union:
		p.union = t.Union
	case t.Kind == catalog.Any || t.Kind == catalog.Unspecified:
		return place{}
	case f.Join != "":
		p.t, p.parts = &catalog.Type{Kind: catalog.String}, t
	default:
		p.t = t
	}
	return p
}

// whole returns a field with the type and the constraints of the place.
func (p place) whole() *catalog.Field {
	switch {
	case p.field != nil:
		return p.field
	case p.shape != nil:
		return &catalog.Field{Type: &catalog.Type{Kind: catalog.Record, Record: p.shape}}
	}
	return &catalog.Field{Type: p.t}
}

// holds names the type of a place, "" for any.
func (p place) holds() string {
	switch {
	case p.shape != nil || p.union != nil:
		return anObject
	case p.t == nil:
		return ""
	}
	return cmp.Or(typeNames[p.t.Kind], anObject)
}

// Names of types.
const (
	aString   = "a string"
	aBool     = "true or false"
	anInteger = "an integer"
	aNumber   = "a number"
	aList     = "a list"
	anObject  = "an object"
)

// typeNames are the names of types, except objects.
var typeNames = map[catalog.Kind]string{
	catalog.String: aString, catalog.Enumeration: aString, catalog.Boolean: aBool,
	catalog.Integer: anInteger, catalog.Number: aNumber, catalog.Array: aList,
}

// takes reports whether a value from another place can be in this one.
func (p place) takes(from place) bool {
	to, is := p.holds(), from.holds()
	if to == is && p.t != nil && from.t != nil {
		return elem(p).takes(elem(from))
	}
	return to == "" || is == "" || to == is || to == aNumber && is == anInteger
}

// member returns the place of a member of an object, false if it cannot exist.
func (p place) member(name string) (place, bool) {
	switch {
	case p.shape != nil:
		if f := p.shape.Field(name); f != nil {
			return ofField(f), true
		}
		return place{}, p.shape.Open
	case p.union != nil:
		if name == p.union.By {
			tag := &catalog.Field{Type: &catalog.Type{Kind: catalog.String}, Required: true}
			if !p.union.Open {
				tag.Enum = p.union.Tags()
			}
			return ofField(tag), true
		}
		found, ok := place{}, p.union.Open
		for _, v := range p.union.Variants {
			if v.Record == nil {
				continue
			}
			if m, has := (place{shape: v.Record}).member(name); has && ok {
				found = place{} // several variants have it
			} else if has {
				found, ok = m, true
			}
		}
		return found, ok
	case p.t == nil, p.t.Kind == catalog.Object:
		return place{}, true
	case p.t.Kind == catalog.Map:
		return placeOf(p.t.Elem), true
	case p.t.Kind == catalog.Array:
		_, err := strconv.ParseUint(name, 10, 31)
		return placeOf(p.t.Elem), err == nil
	}
	return place{}, false
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
	switch {
	case p.shape != nil:
		return catalog.Names(p.shape.Fields)
	case p.union != nil:
		names := []string{p.union.By}
		for _, v := range p.union.Variants {
			if v.Record != nil {
				names = append(names, catalog.Names(v.Record.Fields)...)
			}
		}
		return names
	}
	return nil
}

var withoutEscapes = strings.NewReplacer("~0", "", "~1", "")

// longest is the number of bytes that a pointer may have.
const longest = 4096

// tokens returns the names in a JSON pointer (RFC 6901), false if the text is not one.
func tokens(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	if pointer[0] != '/' || len(pointer) > longest || strings.Contains(withoutEscapes.Replace(pointer), "~") {
		return nil, false
	}
	return jsonpointer.Names(pointer), true
}

// pointer returns the JSON pointer of names.
func pointer(names ...string) string {
	text := ""
	for _, name := range names {
		text += "/" + jsonpointer.Escape(name)
	}
	return text
}

// pointerRemedy ends a message about a text that is not a JSON pointer.
func pointerRemedy(text string) string {
	if len(text) > longest {
		return fmt.Sprintf(" of at most %d bytes; shorten it", longest)
	}
	if strings.Contains(text, "~") {
		return `; in a name, ~ is written ~0, and / is written ~1`
	}
	if strings.HasPrefix(text, "$") || text == "" {
		return `, such as "/id"`
	}
	return "; write " + wording.Quote("/"+text)
}
