package api

import (
	"strconv"
	"strings"
)

// entities are the characters that a heading is likely to have by a name, and the
// one that makes an address.
var entities = map[string]string{
	"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'", "nbsp": "\u00a0", "commat": "@",
	"ndash": "–", "mdash": "—", "hellip": "…", "middot": "·", "bull": "•", "raquo": "»", "copy": "©",
}

// unescape returns a text of HTML with characters in the place of references to
// them: of those by number, and of the names in entities. Others stay as they are:
// HTML has two thousand, which would take as much of a binary as this package.
func unescape(text string) string {
	pieces := strings.Split(text, "&")
	for i, piece := range pieces[1:] {
		pieces[i+1] = character(piece)
	}
	return strings.Join(pieces, "")
}

// character replaces the reference of which a text is what follows the ampersand.
func character(text string) string {
	if number, ok := strings.CutPrefix(text, "#"); ok {
		base, digits := 10, "0123456789"
		if number != "" && number[0]|0x20 == 'x' {
			number, base, digits = number[1:], 16, digits+"abcdefABCDEF"
		}
		rest := strings.TrimLeft(number, digits)
		if code, err := strconv.ParseInt(number[:len(number)-len(rest)], base, 32); err == nil {
			return string(rune(code)) + strings.TrimPrefix(rest, ";")
		}
	}
	name, rest, ok := strings.Cut(text, ";")
	if c := entities[name]; ok && c != "" {
		return c + rest
	}
	return "&" + text
}
