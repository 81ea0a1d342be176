package catalog

import (
	"maps"
	"slices"
)

// valueKind is what the value of a key has to be.
type valueKind int

const (
	textValue     valueKind = iota + 1
	scalarValue             // kept as it is written: 2, 2.0 and v2 are all versions
	boolValue               // true or false
	sizeValue               // an integer, not negative
	numberValue             // any number, kept as it is written
	textsValue              // a list of texts
	anyValue                // compared with the type of its field later
	typeValue               // T or [T]
	objectValue             // a map of the kind named beside it
	namedValue              // a map from names to maps of that kind
	listValue               // a list of maps of that kind
	responseValue           // a map of that kind, or the name of a record
)

// keySpec is what is known about a key of a map.
type keySpec struct {
	value  valueKind
	of     string // kind of the map or maps in the value
	needed bool   // the map is wrong without the key
	filled bool   // an empty text, list or map is refused
	blank  bool   // a text of white space is not empty
}

// keyTable lists the keys of every kind of map in a catalog or an overlay. The reader, the
// suggestions and [Keys] have no other source.
var keyTable = map[string]map[string]keySpec{
	"document": {
		"catalog": {value: scalarValue, needed: true},
		"info":    {value: objectValue, of: "info", needed: true},
		"path":    {value: textValue, needed: true, filled: true},
		"enums":   {value: namedValue, of: "enum"},
		"records": {value: namedValue, of: "record"},
		"areas":   {value: namedValue, of: "area", needed: true, filled: true},
	},
	"overlay": {
		"overlay": {value: scalarValue, needed: true},
		"enums":   {value: namedValue, of: "enum"},
		"records": {value: namedValue, of: "record"},
		"areas":   {value: namedValue, of: "area"},
	},
	"info": {
		"title":       {value: textValue, needed: true, filled: true},
		"version":     {value: scalarValue, needed: true, filled: true},
		"package":     {value: textValue, needed: true, filled: true},
		"description": {value: textValue},
	},
	"enum": {
		"description": {value: textValue},
		"open":        {value: boolValue},
		"values":      {value: namedValue, of: "enum_value", needed: true, filled: true},
	},
	"enum_value": {
		"description": {value: textValue},
		"go":          {value: objectValue, of: "go"},
	},
	"record": {
		"description": {value: textValue},
		"open":        {value: boolValue},
		"fields":      {value: namedValue, of: "field"},
		"assumed":     {value: textValue, filled: true},
	},
	"area": {
		"description": {value: textValue},
		"operations":  {value: namedValue, of: "operation", needed: true, filled: true},
		"go":          {value: objectValue, of: "go"},
	},
	"operation": {
		"summary":     {value: textValue},
		"description": {value: textValue},
		"deprecated":  {value: objectValue, of: "deprecated"},
		"effect":      {value: textValue},
		"include":     {value: textValue},
		"fields":      {value: namedValue, of: "field"},
		"rules":       {value: listValue, of: "rule"},
		"pagination":  {value: objectValue, of: "pagination"},
		"response":    {value: responseValue, of: "response"},
		"go":          {value: objectValue, of: "go"},
	},
	"field": {
		"type":        {value: typeValue, needed: true},
		"required":    {value: boolValue},
		"non_blank":   {value: boolValue},
		"min_length":  {value: sizeValue},
		"max_length":  {value: sizeValue},
		"pattern":     {value: textValue, filled: true, blank: true},
		"enum":        {value: textsValue, filled: true},
		"min_items":   {value: sizeValue},
		"max_items":   {value: sizeValue},
		"minimum":     {value: numberValue},
		"maximum":     {value: numberValue},
		"default":     {value: anyValue},
		"join":        {value: textValue, filled: true, blank: true},
		"send_if":     {value: textValue},
		"omit_empty":  {value: boolValue},
		"codes":       {value: textValue, filled: true},
		"sensitive":   {value: boolValue},
		"assumed":     {value: textValue, filled: true},
		"deprecated":  {value: objectValue, of: "deprecated"},
		"description": {value: textValue},
		"example":     {value: anyValue},
		"go":          {value: objectValue, of: "go"},
	},
	"rule": {
		"first_of":        {value: textsValue},
		"at_least_one_of": {value: textsValue},
		"at_most_one_of":  {value: textsValue},
		"all_or_none_of":  {value: textsValue},
	},
	"pagination": {
		"page":         {value: textValue, needed: true},
		"size":         {value: textValue, needed: true},
		"first":        {value: sizeValue},
		"default_size": {value: sizeValue},
		"items":        {value: textValue},
	},
	"response": {
		"description": {value: textValue},
		"include":     {value: textValue},
		"fields":      {value: namedValue, of: "field"},
		"assumed":     {value: textValue, filled: true},
	},
	"deprecated": {
		"since":  {value: scalarValue},
		"sunset": {value: textValue},
		"use":    {value: textValue},
	},
	"go": {
		"name": {value: textValue, needed: true},
	},
}

// Keys returns the keys that a catalog may have, sorted, for each kind of map:
// document, overlay, info, enum, enum_value, record, area, operation, field, rule,
// pagination, response, deprecated and go.
func Keys() map[string][]string {
	keys := make(map[string][]string, len(keyTable))
	for kind := range keyTable {
		keys[kind] = slices.Clone(keysOf(kind))
	}
	return keys
}

// keysOf returns the keys of one kind of map, sorted.
func keysOf(kind string) []string { return sortedKeys[kind] }

// sortedKeys are sorted once, as every field of a catalog asks for them.
var sortedKeys = func() map[string][]string {
	sorted := make(map[string][]string, len(keyTable))
	for kind, keys := range keyTable {
		sorted[kind] = slices.Sorted(maps.Keys(keys))
	}
	return sorted
}()
