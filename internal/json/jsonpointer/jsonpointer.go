// Package jsonpointer writes and reads the tokens of JSON pointers (RFC 6901).
package jsonpointer

import "strings"

var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// Escape returns the token for a name.
func Escape(name string) string { return escapes.Replace(name) }

// Unescape returns the name of a token.
func Unescape(token string) string { return unescapes.Replace(token) }

// Names returns the names in a pointer, and none for the whole document. It ignores text before
// the first slash.
func Names(pointer string) []string {
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		tokens[i] = Unescape(token)
	}
	return tokens
}
