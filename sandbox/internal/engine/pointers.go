package engine

import (
	"bytes"
	"encoding/json"
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
)

// Documents are maps as encoding/json decodes them, with numbers kept as they were written.
// Pointers into them were checked when the behavior was read, so they are split here without
// errors.

// lookup returns the value at a pointer, and false if there is none.
func lookup(v any, pointer string) (any, bool) {
	exists := true
	for _, token := range jsonpointer.Names(pointer) {
		switch container := v.(type) {
		case *document:
			v, exists = container.members()[token]
		case map[string]any:
			v, exists = container[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(container) {
				return nil, false
			}
			v = container[i]
		default:
			return nil, false
		}
	}
	return v, exists
}

// valueAt returns the value at a pointer, and false for null or a missing value.
func valueAt(v any, pointer string) (any, bool) {
	v, _ = lookup(v, pointer)
	return v, v != nil
}

// put sets the member at a pointer, and creates objects that lead to it. It replaces values that are
// no objects on the way.
func put(members map[string]any, pointer string, v any) {
	names := jsonpointer.Names(pointer)
	for _, token := range names[:len(names)-1] {
		inner, ok := members[token].(map[string]any)
		if !ok {
			inner = map[string]any{}
			members[token] = inner
		}
		members = inner
	}
	members[names[len(names)-1]] = v
}

// take removes the member at a pointer and returns it, and whether it was there.
func take(members map[string]any, pointer string) (any, bool) {
	names := jsonpointer.Names(pointer)
	for _, token := range names[:len(names)-1] {
		members, _ = members[token].(map[string]any)
	}
	last := names[len(names)-1]
	v, ok := members[last]
	delete(members, last)
	return v, ok
}

// decode decodes JSON with numbers of type json.Number.
func decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// encode encodes JSON without the escapes of HTML, as services do.
func encode(v any) (json.RawMessage, error) {
	switch v := v.(type) {
	case json.RawMessage:
		return v, nil
	case *document:
		return v.Body, nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// clone returns a deep copy of a JSON value.
func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		c := make(map[string]any, len(v))
		for name, member := range v {
			c[name] = clone(member)
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, item := range v {
			c[i] = clone(item)
		}
		return c
	default:
		return v
	}
}
