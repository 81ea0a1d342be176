// Package textformat says which strings are of a format. The codec checks requests by
// it, and recordings note what fits.
package textformat

import "strings"

// All are the names of the formats, sorted.
var All = []string{"byte", "date", "date-time", "decimal", "time", "uuid"}

// Holds reports whether s is of the format of that name. An unknown format holds for
// every s.
func Holds(format, s string) bool {
	switch format {
	case "date":
		_, _, ok := dateOf(s)
		return ok
	case "date-time":
		return isDateTime(s)
	case "time":
		ok, _ := isTime(s)
		return ok
	case "uuid":
		return isUUID(s)
	case "decimal":
		return isDecimal(s)
	case "byte":
		return isBase64(s)
	default:
		return true
	}
}

// digits returns the number that all characters of s make.
func digits(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, s != ""
}

// below reports whether two digits are a number below a limit.
func below(s string, limit int) bool {
	n, ok := digits(s)
	return ok && len(s) == 2 && n < limit
}

// dateOf returns the month and the day of a date that exists in the calendar.
func dateOf(s string) (month, day int, ok bool) {
	if len(s) != len("2006-01-31") || s[4] != '-' || s[7] != '-' {
		return 0, 0, false
	}
	year, isYear := digits(s[:4])
	month, isMonth := digits(s[5:7])
	day, isDay := digits(s[8:])
	if !isYear || !isMonth || !isDay || month < 1 || month > 12 || day < 1 {
		return 0, 0, false
	}
	last := 31
	switch month {
	case 4, 6, 9, 11:
		last = 30
	case 2:
		last = 28
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			last = 29
		}
	}
	return month, day, day <= last
}

// isDateTime reports whether s is a date and a time. A leap second ends June or
// December.
func isDateTime(s string) bool {
	const date = len("2006-01-31")
	if len(s) <= date || s[date]|0x20 != 't' {
		return false
	}
	month, day, ok := dateOf(s[:date])
	isTime, isLeap := isTime(s[date+1:])
	return ok && isTime && (!isLeap || month == 6 && day == 30 || month == 12 && day == 31)
}

// isTime reports whether s is a time with an offset, and whether it is that of a leap
// second, which has to be written in UTC.
func isTime(s string) (ok, leap bool) {
	const clock = len("15:04:05")
	if len(s) <= clock || s[2] != ':' || s[5] != ':' {
		return false, false
	}
	hours, minutes, seconds, rest := s[:2], s[3:5], s[6:clock], s[clock:]
	leap = seconds == "60"
	if !below(hours, 24) || !below(minutes, 60) || !below(seconds, 60) && !leap {
		return false, false
	}
	if fraction, found := strings.CutPrefix(rest, "."); found {
		rest = strings.TrimLeft(fraction, "0123456789")
		if len(rest) == len(fraction) {
			return false, false
		}
	}
	switch {
	case rest == "Z" || rest == "z":
		return !leap || hours == "23" && minutes == "59", leap
	case len(rest) != len("+01:00") || rest[0] != '+' && rest[0] != '-' || rest[3] != ':' || !below(rest[1:3], 24) || !below(rest[4:], 60):
		return false, false
	default:
		return !leap || hours == "23" && minutes == "59" && rest[1:] == "00:00", leap
	}
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if lower := c | 0x20; (c < '0' || c > '9') && (lower < 'a' || lower > 'f') {
				return false
			}
		}
	}
	return true
}

func isDecimal(s string) bool {
	whole, fraction, hasFraction := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return areDigits(whole) && (whole == "0" || whole[0] != '0') && (!hasFraction || areDigits(fraction))
}

func areDigits(s string) bool { return s != "" && strings.TrimLeft(s, "0123456789") == "" }

// isBase64 reports whether s is Base64 with padding. No bit that is not used is set,
// so no two texts stand for the same bytes.
func isBase64(s string) bool {
	if len(s)%4 != 0 {
		return false
	}
	text := strings.TrimRight(s, "=")
	for i := range len(text) {
		if sextet(text[i]) < 0 {
			return false
		}
	}
	switch len(s) - len(text) {
	case 0:
		return true
	case 1:
		return sextet(text[len(text)-1])&3 == 0
	case 2:
		return sextet(text[len(text)-1])&15 == 0
	default:
		return false
	}
}

// sextet returns the value of a character of Base64, -1 if it is none.
func sextet(c byte) int {
	return strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c)
}
