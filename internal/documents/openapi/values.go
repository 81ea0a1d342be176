package openapi

// This file has the JSON of a document: objects whose members keep their order, unlike those of a map.

// object is an ordered JSON object. Its values are objects, strings, booleans,
// integers, numbers, nil, and lists of these.
type object []pair

type pair struct {
	key   string
	value any
}

// number is a number in the form of the catalog.
type number string

// literal is a text of several lines, which YAML shows as they are.
type literal string

// obj returns an object of keys and values.
func obj(pairs ...any) object {
	o := object{}
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, pair{pairs[i].(string), pairs[i+1]})
	}
	return o
}

// member adds a member to an object if a condition is true.
func member(o object, condition bool, key string, value any) object {
	if !condition {
		return o
	}
	return append(o, pair{key, value})
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

// get returns the value of a key, nil if there is none.
func (o object) get(key string) any {
	for _, p := range o {
		if p.key == key {
			return p.value
		}
	}
	return nil
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
