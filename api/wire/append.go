package wire

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// The Append functions write members of a JSON object. Each appends the key, which the
// caller passes with its quotation marks and colon, the value and a comma; [CloseObject]
// replaces the last comma by the closing brace. Functions with Opt in their name append
// nothing if the value is absent. A value that cannot be sent, such as a string that is not
// UTF-8, is marked: then the call, MarshalJSON or the response of a service fails.

// CloseObject ends the object that b ends with.
func CloseObject(b []byte) []byte { return cursor.Close(b, '}') }

// CloseArray ends the array that b ends with, and its member.
func CloseArray(b []byte) []byte { return append(cursor.Close(b, ']'), ',') }

// AppendString appends a string member.
func AppendString(b []byte, key, v string) []byte {
	return append(encode.String(append(b, key...), v), ',')
}

// AppendOptString appends a string member that may be absent. An empty string is not absent.
func AppendOptString(b []byte, key string, v *string) []byte {
	if v == nil {
		return b
	}
	return AppendString(b, key, *v)
}

// AppendBool appends a boolean member.
func AppendBool(b []byte, key string, v bool) []byte {
	return append(strconv.AppendBool(append(b, key...), v), ',')
}

// AppendOptBool appends a boolean member that may be absent.
func AppendOptBool(b []byte, key string, v *bool) []byte {
	if v == nil {
		return b
	}
	return AppendBool(b, key, *v)
}

// AppendInt appends an integer member.
func AppendInt(b []byte, key string, v int) []byte {
	return append(strconv.AppendInt(append(b, key...), int64(v), 10), ',')
}

// AppendOptInt appends an integer member that may be absent.
func AppendOptInt(b []byte, key string, v *int) []byte {
	if v == nil {
		return b
	}
	return AppendInt(b, key, *v)
}

// AppendNumber appends a number member, with the digits that it has.
func AppendNumber(b []byte, key string, v json.Number) []byte {
	return append(encode.Number(append(b, key...), v), ',')
}

// AppendOptNumber appends a number member that may be absent.
func AppendOptNumber(b []byte, key string, v *json.Number) []byte {
	if v == nil {
		return b
	}
	return AppendNumber(b, key, *v)
}

// AppendStrings appends an array of strings; a nil slice is absent, and an empty one is sent as [].
func AppendStrings[S ~string](b []byte, key string, v []S) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, s := range v {
		b = append(encode.String(b, string(s)), ',')
	}
	return CloseArray(b)
}

// AppendObjects appends an array of objects whose members the catalog does not name; a nil slice is
// absent, and a nil object in it is appended as an empty one, since an item cannot be left out.
func AppendObjects(b []byte, key string, v []api.Object) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, o := range v { // a function as argument would move requests to the heap
		b = append(encode.Value(b, map[string]any(o)), ',')
	}
	return CloseArray(b)
}

// AppendJoined appends strings joined into one string; a nil slice is absent. With the separator ",",
// the strings "a" and "b" are appended as "a,b", and an empty slice as "".
func AppendJoined(b []byte, key string, v []string, separator string) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '"')
	isValid := true
	for i, s := range v {
		if i > 0 {
			b = encode.Escaped(b, separator)
		}
		b = encode.Escaped(b, s)
		isValid = isValid && utf8.ValidString(s)
	}
	b = append(b, '"')
	if !isValid {
		b = encode.Marked(b, encode.NotUTF8)
	}
	return append(b, ',')
}

// AppendAny appends a member of any type. Nil is absent. Other values that are encoded as
// null, such as a nil pointer, cannot be sent.
func AppendAny(b []byte, key string, v any) []byte {
	if v == nil {
		return b
	}
	member := append(b, key...)
	start := len(member) // of the value
	member = encode.Value(member, v)
	if string(member[start:]) == "null" {
		member = encode.Marked(member, encode.Null)
	}
	return append(member, ',')
}

// AppendObject appends an object member; nil is absent, and an empty object is sent as {}.
func AppendObject(b []byte, key string, v api.Object) []byte {
	if v == nil {
		return b
	}
	return AppendAny(b, key, map[string]any(v))
}

// AppendExtra appends the additional keys of an open record, sorted. If one has the name of a
// field of the record, the call fails, because the key would be sent twice.
func AppendExtra(b []byte, extra api.Object, fields ...string) []byte {
	return encode.Members(b, extra, fields)
}

// The functions below append one value, such as an item of an array or a value of a map.
// They are composed like types: ListJSON(StringJSON) appends an item of a [[string]]. A nil
// list, map or object is appended as an empty one, because a value cannot be left out here.

