package cursor

import (
	"math"
	"strconv"
	"strings"
)

// Numbers are compared and converted as text. A float64 holds about 16 digits, and identifiers and
// amounts of money may have more.

// IsNumber reports whether s is a JSON number.
func IsNumber(s string) bool {
	end, ok := numberEnd(s, 0)
	return ok && end == len(s)
}

// decimal is the number ±0.digits × 10^exponent. The digits have no zeros at either end, but may
// contain the decimal point of the text, so that parsing allocates nothing. Zero has no digits. For
// example, -0.0120e5 has the digits 12 and the exponent 4, and 1.5 has the digits 1.5 and the exponent 1.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// parseDecimal parses a number. It slices the text, so nothing is rounded, and the size of the
// exponent does not matter.
func parseDecimal(s string) decimal {
	var d decimal
	s, d.negative = strings.CutPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		d.exponent = clamped(s[i+1:])
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	whole = strings.TrimLeft(whole, "0")
	if whole != "" {
		d.exponent += int64(len(whole))
	} else {
		d.exponent -= int64(len(fraction) - len(strings.TrimLeft(fraction, "0")))
	}
	d.digits = strings.Trim(s, "0.")
	if d.digits == "" {
		return decimal{}
	}
	return d
}

// clamped parses an exponent. It limits the result so that adding the length of a text cannot
// overflow.
func clamped(s string) int64 {
	const limit = math.MaxInt64 / 2
	n, _ := strconv.ParseInt(s, 10, 64) // out of range gives the nearest int64
	return max(-limit, min(limit, n))
}

// CompareNumbers compares two JSON numbers exactly: it returns a negative number if a is less than b, 0
// if they are equal, as 1 and 10e-1 are, and a positive number if a is greater.
func CompareNumbers(a, b string) int {
	x := parseDecimal(a)
	y := parseDecimal(b)
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

// compareDigits compares two fractions by their digits. The decimal point may be anywhere in them.
func compareDigits(a, b string) int {
	for {
		a = strings.TrimPrefix(a, ".")
		b = strings.TrimPrefix(b, ".")
		switch {
		case a == "" || b == "":
			return len(a) - len(b)
		case a[0] != b[0]:
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
}

// sign returns -1, 0 or 1.
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

// IsInteger reports whether a JSON number has no fraction, as in 1.0 and 1e2, however large it is.
func IsInteger(s string) bool {
	d := parseDecimal(s)
	return d.exponent >= int64(len(d.digits)-strings.Count(d.digits, "."))
}

// ParseInt is like [ParseInt64] for an integer that fits an int.
func ParseInt(s string) (n int, ok bool) {
	long, ok := ParseInt64(s)
	n = int(long)
	if int64(n) != long {
		return 0, false
	}
	return n, ok
}

// ParseInt64 parses an integer as JSON Schema defines it: 1.0 and 1e2 are integers. ok is false if
// the number has a fraction or does not fit 64 bits.
func ParseInt64(s string) (n int64, ok bool) {
	const longest = len("-9223372036854775808")
	digits := strings.TrimPrefix(s, "-")
	// Strconv copies invalid numbers into its errors.
	if len(s) < longest && digitsEnd(digits, 0) == len(digits) {
		n, err := strconv.ParseInt(s, 10, 64)
		return n, err == nil
	}
	d := parseDecimal(s)
	if d.digits == "" {
		return 0, true
	}
	zeros := d.exponent - int64(len(d.digits)-strings.Count(d.digits, "."))
	if d.exponent > int64(longest) || zeros < 0 {
		return 0, false
	}
	text := strings.Replace(d.digits, ".", "", 1) + strings.Repeat("0", int(zeros))
	if d.negative {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
