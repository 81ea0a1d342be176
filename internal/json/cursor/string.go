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
// end.
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
		var ok bool
		if b, ok = c.escape(b); !ok {
			c.invalid("expected an escape sequence")
			return "", false
		}
		start = c.I
		end = PlainEnd(c.Text, start)
	}
}

// escape appends the character of an escape sequence. Half of a surrogate pair is invalid.
func (c *Cursor) escape(b []byte) ([]byte, bool) {
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
		return b, false
	}
	c.I++
	return append(b, char), true
}

func (c *Cursor) escapedRune(b []byte) ([]byte, bool) {
	r, ok := hex4(c.Text, c.I+1)
	if !ok {
		return b, false
	}
	c.I += 5
	if utf16.IsSurrogate(r) {
		if !strings.HasPrefix(c.Text[c.I:], `\u`) {
			return b, false
		}
		low, ok := hex4(c.Text, c.I+2)
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return b, false
		}
		c.I += 6
	}
	return utf8.AppendRune(b, r), true
}
