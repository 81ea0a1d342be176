package encode

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"example.com/opgen/api/internal/apitype"
	"example.com/opgen/internal/json/cursor"
)

// Values of any type are written without encoding/json as far as possible: the types of decoded JSON
// and those of package api are written here, with sorted keys, so that the same value always has the
// same text. encoding/json writes what is left, the types of callers.

// entry is a member of an object.
type entry struct {
	key   string
	value any
}

// Members appends the members of an object, sorted, each followed by a comma. It marks keys that are
// names of fields: the object would have them twice.
func Members(b []byte, o map[string]any, fields []string) []byte {
	var few [fewEntries]entry
	for _, e := range appendEntries(few[:0], o) {
		b = String(b, e.key)
		if slices.Contains(fields, e.key) {
			b = Marked(b, Twice)
		}
		b = append(b, ':')
		b = append(Value(b, e.value), ',')
	}
	return b
}

// fewEntries is the number of members that are sorted without an allocation: most objects have fewer.
const fewEntries = 16

// appendEntries appends the members of o to an empty list, sorted.
func appendEntries(list []entry, o map[string]any) []entry {
	for key, value := range o {
		list = append(list, entry{key, value})
	}
	slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	return list
}

// MaxDepth is the deepest nesting of a value; a deeper one is taken to contain itself. No service
// reads so deep a body: the limit of handlers is 64 levels.
const MaxDepth = 1000

// Value appends v, or a marked null if v cannot be encoded as JSON.
func Value(b []byte, v any) []byte {
	if text, ok := appendAny(b, v, 0); ok {
		return text
	}
	return Marked(append(b, "null"...), NotJSON)
}

// appendAny appends v and reports whether v is finite. A value that contains itself twice
// has more than 2^1000 places that are too deep, so the first one stops it.
func appendAny(b []byte, v any, depth int) ([]byte, bool) {
	if depth > MaxDepth {
		return b, false
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), true
	case string:
		return String(b, v), true
	case bool:
		return strconv.AppendBool(b, v), true
	case int:
		return strconv.AppendInt(b, int64(v), 10), true
	case json.Number:
		return Number(b, v), true
	case map[string]any:
		return appendObject(b, v, depth)
	case []any:
		return appendList(b, v, depth)
	default:
		if reflect.TypeOf(v) == apitype.ObjectType {
			return appendObject(b, apitype.Members(v), depth)
		}
		if held, ok := nullableValue(v); ok {
			return appendAny(b, held, depth+1)
		}
		text, err := marshal(v, depth)
		if err != nil {
			return Marked(append(b, "null"...), NotJSON), true
		}
		return append(b, text...), true
	}
}

// appendObject appends an object, and reports whether its values are finite.
func appendObject(b []byte, o map[string]any, depth int) ([]byte, bool) {
	var few [fewEntries]entry
	b = append(b, '{')
	for _, e := range appendEntries(few[:0], o) {
		var ok bool
		b = append(String(b, e.key), ':')
		b, ok = appendAny(b, e.value, depth+1)
		if !ok {
			return b, false
		}
		b = append(b, ',')
	}
	return cursor.Close(b, '}'), true
}

// appendList appends an array, and reports whether its items are finite.
func appendList(b []byte, list []any, depth int) ([]byte, bool) {
	b = append(b, '[')
	for _, item := range list {
		var ok bool
		b, ok = appendAny(b, item, depth+1)
		if !ok {
			return b, false
		}
		b = append(b, ',')
	}
	return cursor.Close(b, ']'), true
}

// ErrNotEncodable reports a value that cannot be encoded as JSON.
var ErrNotEncodable = errors.New("holds a value that JSON cannot hold, or itself")

// nullableValue returns the value of an api.Nullable, nil if it has none, and reports whether
// v is a Nullable, rather than a pointer to one or a struct that embeds one.
func nullableValue(v any) (any, bool) {
	if !IsNullable(reflect.TypeOf(v)) {
		return nil, false
	}
	held, state := apitype.Held(v)
	if state != apitype.Value {
		return nil, true
	}
	return held, true
}

// IsNullable reports whether t is an api.Nullable.
func IsNullable(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || !t.Implements(apitype.NullableType) {
		return false
	}
	first := t.Field(0) // a struct that embeds a Nullable has its methods too
	return !first.IsExported() && !first.Anonymous
}

// appender is implemented by generated requests and records.
type appender interface{ AppendJSON([]byte) []byte }

// Marshal is like json.Marshal, except for generated types, which encode themselves, and
// values that contain themselves through those: json.Marshal would overflow the stack.
func Marshal(v any) ([]byte, error) { return marshal(v, 0) }

// marshal is Marshal for a value at a depth.
func marshal(v any, depth int) ([]byte, error) {
	r := reflect.ValueOf(v)
	if !valueEncodable(r, depth) {
		return nil, ErrNotEncodable
	}
	generated, isGenerated := v.(appender)
	isNil := r.Kind() == reflect.Pointer && r.IsNil()
	if !isGenerated || isNil {
		text, err := json.Marshal(v)
		if err == nil && !isReadable(text) {
			err = ErrNotEncodable
		}
		return text, err
	}
	text := generated.AppendJSON(nil)
	if !json.Valid(text) {
		return nil, ErrNotEncodable
	}
	return text, nil
}

// isReadable reports whether every reader of a JSON text gets the same value: it is UTF-8, and
// no object repeats a key. A json.RawMessage may be neither.
func isReadable(text []byte) bool {
	c := cursor.New(string(text), cursor.Unlimited)
	c.Path = new(cursor.Path) // so that it notes repeated keys
	c.InItem = true
	c.Value()
	return c.End() && len(c.Repeated) == 0
}

// encodable reports whether Value can write v faithfully.
func encodable(v any, depth int) bool {
	text, ok := appendAny(nil, v, depth)
	return ok && !IsMarked(text)
}
