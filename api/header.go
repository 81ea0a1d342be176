package api

import (
	"fmt"
	"net/http"
	"strings"
)

// checkHeader says which field of a header cannot be sent. It does not repeat the
// value, which may be a credential.
func checkHeader(header http.Header) error {
	for name, values := range header {
		if !isToken(name) {
			return fmt.Errorf("header %+q: the name of a field has letters, digits and any of %s", name, tokenMarks)
		}
		for _, value := range values {
			if strings.ContainsFunc(value, isControl) {
				return fmt.Errorf("header %+q: the value holds a line break or another control character", name)
			}
		}
	}
	return nil
}

// tokenMarks are what a token may hold besides letters and digits (RFC 9110, 5.6.2).
const tokenMarks = "!#$%&'*+-.^_`|~"

func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		letter := 'a' <= r|0x20 && r|0x20 <= 'z'
		return !letter && !('0' <= r && r <= '9') && !strings.ContainsRune(tokenMarks, r)
	})
}

// isControl reports whether a character ends the value of a header field. A tab
// does not.
func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
