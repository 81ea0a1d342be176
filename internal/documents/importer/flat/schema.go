package flat

import (
	"slices"
	"strings"

	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
)

// Schema is a schema merged with the schemas of its allOf and $ref. Each value has the places of all
// Keywords that say it.
type Schema struct {
	From     origin.Place
	Props    []string                 // in their order
	Schemas  map[string]origin.Places // of each property, several in an allOf
	Required map[string]origin.Places // names
	Types    []string
	Typed    origin.Places // the keywords with the types
	Null     origin.Places // what allows null
	NotNull  origin.Places // what refuses null
	lenient  bool          // null is allowed although a part refuses it, as tools read it
	Closed   origin.Places // additionalProperties: false
	Extra    origin.Places // additionalProperties: true or a schema
	Items    origin.Places
	Enum     []*yamldoc.Node
	EnumAt   origin.Places
	Words    Keywords               // that constrain a text, a number or a list, and annotations
	Choices  []origin.Place         // oneOf and anyOf
	Rules    []origin.Place         // oneOf and anyOf that only say which members are present
	Itself   origin.Place           // alternatives that include the schema itself
	branches int                    // number of merged schemas
	Merged   map[*yamldoc.Node]bool // false while a schema is being merged
}

// New returns a schema of a place, with which nothing is merged yet.
func New(p origin.Place) *Schema {
	return &Schema{From: p, Merged: map[*yamldoc.Node]bool{}}
}

// Word returns the place of a keyword that counts, absent if there is none.
func (f *Schema) Word(name string) origin.Place { return f.Words.Of(name).First() }

// text returns the text of a keyword that counts, "" if there is none.
func (f *Schema) text(name string) string { return f.Word(name).TextOf() }

// Has reports whether a type is one of those that the schema allows.
func (f *Schema) Has(kind string) bool { return slices.Contains(f.Types, kind) }

// Nullable reports whether null is a value: something allows it, and nothing else refuses it.
func (f *Schema) Nullable() bool { return f.Null.OK() && (f.lenient || !f.NotNull.OK()) }

// Constraints are keywords that a later step reads.
var Constraints = SetOf(`discriminator minLength maxLength pattern format minItems maxItems minimum maximum
	exclusiveMinimum exclusiveMaximum minProperties maxProperties not`)

// annotations are keywords that do not constrain values.
var annotations = SetOf(`title description deprecated example examples default readOnly writeOnly externalDocs
	$schema $id $comment $defs definitions xml $anchor collectionFormat`)

// keyword is a keyword of merged schemas with the places that say it.
type keyword struct {
	name string
	from origin.Places
	rank int // how far an annotation is from the schema itself
}

// Keywords are the few keywords of a schema. A list of them is searched faster than a map is made.
type Keywords []keyword

// find returns a keyword, nil if there is none.
func (k Keywords) find(name string) *keyword {
	for i := range k {
		if k[i].name == name {
			return &k[i]
		}
	}
	return nil
}

// Of returns the places that say a keyword, nil if there is none.
func (k Keywords) Of(name string) origin.Places {
	if word := k.find(name); word != nil {
		return word.from
	}
	return nil
}

// Set sets the places that say a keyword.
func (k *Keywords) Set(name string, from origin.Places) {
	if word := k.find(name); word != nil {
		word.from = from
	} else {
		*k = append(*k, keyword{name: name, from: from})
	}
}

// Under returns keywords with those of an outer schema, which are more specific.
func (k Keywords) Under(outer Keywords) Keywords {
	all := slices.Clone(k)
	for _, word := range outer {
		all.Set(word.name, word.from.And(k.Of(word.name)...))
	}
	return all
}

// Without returns the keywords that are not dropped.
func (k Keywords) Without(drop func(name string) bool) Keywords {
	return slices.DeleteFunc(slices.Clone(k), func(word keyword) bool { return drop(word.name) })
}

// Annotation reports whether a keyword does not constrain values.
func Annotation(key string) bool { return annotations[key] || strings.HasPrefix(key, "x-") }

// SetOf returns the words of a text as a set.
func SetOf(text string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		set[w] = true
	}
	return set
}
