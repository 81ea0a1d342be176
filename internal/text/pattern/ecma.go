package pattern

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"example.com/opgen/internal/text/wording"
)

var (
	unicodeEscape = regexp.MustCompile(`\\u\{?([0-9a-fA-F]{4,6})\}?`)

	// javaScript matches an expression between slashes, as in JavaScript, if it is anchored:
	// with the slashes, it would match nothing.
	javaScript = regexp.MustCompile(`^/(\^.*|.*\$)/(i?)[gu]*$`)

	// surrogate matches the escape of a half of a character. Two of them are a character
	// in JavaScript, and no text of JSON contains only one.
	surrogate     = regexp.MustCompile(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)
	surrogatePair = regexp.MustCompile(`^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})`)
)

// FromECMA translates an expression of ECMA 262 to RE2. It returns what readers should know, or only
// the reason if it cannot be translated.
func FromECMA(expr string) (translated, remark string) {
	if surrogate.MatchString(expr) {
		expr = joinPairs(expr)
	}
	if half := surrogate.FindString(expr); half != "" {
		return "", "RE2 has no halves of characters, such as " + wording.Quote(half)
	}
	expr = unicodeEscape.ReplaceAllString(expr, `\x{$1}`)
	if literal := javaScript.FindStringSubmatch(expr); literal != nil {
		remark = "an expression of JavaScript between slashes is read without them"
		expr = literal[1]
		if literal[2] != "" {
			expr = "(?i)" + expr
		}
	}
	return expr, remark
}

// joinPairs joins escaped surrogate pairs that are not in a class, where they are two items.
func joinPairs(expr string) string {
	var b strings.Builder
	inClass := false
	for expr != "" {
		size := 1
		m := surrogatePair.FindStringSubmatch(expr)
		switch {
		case m != nil && !inClass:
			fmt.Fprintf(&b, `\x{%x}`, joined(m[1], m[2]))
			expr = expr[len(m[0]):]
			continue
		case expr[0] == '\\':
			size = min(2, len(expr))
		case expr[0] == '[':
			inClass = true
		case expr[0] == ']':
			inClass = false
		}
		b.WriteString(expr[:size])
		expr = expr[size:]
	}
	return b.String()
}

// joined returns the character of two surrogates in hexadecimal digits.
func joined(high, low string) rune {
	h, _ := strconv.ParseUint(high, 16, 16)
	l, _ := strconv.ParseUint(low, 16, 16)
	return utf16.DecodeRune(rune(h), rune(l))
}
