package cursor

import (
	"math/bits"
	"strconv"
)

// The scanner reads JSON text (RFC 8259) that is valid UTF-8, eight bytes at a time: in a word of
// eight bytes, it sets the high bit of each matching byte. A borrow can set a wrong bit, but only
// above a correct one, so the lowest set bit is always correct.

// Factors that repeat a byte in each of the eight places, and the mask of their high bits.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// load reads eight bytes of s from i. The compiler generates one load.
func load(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// special marks the bytes of w that end the plain part of a string: a quotation
// mark, a backslash, a control character. A byte that equals the one that is looked for becomes 0 by
// the exclusive or, and 0 is the only byte below 0x80 that borrows when 1 is subtracted: that sets its
// high bit.
func special(w uint64) uint64 {
	quote := w ^ ones*'"'
	slash := w ^ ones*'\\'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w) & highs
}

// PlainEnd returns the index of the first special byte of s from i, or len(s).
func PlainEnd(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if m := special(load(s, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c == '"' || c == '\\' || c < 0x20 {
			break
		}
	}
	return i
}

// IsPlain reports whether s is ASCII that needs no escapes in a JSON string.
func IsPlain(s string) bool {
	if len(s) < 8 {
		w := uint64(ones * ' ')
		for i := range len(s) {
			w = w<<8 | uint64(s[i])
		}
		return special(w)|w&highs == 0
	}
	last := len(s) - 8 // the last word may overlap the one before it
	for i := 0; i < last; i += 8 {
		if w := load(s, i); special(w)|w&highs != 0 {
			return false
		}
	}
	w := load(s, last)
	return special(w)|w&highs == 0
}

// Space is the white space of JSON.
const Space = " \t\r\n"

// SkipSpace returns the index of the first byte of s from i that is not white space. Most texts have
// none, so the first comparison usually decides.
func SkipSpace(s string, i int) int {
	for i < len(s) && s[i] <= ' ' && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i
}

// numberEnd returns the index after the JSON number that starts at i, and reports whether it is
// valid (RFC 8259, section 6). If it is not, the index is that of the fault.
func numberEnd(s string, i int) (int, bool) {
	if i < len(s) && s[i] == '-' {
		i++
	}
	start := i
	i = digitsEnd(s, i)
	if i == start || (s[start] == '0' && i > start+1) {
		return i, false
	}
	if i < len(s) && s[i] == '.' {
		start = i + 1
		i = digitsEnd(s, start)
		if i == start {
			return i, false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		start = i
		i = digitsEnd(s, start)
		if i == start {
			return i, false
		}
	}
	return i, true
}

// digitsEnd returns the index of the first byte of s from i that is not a digit.
func digitsEnd(s string, i int) int {
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}

// hex4 reads four hexadecimal digits of s from i.
func hex4(s string, i int) (rune, bool) {
	if i+4 > len(s) {
		return 0, false
	}
	r, err := strconv.ParseUint(s[i:i+4], 16, 32)
	return rune(r), err == nil
}
