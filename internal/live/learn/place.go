package learn

import (
	"slices"

	"example.com/opgen/internal/catalog"
	"example.com/opgen/internal/recording"
	"example.com/opgen/internal/review/lint"
)

// This file has the places of responses with their resolved types, which the printer writes and the
// proposer judges.

// place is a place in a response.
type place struct {
	places []string // "contacts.get_contact/addresses/*"; several if the decisions give them one name
	shape  *recording.Shape
	kind   catalog.Kind // Unspecified if values are of several types, or if there are none but null
	elem   *place       // of a list or a mapping
	fields []*field     // of a record, sorted by name
	name   string       // of a record, a union or an enum
	union  string       // the member that is the tag of a union
	group  *place       // the record that is here, if the decisions name it: the place of all its places
}

// field is a member of a record.
type field struct {
	*place
	key       string
	goName    string // "" if it follows from the key
	sensitive bool
}

// members returns the fields of a record, without the tag of a union.
func (p *place) members() []*field {
	return slices.DeleteFunc(slices.Clone(p.fields), func(f *field) bool {
		return p.union != "" && f.key == p.union
	})
}

// looksPersonal reports whether lint takes a field with these values for personal.
func (p *place) looksPersonal(key string) bool {
	typ := "object"
	if p.elem == nil && p.kind != catalog.Record {
		typ = p.typeName()
	}
	return lint.PersonalData(key, typ) != ""
}

// alwaysNull reports whether no value is known but null.
func (p *place) alwaysNull() bool { return p.shape.Seen == p.shape.Null }

// typeName writes the type of a place as a catalog does: "[string]", "{string: integer}", or the name
// of a record, an enum or a union.
func (p *place) typeName() string {
	switch p.kind {
	case catalog.Array:
		return "[" + p.elem.itemType() + "]"
	case catalog.Map:
		return "{string: " + p.elem.itemType() + "}"
	case catalog.Record:
		if p.isEmpty() {
			return "object"
		}
		return p.name
	case catalog.String:
		if p.name != "" {
			return p.name
		}
	}
	return (&catalog.Type{Kind: p.kind}).String()
}

// isEmpty reports whether nothing is known of the members of a record.
func (p *place) isEmpty() bool {
	if p.group != nil {
		return len(p.group.fields) == 0
	}
	return len(p.fields) == 0
}

// itemType writes the type of the items of a list or a map, which may be null. The format has no
// nullable lists and maps in lists.
func (p *place) itemType() string {
	typ := p.typeName()
	switch {
	case p.shape.Null == 0 || typ == "unspecified":
		return typ
	case p.elem != nil:
		return "unspecified"
	}
	return typ + "?"
}

// format returns the format of the strings of a place, "" if there is none. It is never
// Base64, which too many words match.
func (p *place) format() string {
	if p.kind != catalog.String || p.name != "" {
		return ""
	}
	for _, f := range p.shape.Formats {
		if f != string(catalog.FormatByte) {
			return f
		}
	}
	return ""
}
