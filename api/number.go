package api

import (
	"math"
	"strconv"
	"strings"
)

// isNumber reports whether s is a number as JSON writes it.
func isNumber(s string) bool {
	end, ok := numberEnd(s, 0)
	return ok && end == len(s)
}

// decimal is the number ±0.digits × 10^exponent, its digits without zeros at
// either end. Zero has no digits.
type decimal struct {
	negative bool
	digits   string
	exponent int
}

// parseDecimal takes a number apart. It works on the text, so that nothing is
// rounded and an exponent of a billion costs nothing.
func parseDecimal(s string) decimal {
	var d decimal
	s, d.negative = strings.CutPrefix(s, "-")
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		d.exponent = clampedInt(s[i+1:])
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent += len(whole)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.exponent -= len(whole) + len(fraction) - len(digits)
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// clampedInt reads an exponent. One that is beyond any comparison is cut off
// where adding the length of a text cannot overflow it.
func clampedInt(s string) int {
	const limit = math.MaxInt32 / 2
	n, _ := strconv.ParseInt(s, 10, 64) // out of range gives the nearest int64
	return int(max(-limit, min(limit, n)))
}

// compareNumbers compares two numbers as JSON writes them, exactly.
func compareNumbers(a, b string) int {
	x, y := parseDecimal(a), parseDecimal(b)
	switch {
	case x.sign() != y.sign():
		return x.sign() - y.sign()
	case x.exponent != y.exponent:
		if x.exponent < y.exponent {
			return -x.sign()
		}
		return x.sign()
	default:
		return x.sign() * strings.Compare(x.digits, y.digits)
	}
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// parseInt reads an integer as JSON Schema means it: 1.0 and 1e2 are integers.
// ok is false where the number has a fraction or does not fit an int.
func parseInt(s string) (n int, ok bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	d := parseDecimal(s)
	if d.digits == "" {
		return 0, true
	}
	if d.exponent < len(d.digits) || d.exponent > 19 {
		return 0, false
	}
	text := d.digits + strings.Repeat("0", d.exponent-len(d.digits))
	if d.negative {
		text = "-" + text
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
