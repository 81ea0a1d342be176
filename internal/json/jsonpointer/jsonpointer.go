// Package jsonpointer writes and reads the tokens of JSON pointers (RFC 6901).
package jsonpointer

import "strings"

var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// Escape returns the token that stands for a name.
func Escape(name string) string { return escapes.Replace(name) }

// Unescape returns the name that a token stands for.
func Unescape(token string) string { return unescapes.Replace(token) }

// Names returns the names in a pointer, none for that of the whole document. Text in
// front of the first slash is left out.
func Names(pointer string) []string {
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		tokens[i] = Unescape(token)
	}
	return tokens
}
