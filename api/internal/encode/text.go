// Package encode writes values of any type as JSON text, and reads text into types that were not
// generated.
package encode

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
)

// Functions that append have no error result: generated code calls them for each member, and looks
// once, at the end, whether the text has marks. Only a body with marks is then searched for what is
// wrong with it, and where.

// A Mark follows a value or key that could not be written faithfully. UTF-8 text never
// contains this byte, so a body may be sent if it has none. The number of marks is the
// reason.
const Mark = 0xff

// The reasons for marks.
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
	withoutReturns := bytes.ReplaceAll(b, []byte{'\r'}, []byte{' '})
	return string(bytes.ReplaceAll(withoutReturns, []byte{Mark}, []byte{'\r'}))
}

// Number appends the text of a number. Text that is not a number would change the
// meaning of the text around it, so it is written as a string.
func Number(b []byte, v json.Number) []byte {
	if !cursor.IsNumber(string(v)) {
		return Marked(Quoted(b, string(v)), NotJSON)
	}
	return append(b, v...)
}

// String appends a string value in quotation marks. It marks a string that is not UTF-8, with U+FFFD
// in the place of each wrong byte.
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

// Quoted appends a string in quotation marks, for people to read.
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

// escaped is Escaped for UTF-8. It copies what needs no escape in runs, since most strings are one
// run.
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

// appendEscape appends the shortest escape of a character that a JSON string cannot have as it is.
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
