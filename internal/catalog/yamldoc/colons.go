package yamldoc

import (
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// The scanner of go-yaml takes every colon between braces for the end of a key, as in
// {enum: [users:read]}. In YAML, a colon between two characters of a plain text is a part of the
// text. So a text is scanned with another character in place of each such colon, which tokens
// get back afterwards. That changes no position, since both are one character. The rule looks at
// two neighbors alone: in a quoted text, a comment or a text after | the change does no harm.

// masked says which character stands for another one in a text that is scanned. The zero masked
// stands for none.
type masked struct{ with, of string }

// maskColons returns a text with its colons masked.
func maskColons(text string) (string, masked) {
	if !hasInnerColon(text) {
		return text, masked{}
	}
	with := unusedCharacter(text)
	if with == "" {
		return text, masked{}
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	copied := 0
	for i := nextInnerColon(text, 0); i >= 0; i = nextInnerColon(text, i+1) {
		b.WriteString(text[copied:i])
		b.WriteString(with)
		copied = i + 1
	}
	b.WriteString(text[copied:])
	return b.String(), masked{with, ":"}
}

// hasInnerColon reports whether a colon is between two characters of a plain text.
func hasInnerColon(text string) bool { return nextInnerColon(text, 0) >= 0 }

// nextInnerColon returns the index of the first colon from i that is between two characters of a
// plain text, or -1.
func nextInnerColon(text string, i int) int {
	for {
		next := strings.IndexByte(text[i:], ':')
		if next < 0 {
			return -1
		}
		i += next
		isBetween := i > 0 && i+1 < len(text)
		if isBetween && endsPlain(text[i-1]) && isPlain(text[i+1]) {
			return i
		}
		i++
	}
}

// endsPlain reports whether a plain text may end with a byte, which a quoted one does not.
func endsPlain(c byte) bool { return isPlain(c) && c != '"' && c != '\'' }

// isPlain reports whether a plain text between brackets may contain a byte anywhere: it is no
// white space, and neither a bracket nor a comma.
func isPlain(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '[', ']', '{', '}', ',':
		return false
	}
	return true
}

// At each "<", the scanner searches the rest of a run of them for a merge key, so a long run takes
// it quadratic time. In a run of more than two there is none.

// maxAngles is the length of a run of "<" that the scanner may see.
const maxAngles = 100

// maskAngles returns a text with its long runs of "<" masked, and false if no character is left
// for that.
func maskAngles(text string) (string, masked, bool) {
	long := strings.Repeat("<", maxAngles+1)
	if !strings.Contains(text, long) {
		return text, masked{}, true
	}
	with := unusedCharacter(text)
	if with == "" {
		return text, masked{}, false
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, long)
		b.WriteString(before)
		if !found {
			return b.String(), masked{with, "<"}, true
		}
		text = strings.TrimLeft(after, "<")
		b.WriteString(strings.Repeat(with, len(long)+len(after)-len(text)))
	}
}

// The characters that replace others are from a block for private use.
const (
	firstPrivate = 0xe000
	lastPrivate  = 0xf8ff
)

// unusedCharacter returns a character that a text does not contain, "" if it contains them all.
func unusedCharacter(text string) string {
	if !strings.ContainsRune(text, firstPrivate) { // nearly always
		return string(rune(firstPrivate))
	}
	var used [lastPrivate - firstPrivate + 1]bool
	for _, r := range text {
		if firstPrivate <= r && r <= lastPrivate {
			used[r-firstPrivate] = true
		}
	}
	for i, isUsed := range used {
		if !isUsed {
			return string(rune(firstPrivate + i))
		}
	}
	return ""
}

// unmask returns a text with the characters that were masked.
func (m masked) unmask(text string) string {
	if m.with == "" || strings.IndexByte(text, m.with[0]) < 0 { // nearly always
		return text
	}
	return strings.ReplaceAll(text, m.with, m.of)
}

// unmaskMessage returns a message of the scanner, which may quote a text, with the characters that
// were masked.
func (m masked) unmaskMessage(message string) string {
	if m.with == "" || message == "" {
		return message
	}
	quoted := strings.Trim(strconv.Quote(m.with), `"`)
	return m.unmask(strings.ReplaceAll(message, quoted, m.of))
}

// unmaskToken gives a token the characters that were masked.
func (m masked) unmaskToken(t *token.Token) {
	t.Value = m.unmask(t.Value)
	t.Origin = m.unmask(t.Origin)
	t.Error = m.unmaskMessage(t.Error)
}
