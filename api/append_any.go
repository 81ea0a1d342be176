package api

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// AppendAny appends a member of any type; nil is absent, and so is what becomes
// null. What JSON cannot hold, which [Validator.Value] finds, becomes null.
func AppendAny(b []byte, key string, v any) []byte {
	if v == nil {
		return b
	}
	member := append(b, key...)
	value := len(member)
	member = appendValue(member, v)
	if string(member[value:]) == "null" {
		return b
	}
	return append(member, ',')
}

// AppendAnys appends an array of any type; a nil slice is absent, and a nil item
// is null.
func AppendAnys(b []byte, key string, v []any) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, item := range v {
		b = append(appendValue(b, item), ',')
	}
	return CloseArray(b)
}

// AppendObject appends an object member; nil is absent.
func AppendObject(b []byte, key string, v Object) []byte {
	if v == nil {
		return b
	}
	return AppendAny(b, key, v)
}

// AppendExtra appends the further keys of an open record, sorted. A key that is
// the name of one of the record's fields is left out, so that no key is written
// twice.
func AppendExtra(b []byte, extra Object, fields ...string) []byte {
	var few [fewEntries]entry
	for _, e := range appendEntries(few[:0], extra, fields) {
		b = append(appendQuoted(b, e.key), ':')
		b = append(appendValue(b, e.value), ',')
	}
	return b
}

// entry is a member of an object.
type entry struct {
	key   string
	value any
}

// fewEntries is up to how many members an object is sorted while it is read.
const fewEntries = 16

// appendEntries appends the members of o to an empty list, sorted, but for some.
func appendEntries(list []entry, o map[string]any, except []string) []entry {
	for key, value := range o {
		if slices.Contains(except, key) {
			continue
		}
		list = append(list, entry{key, value})
		if len(o) > fewEntries {
			continue
		}
		for i := len(list) - 1; i > 0 && key < list[i-1].key; i-- {
			list[i-1], list[i] = list[i], list[i-1]
		}
	}
	if len(o) > fewEntries {
		slices.SortFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	}
	return list
}

// maxEncodeDepth ends the walk through a value that contains itself.
const maxEncodeDepth = 1000

// appendValue appends v, or null where v is nested too deep.
func appendValue(b []byte, v any) []byte {
	if text, ok := appendAny(b, v, 0); ok {
		return text
	}
	return append(b, "null"...)
}

// appendAny appends v and reports whether v ends. A value that contains itself
// twice has more than 2^1000 places that are too deep, so the first one ends the
// walk.
func appendAny(b []byte, v any, depth int) ([]byte, bool) {
	if depth > maxEncodeDepth {
		return b, false
	}
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), true
	case string:
		return appendQuoted(b, v), true
	case bool:
		return strconv.AppendBool(b, v), true
	case int:
		return strconv.AppendInt(b, int64(v), 10), true
	case json.Number:
		return appendNumber(b, v), true
	case Object:
		return appendObject(b, v, depth)
	case map[string]any:
		return appendObject(b, v, depth)
	case []any:
		return appendList(b, v, depth)
	default:
		text, err := marshal(v, depth)
		if err != nil {
			text = []byte("null")
		}
		return append(b, text...), true
	}
}

func appendObject(b []byte, o map[string]any, depth int) ([]byte, bool) {
	var few [fewEntries]entry
	b = append(b, '{')
	for _, e := range appendEntries(few[:0], o, nil) {
		var ok bool
		if b, ok = appendAny(append(appendQuoted(b, e.key), ':'), e.value, depth+1); !ok {
			return b, false
		}
		b = append(b, ',')
	}
	return CloseObject(b), true
}

func appendList(b []byte, list []any, depth int) ([]byte, bool) {
	b = append(b, '[')
	for _, item := range list {
		var ok bool
		if b, ok = appendAny(b, item, depth+1); !ok {
			return b, false
		}
		b = append(b, ',')
	}
	return closeWith(b, ']'), true
}

// errNotEncodable says that JSON cannot hold a value.
var errNotEncodable = errors.New("holds a value that JSON cannot hold, or itself")

// appender is what generated requests and records are.
type appender interface{ AppendJSON([]byte) []byte }

// marshal is json.Marshal, but for generated types, which know their JSON, and
// for values that contain themselves by way of those: json.Marshal would follow
// them until the stack is full.
func marshal(v any, depth int) ([]byte, error) {
	if !endsWell(v, depth) {
		return nil, errNotEncodable
	}
	a, ok := v.(appender)
	if !ok || isNil(v) {
		return json.Marshal(v)
	}
	text := a.AppendJSON(nil)
	if !json.Valid(text) {
		return nil, errNotEncodable
	}
	return text, nil
}

// encodable reports whether appendAny can write v as what it is.
func encodable(v any, depth int) bool {
	if depth > maxEncodeDepth {
		return false
	}
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
			if !encodable(item, depth+1) {
				return false
			}
		}
		return true
	default:
		_, err := marshal(v, depth)
		return err == nil
	}
}

func encodableObject(o map[string]any, depth int) bool {
	for _, v := range o {
		if !encodable(v, depth+1) {
			return false
		}
	}
	return true
}
