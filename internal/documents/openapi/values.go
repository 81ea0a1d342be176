package openapi

import "example.com/opgen/internal/catalog/yamldoc"

// This file has the JSON of a document: objects whose members keep their order, unlike those of a map.

// object is an object of a document. Besides the values that a text can have, there are integers and
// the types below.
type object = yamldoc.Ordered

// pair is a member of an object.
type pair = yamldoc.Member

// pairOf returns a member.
func pairOf(key string, value any) pair { return pair{Key: key, Value: value} }

// number is a number in the form of the catalog.
type number string

// literal is a text of several lines, which YAML shows as they are.
type literal string

// obj returns an object of keys and values.
func obj(pairs ...any) object {
	o := object{}
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, pairOf(pairs[i].(string), pairs[i+1]))
	}
	return o
}

// member adds a member to an object if a condition is true.
func member(o object, condition bool, key string, value any) object {
	if !condition {
		return o
	}
	return append(o, pairOf(key, value))
}

// texts returns an object of keys and strings, without empty strings.
func texts(pairs ...string) (o object) {
	for i := 0; i < len(pairs); i += 2 {
		o = member(o, pairs[i+1] != "", pairs[i], pairs[i+1])
	}
	return o
}

// list returns a list of values of one type.
func list[T any](items ...T) []any {
	all := make([]any, len(items))
	for i, item := range items {
		all[i] = item
	}
	return all
}

// kindOf is the type of a constant.
func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	}
	return "integer"
}
