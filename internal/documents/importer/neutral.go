package importer

import (
	"example.com/opgen/internal/catalog/yamldoc"
)

// neutral reports whether a keyword does not change what the catalog says, whatever it belongs to.
// docs/openapi.md lists these keywords.
func neutral(key string, v place) bool {
	return neutralKeys[key] || neutralValue(key, v)
}

// neutralKeys are keywords that say nothing about values, or that decide on which side a property is.
var neutralKeys = words(`title $schema $id $comment $anchor $defs definitions xml collectionFormat readOnly writeOnly
	x-catalog x-generated x-sensitive x-discriminator-value x-ms-discriminator-value x-effect x-envelope x-pagination`)

// neutralValue reports whether the value of a keyword says what holds without it.
func neutralValue(key string, v place) bool {
	switch key {
	case "nullable", "x-nullable", "uniqueItems", "deprecated", "exclusiveMinimum", "exclusiveMaximum":
		return v.node.Kind == yamldoc.Bool && !v.node.True()
	case "minLength", "minItems", "minProperties":
		return v.node.Text == "0"
	case "format":
		return numericFormats[v.textOf()]
	case "default", "example":
		return v.node.Kind == yamldoc.Null
	case "description", "required", "examples", "properties":
		return v.isEmpty()
	}
	return false
}

var numericFormats = words("int32 int64 float double")