// StringJSON appends a string of any type.
func StringJSON[S ~string](b []byte, v S) []byte { return encode.String(b, string(v)) }

// BoolJSON appends a boolean.
func BoolJSON(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// IntJSON appends an integer.
func IntJSON(b []byte, v int) []byte { return strconv.AppendInt(b, int64(v), 10) }

// NumberJSON appends a number.
func NumberJSON(b []byte, v json.Number) []byte { return encode.Number(b, v) }

// ObjectJSON appends an object whose members the catalog does not name.
func ObjectJSON(b []byte, v api.Object) []byte { return encode.Value(b, map[string]any(v)) }

// AnyJSON appends a value of any type; nil is null. Values of the caller's own types are encoded as
// encoding/json does.
func AnyJSON(b []byte, v any) []byte { return encode.Value(b, v) }

// RecordJSON appends a record. R is its pointer, whose method appends it.
func RecordJSON[T any, R interface {
	*T
	AppendJSON([]byte) []byte
}](b []byte, v T) []byte {
	return R(&v).AppendJSON(b)
}

// ListJSON returns a function that appends an array with the function that appends one item.
func ListJSON[T any](item func([]byte, T) []byte) func([]byte, []T) []byte {
	return func(b []byte, v []T) []byte {
		b = append(b, '[')
		for _, x := range v {
			b = append(item(b, x), ',')
		}
		return cursor.Close(b, ']')
	}
}

// MapJSON returns a function that appends a map, its keys sorted, with the function that appends
// one value.
func MapJSON[T any](value func([]byte, T) []byte) func([]byte, map[string]T) []byte {
	return func(b []byte, v map[string]T) []byte {
		var few [fewKeys]string
		b = append(b, '{')
		for _, key := range sortedKeys(few[:0], v) {
			b = append(value(append(encode.String(b, key), ':'), v[key]), ',')
		}
		return cursor.Close(b, '}')
	}
}

// RecordsJSON appends an array of records with the function that appends one. It passes pointers into
// the slice, because records may be large.
func RecordsJSON[T any](b []byte, v []T, record func(*T, []byte) []byte) []byte {
	b = append(b, '[')
	for i := range v {
		b = append(record(&v[i], b), ',')
	}
	return cursor.Close(b, ']')
}

// AppendList appends an array member with the function that appends one item; a nil
// slice is absent.
func AppendList[T any](b []byte, key string, v []T, item func([]byte, T) []byte) []byte {
	if v == nil {
		return b
	}
	return append(ListJSON(item)(append(b, key...), v), ',')
}

// AppendMap appends a map member with the function that appends one value; a nil map
// is absent.
func AppendMap[T any](b []byte, key string, v map[string]T, value func([]byte, T) []byte) []byte {
	if v == nil {
		return b
	}
	return append(MapJSON(value)(append(b, key...), v), ',')
}

// OrEmptyMap returns m, or an empty map if it is nil, as [OrEmpty] does for a list.
func OrEmptyMap[T any](m map[string]T) map[string]T {
	if m == nil {
		return map[string]T{}
	}
	return m
}

// fewKeys is the number of keys that are sorted without an allocation: most maps have fewer.
const fewKeys = 16

// sortedKeys appends the keys of a map to an empty list, sorted.
func sortedKeys[T any](keys []string, m map[string]T) []string {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// AppendFinite appends a record whose type may contain itself, with the function that appends
// its members. It marks a record that contains itself in memory, so that the call fails instead of
// overflowing the stack. Records inside of it are appended by their members functions, so that the
// whole is checked once.
func AppendFinite[T any](b []byte, r *T, members func(*T, []byte) []byte) []byte {
	if !encode.Finite(r) {
		return encode.Marked(append(b, "null"...), encode.NotJSON)
	}
	return members(r, b)
}

// Finite reports whether a record is free of cycles in memory, see [AppendFinite].
func Finite[T any](r *T) bool { return encode.Finite(r) }

// MembersJSON returns a function that appends a record, as [RecordJSON] does, with the function
// that appends its members.
func MembersJSON[T any](members func(*T, []byte) []byte) func([]byte, T) []byte {
	return func(b []byte, v T) []byte { return members(&v, b) }
}

// Endless reports whether a record contains itself in memory, which ends its checks and is a
// violation.
func (v *Validator) Endless() bool {
	if !v.endless && v.path.Depth() > encode.MaxDepth {
		v.endless = true
		v.add(api.RuleType, "must not contain itself, or "+
			"be nested deeper than "+cursor.Count(encode.MaxDepth, "level"), cursor.Unnamed)
	}
	return v.endless
}
