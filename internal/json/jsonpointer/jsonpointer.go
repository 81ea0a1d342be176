// Package jsonpointer writes and reads the tokens of JSON pointers (RFC 6901).
package jsonpointer

import "strings"

// In a token, a slash would end it, and a tilde begins an escape: the name "a/b" is the token a~1b.
var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// Escape returns the token for a name.
func Escape(name string) string { return escapes.Replace(name) }

// Unescape returns the name of a token.
func Unescape(token string) string { return unescapes.Replace(token) }

// Names returns the names in a pointer, and none for the whole document. It ignores text before
// the first slash. "/a~1b/0" has the names "a/b" and "0".
func Names(pointer string) []string {
	tokens := strings.Split(pointer, "/")[1:]
	for i, token := range tokens {
		tokens[i] = Unescape(token)
	}
	return tokens
}
