package api

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

// The Append functions write members of a JSON object. Each appends the key,
// which the caller gives with its quotation marks and colon, the value and a
// comma; [CloseObject] turns the last comma into the closing brace. The ones
// with Opt in their name append nothing where the value is absent.

// CloseObject ends the object that b ends with.
func CloseObject(b []byte) []byte { return closeWith(b, '}') }

// CloseArray ends the array that b ends with, and the member that it is.
func CloseArray(b []byte) []byte { return append(closeWith(b, ']'), ',') }

func closeWith(b []byte, bracket byte) []byte {
	if last := len(b) - 1; b[last] == ',' {
		b[last] = bracket
		return b
	}
	return append(b, bracket)
}

// AppendString appends a string member.
func AppendString(b []byte, key, v string) []byte {
	return append(appendQuoted(append(b, key...), v), ',')
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
	return append(appendNumber(append(b, key...), v), ',')
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
		b = append(appendQuoted(b, string(s)), ',')
	}
	return CloseArray(b)
}

// AppendBools appends an array of booleans; a nil slice is absent.
func AppendBools(b []byte, key string, v []bool) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, x := range v {
		b = append(strconv.AppendBool(b, x), ',')
	}
	return CloseArray(b)
}

// AppendInts appends an array of integers; a nil slice is absent.
func AppendInts(b []byte, key string, v []int) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, n := range v {
		b = append(strconv.AppendInt(b, int64(n), 10), ',')
	}
	return CloseArray(b)
}

// AppendNumbers appends an array of numbers; a nil slice is absent.
func AppendNumbers(b []byte, key string, v []json.Number) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, n := range v {
		b = append(appendNumber(b, n), ',')
	}
	return CloseArray(b)
}

// AppendObjects appends an array of objects; a nil slice is absent, and a nil
// object in it is an empty one.
func AppendObjects(b []byte, key string, v []Object) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '[')
	for _, o := range v {
		b = append(appendValue(b, o), ',')
	}
	return CloseArray(b)
}

// AppendJoined appends strings as one string; a nil slice is absent.
func AppendJoined(b []byte, key string, v []string, separator string) []byte {
	if v == nil {
		return b
	}
	b = append(append(b, key...), '"')
	for i, s := range v {
		if i > 0 {
			b = appendEscaped(b, separator)
		}
		b = appendEscaped(b, s)
	}
	return append(b, '"', ',')
}

// appendNumber appends the text of a number. What is no number, and so would
// change the meaning of the text around it, is written as a string.
func appendNumber(b []byte, v json.Number) []byte {
	if !isNumber(string(v)) {
		return appendQuoted(b, string(v))
	}
	return append(b, v...)
}

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	if isPlain(s) {
		b = append(b, s...)
	} else {
		b = appendEscaped(b, s)
	}
	return append(b, '"')
}

// appendEscaped appends s as it stands in a JSON string. Bytes that are no
// UTF-8 become U+FFFD, as in encoding/json.
func appendEscaped(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = toValidUTF8(s)
	}
	for {
		end := plainEnd(s, 0)
		b = append(b, s[:end]...)
		if end == len(s) {
			return b
		}
		b = appendEscape(b, s[end])
		s = s[end+1:]
	}
}

// toValidUTF8 replaces each byte that is no UTF-8 by U+FFFD.
func toValidUTF8(s string) string { return string([]rune(s)) }

const hexDigits = "0123456789abcdef"

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	default:
		return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}
