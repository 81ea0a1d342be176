package sqlstore

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

// Texts in keys are valid in both databases, short enough for their indexes, and keep equality
// and order: NUL, which PostgreSQL does not store, becomes \x01\x01, and \x01 becomes \x01\x02.
// The end of a long text is replaced by \x01\x03 and a hash. So two different texts have different
// keys, but a key alone may not show its text, which the column details has.
//
//	"Ann"               Ann
//	"a\x00b"            a\x01\x01b
//	600 times "a"       512 times "a", then \x01\x03 and 43 characters

// longest is the number of bytes of a text that a key has in full.
const longest = 512

// escape makes the text of a key, and unescape undoes it for one that is not cut.
var (
	escape   = strings.NewReplacer("\x00", "\x01\x01", "\x01", "\x01\x02")
	unescape = strings.NewReplacer("\x01\x01", "\x00", "\x01\x02", "\x01")
)

// key returns a text as it is stored in keys.
func key(text string) string {
	if len(text) <= longest {
		if strings.ContainsAny(text, "\x00\x01") {
			return escape.Replace(text)
		}
		return text
	}
	end := longest
	for !utf8.RuneStart(text[end]) { // PostgreSQL refuses a part of a character
		end--
	}
	sum := sha256.Sum256([]byte(text))
	return escape.Replace(text[:end]) + "\x01\x03" + base64.RawStdEncoding.EncodeToString(sum[:])
}
