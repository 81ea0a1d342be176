package yamldoc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A value is written so that every reader of YAML reads the same: with quotes wherever one of them could
// take a text for something else, such as no for false.

// isSimple reports whether a string needs no quotes. Between brackets, a comma or a brace ends it.
func isSimple(text string) bool {
	if text == "" || !isLetter(text[0]) && strings.IndexByte("/$_", text[0]) < 0 {
		return false
	}
	for i := 1; i < len(text); i++ {
		c := text[i]
		if !isLetter(c) && (c < '0' || c > '9') && strings.IndexByte(" ._/$;,()'+*{}-", c) < 0 {
			return false
		}
	}
	last := text[len(text)-1]
	return last != ' ' && last != ','
}

// isLetter reports whether a byte is a letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// notStrings are words that some YAML readers do not read as strings, in lower case.
var notStrings = []string{"null", "true", "false", "yes", "no", "on", "off", "y", "n"}

// Scalar writes a string as a value or a key, which may be between brackets. It adds quotes if
// any YAML reader could read the text as something else.
func Scalar(text string) string {
	if strings.ContainsAny(text, ",{}") {
		return Quote(text)
	}
	return BlockScalar(text)
}

// BlockScalar is like [Scalar] for a string that is not between brackets.
func BlockScalar(text string) string {
	isWord := len(text) <= len("false") && slices.Contains(notStrings, strings.ToLower(text))
	if isWord || !isSimple(text) {
		return Quote(text)
	}
	return text
}

// Quote writes a string between quotes in the syntax of JSON. It escapes characters that are not
// printed, because YAML does not allow all of them.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c == '\n':
			b.WriteString(`\n`)
		case isInvisible(c):
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isInvisible reports whether a character is a control character, a special blank or a mark that is not
// printed.
func isInvisible(c rune) bool {
	switch {
	case c < ' ', 0x7f <= c && c < 0xa1, 0x2000 <= c && c < 0x2070, 0xfff0 <= c && c <= 0xffff:
		return true
	default:
		return c == 0xfeff || c == 0x3000 || c == 0x1680
	}
}

// Flow writes a value on one line, in flow style: {a: 1, b: [x, y]}.
func (n *Node) Flow() string { return n.flow(func(entries []Entry) []Entry { return entries }) }

// Canonical returns a text that is the same for all notations of a value.
func (n *Node) Canonical() string {
	return n.flow(func(entries []Entry) []Entry {
		return slices.SortedFunc(slices.Values(entries),
			func(x, y Entry) int { return cmp.Compare(x.Key.Text, y.Key.Text) })
	})
}

// flow writes a value in flow style, with the entries of each map in an order.
func (n *Node) flow(ordered func([]Entry) []Entry) string {
	var parts []string
	switch n.Kind {
	case String:
		return Scalar(n.Text)
	case List:
		for _, item := range n.Items {
			parts = append(parts, item.flow(ordered))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		for _, e := range ordered(n.Entries) {
			parts = append(parts, Scalar(e.Key.Text)+": "+e.Value.flow(ordered))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Bool:
		return strconv.FormatBool(n.True())
	case Number, OddNumber:
		return n.Text
	}
	return "null"
}
