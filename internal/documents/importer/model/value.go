package model

import (
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/draft"
	"example.com/opgen/internal/documents/importer/flat"
	"example.com/opgen/internal/documents/importer/origin"
	"example.com/opgen/internal/review/lint"
	"example.com/opgen/internal/text/wording"
)

// Side is where a schema is used. A request has no readOnly properties, and a response no
// writeOnly ones.
type Side int

// The sides.
const (
	InRequest Side = iota
	InResponse
)

// Context describes the use of a schema.
type Context struct {
	Side    Side
	Subject string // "claims.get_claim.address"
	Name    string // of the record or enum that is made from the schema
	owner   string // the pointer that the name is reserved for, "" if the schema has no name

	component *Value // of the schema itself, if it has a name
}

// below returns the context of a property, whose name is a part of that of its type.
func (c Context) below(name, part string) Context {
	return Context{Side: c.Side, Subject: c.Subject + "." + name, Name: c.Name + part}
}

// item returns the context of one of several values: Address for Addresses.
func (c Context) item(suffix string) Context {
	c.Subject += suffix
	c.component = nil
	singular := lint.Singular(c.Name)
	if singular == c.Name {
		singular += "Item"
	}
	c.Name = singular
	return c
}

// Value is what becomes of a schema in the catalog.
type Value struct {
	from    origin.Place
	Type    *draft.Type
	Typed   origin.Places // what says the type
	Null    origin.Places // what allows null, nil if it is not allowed
	free    bool          // every value is valid, including null
	keys    draft.Node    // constraints of a field
	words   flat.Keywords // annotations, without those of a type with a name
	reading bool          // the type is not known yet
}

// NewValue returns a value of any type, with what a schema says of null and in annotations.
func NewValue(f *flat.Schema) *Value {
	v := &Value{from: f.From, Type: &draft.Type{Word: "any"}, Typed: f.Typed}
	if f.Nullable() {
		v.Null = f.Null
	}
	v.words = f.Words.Without(func(name string) bool { return !flat.Annotation(name) })
	return v
}

// is reports whether an annotation is true.
func (v *Value) is(name string) bool { return v.words.Of(name).First().IsTrue() }

// TypePlace returns what says the type, or the schema if nothing does.
func (v *Value) TypePlace() origin.Places {
	if v.Typed.OK() {
		return v.Typed
	}
	return origin.Places{v.from}
}

// schemaKey is a schema on one side, since the sides may differ.
type schemaKey struct {
	node *yamldoc.Node
	side Side
}

// description returns the description of a schema, or its title if that says more than
// the name, and their places.
func description(words flat.Keywords, name string) (string, origin.Places) {
	if text := wording.Tidy(words.Of("description").First().TextOf()); text != "" {
		return text, words.Of("description")
	}
	title := wording.Tidy(words.Of("title").First().TextOf())
	if title == "" || strings.HasSuffix(Squeeze(name), Squeeze(title)) {
		return "", nil
	}
	return title, words.Of("title")
}

// notChecked is why keywords of a value are lost that has any type.
const notChecked = "the values of any are not checked"
