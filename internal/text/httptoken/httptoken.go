// Package httptoken describes tokens of HTTP (RFC 9110, 5.6.2), such as the names of header fields.
package httptoken

import "strings"

// Marks are the characters of a token that are not letters or digits.
const Marks = "!#$%&'*+-.^_`|~"

// Is reports whether s is a token.
func Is(s string) bool { return s != "" && !strings.ContainsFunc(s, isOther) }

// isOther reports whether a token cannot contain a character.
func isOther(r rune) bool {
	isLetter := 'a' <= r|0x20 && r|0x20 <= 'z'
	isDigit := '0' <= r && r <= '9'
	return !isLetter && !isDigit && !strings.ContainsRune(Marks, r)
}
