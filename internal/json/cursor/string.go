package cursor

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Quoted reads a string in quotation marks. Without escapes, the result is a part of the text.
func (c *Cursor) Quoted() (string, bool) {
	start := c.I + 1
	end := PlainEnd(c.Text, start)
	if end < len(c.Text) && c.Text[end] == '"' {
		c.I = end + 1
		return c.Text[start:end], true
	}
	return c.unquote(start, end)
}

// unquote reads a string that starts at start and has its first special byte at
// end. It copies the string, part by part between escapes.
func (c *Cursor) unquote(start, end int) (string, bool) {
	var b []byte
	for {
		b = append(b, c.Text[start:end]...)
		c.I = end
		switch {
		case end == len(c.Text):
			c.invalid("expected a closing quotation mark")
			return "", false
		case c.Text[end] == '"':
			c.I = end + 1
			return string(b), true
		case c.Text[end] != '\\':
			c.invalid("expected no control character in a string")
			return "", false
		}
		var problem string
		b, problem = c.escape(b)
		if problem != "" {
			c.invalid(problem)
			return "", false
		}
		start = c.I
		end = PlainEnd(c.Text, start)
	}
}

// The problems of escape sequences.
const (
	noEscape = "expected an escape sequence"
	unpaired = "expected no unpaired surrogate"
)

// escape appends the character of an escape sequence. It returns the problem if there is one.
func (c *Cursor) escape(b []byte) ([]byte, string) {
	c.I++
	char := c.Peek()
	switch char {
	case '"', '\\', '/':
	case 'b':
		char = '\b'
	case 'f':
		char = '\f'
	case 'n':
		char = '\n'
	case 'r':
		char = '\r'
	case 't':
		char = '\t'
	case 'u':
		return c.escapedRune(b)
	default:
		return b, noEscape
	}
	c.I++
	return append(b, char), ""
}

// escapedRune appends the character of an escape sequence with digits, or of the two that encode
// one character as a pair of surrogates.
func (c *Cursor) escapedRune(b []byte) ([]byte, string) {
	r, ok := hex4(c.Text, c.I+1)
	if !ok {
		return b, noEscape
	}
	if !utf16.IsSurrogate(r) {
		c.I += 5
		return utf8.AppendRune(b, r), ""
	}
	if pair := c.surrogatePair(r); pair != utf8.RuneError {
		c.I += 11
		return utf8.AppendRune(b, pair), ""
	}
	if !c.Mend {
		return b, unpaired
	}
	c.Mended++
	c.I += 5
	return utf8.AppendRune(b, utf8.RuneError), ""
}

// In UTF-16, from which JSON has its escapes, a character beyond U+FFFF is a pair of surrogates:
// \ud83d\ude00 is U+1F600. An escape has 6 bytes; the cursor is behind its backslash.

// surrogatePair returns the character of a surrogate and the one in the next escape sequence, or
// U+FFFD if they are no pair.
func (c *Cursor) surrogatePair(high rune) rune {
	next := c.I + 5
	if !strings.HasPrefix(c.Text[next:], `\u`) {
		return utf8.RuneError
	}
	low, _ := hex4(c.Text, next+2)
	return utf16.DecodeRune(high, low)
}
