package flat

import (
	"example.com/opgen/internal/catalog/yamldoc"
	"example.com/opgen/internal/documents/importer/origin"
)

// Neutral reports whether a keyword does not change what the catalog says, whatever it belongs to.
// docs/openapi.md lists these keywords.
func Neutral(key string, v origin.Place) bool {
	return NeutralKeys[key] || NeutralValue(key, v)
}

// NeutralKeys are keywords that say nothing about values, or that decide on which side a property is.
var NeutralKeys = SetOf(`title $schema $id $comment $anchor $defs definitions xml collectionFormat readOnly writeOnly
	x-catalog x-generated x-sensitive x-discriminator-value x-ms-discriminator-value x-effect x-envelope x-pagination`)

// NeutralValue reports whether the value of a keyword says what holds without it.
func NeutralValue(key string, v origin.Place) bool {
	switch key {
	case "nullable", "x-nullable", "uniqueItems", "deprecated", "exclusiveMinimum", "exclusiveMaximum":
		return v.Node.Kind == yamldoc.Bool && !v.Node.True()
	case "minLength", "minItems", "minProperties":
		return v.Node.Text == "0"
	case "format":
		return numericFormats[v.TextOf()]
	case "default", "example":
		return v.Node.Kind == yamldoc.Null
	case "description", "required", "examples", "properties":
		return v.IsEmpty()
	}
	return false
}

var numericFormats = SetOf("int32 int64 float double")
