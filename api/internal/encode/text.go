// Package encode writes values of any type as JSON text, and reads text into types that were not
// generated.
//
// Encoding does not return errors. It marks a value that cannot be sent, and writes on; who sends the
// text looks for marks once, and reports all of them with their places. Generated code thereby has one
// short line for each field. The string "a\xff" is written as
//
//	"a\ufffd"\xff
//
// with one mark after the value, for [NotUTF8].
package encode

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
)

// A Mark follows a value or key that could not be written faithfully. UTF-8 text never
// contains this byte, so a body may be sent if it has none. The number of marks is the
// reason.
const Mark = 0xff

// The reasons for marks. Package api has the rule and the text of each.
const (
	NotUTF8   = iota + 1
	NotJSON   // a value that JSON cannot represent
	Null      // a null in place of a value
	Twice     // an additional key that is the name of a field
	NoVariant // a union without a variant
	KnownTag  // the tag of a variant that has a type of its own
)

// Marked appends the marks of a reason.
func Marked(b []byte, reason int) []byte {
	for range reason {
		b = append(b, Mark)
	}
	return b
}

// IsMarked reports whether a text cannot be sent.
func IsMarked(b []byte) bool { return bytes.IndexByte(b, Mark) >= 0 }

// WithSpaceForMarks returns a text in which each mark is a carriage return, and nothing else
// is. It can be parsed, because marks follow values and keys, where JSON has white space.
func WithSpaceForMarks(b []byte) string {
	text := bytes.ReplaceAll(b, []byte{'\r'}, []byte{' '})
	text = bytes.ReplaceAll(text, []byte{Mark}, []byte{'\r'})
	return string(text)
}

// Number appends the text of a number. Text that is not a number would change the
// meaning of the text around it, so it is written as a marked string.
func Number(b []byte, v json.Number) []byte {
	if !cursor.IsNumber(string(v)) {
		return Marked(Quoted(b, string(v)), NotJSON)
	}
	return append(b, v...)
}

// String appends a string value in quotation marks. It marks a string that is not UTF-8.
func String(b []byte, s string) []byte {
	b = append(b, '"')
	if cursor.IsPlain(s) {
		return append(append(b, s...), '"')
	}
	if !utf8.ValidString(s) {
		return Marked(append(escaped(b, toValidUTF8(s)), '"'), NotUTF8)
	}
	return append(escaped(b, s), '"')
}

// Quoted appends a string in quotation marks, for people to read. It never marks it: what is not UTF-8
// is replaced.
func Quoted(b []byte, s string) []byte {
	return append(Escaped(append(b, '"'), s), '"')
}

// Escaped appends s with the escapes of a JSON string. Bytes that are not UTF-8 become
// U+FFFD, as in encoding/json.
func Escaped(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = toValidUTF8(s)
	}
	return escaped(b, s)
}

// escaped is Escaped for UTF-8. It copies the parts without escapes at once.
func escaped(b []byte, s string) []byte {
	for {
		end := cursor.PlainEnd(s, 0)
		b = append(b, s[:end]...)
		if end == len(s) {
			return b
		}
		b = appendEscape(b, s[end])
		s = s[end+1:]
	}
}

// toValidUTF8 replaces each byte that is not UTF-8 by U+FFFD.
func toValidUTF8(s string) string { return string([]rune(s)) }

// hexDigits are the digits of \u escapes.
const hexDigits = "0123456789abcdef"

// appendEscape appends the escape of a quotation mark, a backslash or a control character, the short
// one if encoding/json writes that.
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

// IsBlank reports whether a body is empty or consists of JSON white space.
func IsBlank(body []byte) bool { return len(bytes.Trim(body, cursor.Space)) == 0 }
