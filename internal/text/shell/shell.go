// Package shell quotes the words of command lines.
package shell

import "strings"

// Quote returns word so that a shell reads it as one word. It adds quotes only if
// the word needs them.
func Quote(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:@%+=,"
	if strings.Trim(word, plain) == "" && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
