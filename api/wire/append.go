package wire

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/encode"
)

// The Append functions write members of a JSON object. Each appends the key,
// which the caller gives with its quotation marks and colon, the value and a
// comma; [CloseObject] turns the last comma into the closing brace. The ones
// with Opt in their name append nothing if the value is absent. What cannot be sent,
// such as a string that is not UTF-8, is marked: the call fails, and so do MarshalJSON
// and the response of a service.

// CloseObject ends the object that b ends with.
func CloseObject(b []byte) []byte { return encode.Close(b, '}') }

// CloseArray ends the array that b ends with, and the member that it is.
func CloseArray(b []byte) []byte { return append(encode.Close(b, ']'), ',') }

// AppendString appends a string member.
func AppendString(b []byte, key, v string) []byte {
	return append(encode.String(append(b, key...), v), ',')
}

// AppendOptString appends a string member that may be absent.
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

// AppendNumber appends a number member.
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

// AppendStrings appends an array of strings; a nil slice is absent.
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

// AppendBools appends an array of booleans; a nil slice is absent.
func AppendBools(b []byte, key string, v []bool) []byte {
	return AppendList(b, key, v, BoolJSON)
}

// AppendInts appends an array of integers; a nil slice is absent.
func AppendInts(b []byte, key string, v []int) []byte {
	return AppendList(b, key, v, IntJSON)
}

// AppendNumbers appends an array of numbers; a nil slice is absent.
func AppendNumbers(b []byte, key string, v []json.Number) []byte {
	return AppendList(b, key, v, NumberJSON)
}

// AppendObjects appends an array of objects; a nil slice is absent, and a nil
// object in it is an empty one.
func AppendObjects(b []byte, key string, v []api.Object) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, o := range v { // by hand, since most arrays of requests are of objects
		b = append(encode.Value(b, map[string]any(o)), ',')
	}
	return CloseArray(b)
}

// AppendJoined appends strings as one string; a nil slice is absent.
func AppendJoined(b []byte, key string, v []string, separator string) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '"')
	valid := true
	for i, s := range v {
		if i > 0 {
			b = encode.Escaped(b, separator)
		}
		b = encode.Escaped(b, s)
		valid = valid && utf8.ValidString(s)
	}
	if b = append(b, '"'); !valid {
		b = encode.Marked(b, encode.NotUTF8)
	}
	return append(b, ',')
}

// AppendAny appends a member of any type. Nil is absent, and anything else that
// becomes null, such as a nil pointer, cannot be sent.
func AppendAny(b []byte, key string, v any) []byte {
	if v == nil {
		return b
	}
	member := append(b, key...)
	value := len(member)
	member = encode.Value(member, v)
	if string(member[value:]) == "null" {
		member = encode.Marked(member, encode.Null)
	}
	return append(member, ',')
}

// AppendAnys appends an array of any type; a nil slice is absent, and a nil item
// is null.
func AppendAnys(b []byte, key string, v []any) []byte {
	return AppendList(b, key, v, AnyJSON)
}

// AppendObject appends an object member; nil is absent.
func AppendObject(b []byte, key string, v api.Object) []byte {
	if v == nil {
		return b
	}
	return AppendAny(b, key, map[string]any(v))
}

// AppendExtra appends the further keys of an open record, sorted. A key that is
// the name of one of the record's fields is marked, since it would be written twice.
func AppendExtra(b []byte, extra api.Object, fields ...string) []byte {
	return encode.Members(b, extra, fields)
}
