package importer

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// side is where a schema is used. A request has no readOnly properties, and a response no
// writeOnly ones.
type side int

const (
	inRequest side = iota
	inResponse
)

// context describes the use of a schema.
type context struct {
	side    side
	subject string // "claims.get_claim.address"
	name    string // of the record or enum that is made from the schema
	owner   string // the pointer that the name is reserved for, "" if the schema has no name

	component *value // of the schema itself, if it has a name
}

// below returns the context of a property, whose name is a part of that of its type.
func (c context) below(name, part string) context {
	return context{side: c.side, subject: c.subject + "." + name, name: c.name + part}
}

// item returns the context of one of several values: Address for Addresses.
func (c context) item(of string) context {
	c.subject, c.component = c.subject+of, nil
	if one := lint.Singular(c.name); one != c.name {
		c.name = one
	} else {
		c.name += "Item"
	}
	return c
}

// value is what becomes of a schema in the catalog.
type value struct {
	from    place
	typ     *typ
	typed   places   // what says the type
	null    places   // what allows null, nil if it is not allowed
	free    bool     // every value is valid, including null
	keys    node     // constraints of a field
	words   keywords // annotations, without those of a type with a name
	reading bool     // the type is not known yet
}

func newValue(f *flat) *value {
	v := &value{from: f.from, typ: &typ{word: "any"}, typed: f.typed}
	if f.nullable() {
		v.null = f.null
	}
	v.words = f.words.without(func(name string) bool { return !annotation(name) })
	return v
}

func (v *value) is(name string) bool { return v.words.of(name).first().isTrue() }

// typePlace returns what says the type, or the schema if nothing does.
func (v *value) typePlace() places {
	if v.typed.ok() {
		return v.typed
	}
	return places{v.from}
}

type schemaKey struct {
	node *yamldoc.Node
	side side
}

// description returns the description of a schema, or its title if that says more than
// the name, and their places.
func description(words keywords, name string) (string, places) {
	if text := wording.Tidy(words.of("description").first().textOf()); text != "" {
		return text, words.of("description")
	}
	title := wording.Tidy(words.of("title").first().textOf())
	if title == "" || strings.HasSuffix(squeeze(name), squeeze(title)) {
		return "", nil
	}
	return title, words.of("title")
}
