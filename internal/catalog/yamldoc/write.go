package yamldoc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// simple is a string that YAML takes for a string without quotes, on a line of
// its own; between brackets, commas end it.
var simple = regexp.MustCompile(`^[A-Za-z/$_][A-Za-z0-9 ._/$;,()'+*-]*[A-Za-z0-9._/$;()'+*-]$|^[A-Za-z/$_]$`)

// notStrings are words that some readers of YAML take for something else.
var notStrings = regexp.MustCompile(`(?i)^(null|true|false|yes|no|on|off|y|n)$`)

// Scalar writes a string as a value or a key, between brackets too. It is quoted
// if any reader of YAML could take it for something else.
func Scalar(text string) string {
	if strings.Contains(text, ",") {
		return Quote(text)
	}
	return BlockScalar(text)
}

// BlockScalar writes a string that does not stand between brackets.
func BlockScalar(text string) string {
	if simple.MatchString(text) && !notStrings.MatchString(text) {
		return text
	}
	return Quote(text)
}

// Quote writes a string between quotes, as JSON, which YAML reads alike.
// Characters that are not printed are escaped, since YAML does not allow all of
// them, and of two "<" the second, since the parser refuses long rows of them.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	last := rune(0)
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(c))
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ' || 0x7f <= c && c < 0xa1 || 0x2000 <= c && c < 0x2070 || 0xfff0 <= c && c <= 0xffff || c == 0xfeff || c == 0x3000 || c == 0x1680,
			c == '<' && last == '<':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteRune(c)
		}
		last = c
	}
	b.WriteByte('"')
	return b.String()
}

// Flow writes a value on one line, in the style of brackets and braces.
func (n *Node) Flow() string {
	var parts []string
	switch n.Kind {
	case String:
		return Scalar(n.Text)
	case List:
		for _, item := range n.Items {
			parts = append(parts, item.Flow())
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Map:
		for _, e := range n.Entries {
			parts = append(parts, Scalar(e.Key.Text)+": "+e.Value.Flow())
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Bool:
		return strconv.FormatBool(n.True())
	case Number, OddNumber:
		return n.Text
	}
	return "null"
}
