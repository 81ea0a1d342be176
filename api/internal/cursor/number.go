package cursor

import (
	"math"
	"strconv"
	"strings"
)

// IsNumber reports whether s is a number as JSON writes it.
func IsNumber(s string) bool {
	end, ok := numberEnd(s, 0)
	return ok && end == len(s)
}

// decimal is the number ±0.digits × 10^exponent. The digits have no zeros at
// either end, and may have the point of the text among them, so that taking a
// number apart needs no memory. Zero has no digits.
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
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		s, d.exponent = s[:i], clampedInt(s[i+1:])
	}
	whole, fraction, _ := strings.Cut(s, ".")
	if whole = strings.TrimLeft(whole, "0"); whole != "" {
		d.exponent += len(whole)
	} else {
		d.exponent -= len(fraction) - len(strings.TrimLeft(fraction, "0"))
	}
	d.digits = strings.Trim(s, "0.")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// clampedInt reads an exponent. One that is beyond any comparison is cut off
// where adding the length of a text cannot overflow it.
func clampedInt(s string) int {
	const limit = math.MaxInt / 2
	n, _ := strconv.ParseInt(s, 10, 64) // out of range gives the nearest int64
	return int(max(-limit, min(limit, n)))
}

// CompareNumbers compares two numbers as JSON writes them, exactly.
func CompareNumbers(a, b string) int {
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
		return x.sign() * compareDigits(x.digits, y.digits)
	}
}

// compareDigits compares two fractions by their digits behind the point.
func compareDigits(a, b string) int {
	for {
		a, b = strings.TrimPrefix(a, "."), strings.TrimPrefix(b, ".")
		switch {
		case a == "" || b == "":
			return len(a) - len(b)
		case a[0] != b[0]:
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
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

// ParseInt reads an integer as JSON Schema means it: 1.0 and 1e2 are integers.
// ok is false where the number has a fraction or does not fit an int.
func ParseInt(s string) (n int, ok bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	d := parseDecimal(s)
	digits := strings.Replace(d.digits, ".", "", 1)
	if digits == "" {
		return 0, true
	}
	if d.exponent < len(digits) || d.exponent > 19 {
		return 0, false
	}
	text := digits + strings.Repeat("0", d.exponent-len(digits))
	if d.negative {
		text = "-" + text
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
