package api

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
)

// AppendAny appends a member of any type; nil is absent. What JSON cannot hold,
// which [Validator.Value] finds, is written as null.
func AppendAny(b []byte, key string, v any) []byte {
	if v == nil {
		return b
	}
	return append(appendAny(append(b, key...), v, 0), ',')
}

// AppendAnys appends an array of any type; a nil slice is absent, and a nil item
// is null.
func AppendAnys(b []byte, key string, v []any) []byte {
	if v == nil {
		return b
	}
	return append(appendAny(append(b, key...), v, 0), ',')
}

// AppendObject appends an object member; nil is absent.
func AppendObject(b []byte, key string, v Object) []byte {
	if v == nil {
		return b
	}
	return append(appendObject(append(b, key...), v, 0), ',')
}

// AppendExtra appends the further keys of an open record, sorted. A key that is
// the name of one of the record's fields is left out, so that no key is written
// twice.
func AppendExtra(b []byte, extra Object, fields ...string) []byte {
	return appendMembers(b, extra, fields, 0)
}

func appendMembers(b []byte, o map[string]any, except []string, depth int) []byte {
	var few [16]string
	keys := few[:0]
	for key := range o {
		if !contains(except, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		b = append(appendQuoted(b, key), ':')
		b = append(appendAny(b, o[key], depth+1), ',')
	}
	return b
}

func appendObject(b []byte, o map[string]any, depth int) []byte {
	return CloseObject(appendMembers(append(b, '{'), o, nil, depth))
}

// appender is what generated requests and records are.
type appender interface{ AppendJSON([]byte) []byte }

// maxEncodeDepth ends the walk through a value that contains itself.
const maxEncodeDepth = 1000

func appendAny(b []byte, v any, depth int) []byte {
	if depth > maxEncodeDepth {
		return append(b, "null"...)
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendQuoted(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case json.Number:
		return appendNumber(b, v)
	case Object:
		return appendObject(b, v, depth)
	case map[string]any:
		return appendObject(b, v, depth)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(appendAny(b, item, depth+1), ',')
		}
		return closeWith(b, ']')
	default:
		text, err := marshal(v)
		if err != nil {
			return append(b, "null"...)
		}
		return append(b, text...)
	}
}

// marshal is json.Marshal, but for generated types, which know their JSON.
func marshal(v any) ([]byte, error) {
	if a, ok := v.(appender); ok && !isNil(v) {
		return a.AppendJSON(nil), nil
	}
	return json.Marshal(v)
}

func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

// encodable reports whether appendAny can write v as what it is.
func encodable(v any, depth int) bool {
	switch v := v.(type) {
	case nil, string, bool, int:
		return true
	case json.Number:
		return isNumber(string(v))
	case Object:
		return encodableObject(v, depth)
	case map[string]any:
		return encodableObject(v, depth)
	case []any:
		for _, item := range v {
			if depth > maxEncodeDepth || !encodable(item, depth+1) {
				return false
			}
		}
		return true
	default:
		_, err := marshal(v)
		return err == nil
	}
}

func encodableObject(o map[string]any, depth int) bool {
	for _, v := range o {
		if depth > maxEncodeDepth || !encodable(v, depth+1) {
			return false
		}
	}
	return true
}
