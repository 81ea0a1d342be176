// Package textformat describes the formats of strings for all packages that check, generate
// or document them.
package textformat

import (
	"slices"
	"strings"
	"time"
)

// Format describes a format.
type Format struct {
	Name    string            // in a catalog, and in JSON Schema: "date-time"
	Words   string            // describes a text of the format in a comment: "A UUID"
	Must    string            // the same in a violation: "a UUID"; "" if nothing checks the format
	Go      string            // the constant of package wire: "FormatUUID"
	Example string            // a text of the format
	expr    string            // a RE2 expression for exactly the texts of the format; "" if nothing checks it
	holds   func(string) bool // checks a text like expr, faster and without package regexp
}

// All lists the formats in the order in which documents show them. Those without an
// expression are only documentation.
var All = []Format{
	{"date", "A date, such as 2006-01-31", "a date, such as 2006-01-31", "FormatDate", "2006-01-31", calendar, isDate},
	{"date-time", "A date and time of RFC 3339, such as 2006-01-31T15:04:05Z", "a date and time, such as 2006-01-31T15:04:05Z",
		"FormatDateTime", "2006-01-31T15:04:05Z", calendar + `[Tt]` + clock + `|[0-9]{4}-(?:06-30|12-31)[Tt]` + leap, isDateTime},
	{"time", "A time of RFC 3339, such as 15:04:05Z", "a time, such as 15:04:05Z",
		"FormatTime", "15:04:05Z", clock + `|` + leap, func(s string) bool { ok, _ := isTime(s); return ok }},
	{"uuid", "A UUID, such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "a UUID",
		"FormatUUID", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", `[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`, isUUID},
	{"decimal", "A decimal number, such as -12.50", "a decimal number, such as -12.50",
		"FormatDecimal", "-12.50", `-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?`, isDecimal},
	{"byte", "A text in Base64, such as c29tZQ==", "Base64 with padding",
		"FormatByte", "c29tZQ==", `(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/][AQgw]==|[0-9A-Za-z+/]{2}[AEIMQUYcgkosw048]=)?`, isBase64},
	{Name: "email", Words: "An e-mail address"},
	{Name: "uri", Words: "A URI"},
}

// The parts of expressions.
const (
	calendar = `(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))` +
		`|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`
	hours    = `(?:[01][0-9]|2[0-3])`
	fraction = `(?:\.[0-9]+)?`
	clock    = hours + `:[0-5][0-9]:[0-5][0-9]` + fraction + `(?:[Zz]|[+-]` + hours + `:[0-5][0-9])`
	leap     = `23:59:60` + fraction + `(?:[Zz]|[+-]00:00)`
)

// Checked lists the names of the formats that requests are checked for, sorted.
var Checked = checked()

func checked() (names []string) {
	for _, f := range All {
		if f.Checked() {
			names = append(names, f.Name)
		}
	}
	slices.Sort(names)
	return names
}

// Names returns the names of all formats, in the order of documents.
func Names() (names []string) {
	for _, f := range All {
		names = append(names, f.Name)
	}
	return names
}

// unknown is the format of unknown names.
var unknown Format

// Named returns the format with a name. For an unknown name, it returns a format that
// accepts every text.
func Named(name string) *Format {
	for i := range All {
		if All[i].Name == name {
			return &All[i]
		}
	}
	return &unknown
}

// Checked reports whether requests are checked for the format.
func (f *Format) Checked() bool { return f.expr != "" }

// Holds reports whether s has the format, or the format is not checked.
func (f *Format) Holds(s string) bool { return f.holds == nil || f.holds(s) }

// Pattern returns an RE2 expression for exactly the texts of the format, "" if it is
// not checked.
func (f *Format) Pattern() string {
	if !f.Checked() {
		return ""
	}
	return `^(?:` + f.expr + `)$`
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// below reports whether s is two digits whose number is below limit.
func below(s, limit string) bool { return len(s) == 2 && areDigits(s) && s < limit }

// isDateTime reports whether s is a date and a time. Leap seconds are at the end of June or
// December.
func isDateTime(s string) bool {
	const date = len("2006-01-31")
	if len(s) <= date || s[date]|0x20 != 't' || !isDate(s[:date]) {
		return false
	}
	ok, leap := isTime(s[date+1:])
	if leap {
		return ok && (strings.HasSuffix(s[:date], "-06-30") || strings.HasSuffix(s[:date], "-12-31"))
	}
	return ok
}

// isTime reports whether s is a time with an offset, and whether its second is a leap second,
// which must be written in UTC.
func isTime(s string) (ok, leap bool) {
	const clock = len("15:04:05")
	if len(s) <= clock || s[2] != ':' || s[5] != ':' {
		return false, false
	}
	hours, minutes, seconds, rest := s[:2], s[3:5], s[6:clock], s[clock:]
	leap = seconds == "60"
	lastMinute := hours == "23" && minutes == "59"
	switch {
	case !below(hours, "24"), !below(minutes, "60"), !leap && !below(seconds, "60"):
		return false, false
	}
	if fraction, found := strings.CutPrefix(rest, "."); found {
		rest = strings.TrimLeft(fraction, "0123456789")
		if len(rest) == len(fraction) {
			return false, false
		}
	}
	utc := rest == "Z" || rest == "z"
	if !utc {
		if !isOffset(rest) {
			return false, false
		}
		utc = rest[1:] == "00:00"
	}
	return !leap || utc && lastMinute, leap
}

// isOffset reports whether s is an offset from UTC, such as +01:00.
func isOffset(s string) bool {
	if len(s) != len("+01:00") || s[3] != ':' {
		return false
	}
	signed := s[0] == '+' || s[0] == '-'
	return signed && below(s[1:3], "24") && below(s[4:], "60")
}

func isUUID(s string) bool {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(s) != len(form) {
		return false
	}
	for i := range len(s) {
		if form[i] == '-' && s[i] != '-' || form[i] == 'x' && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	lower := c | 0x20
	return '0' <= c && c <= '9' || 'a' <= lower && lower <= 'f'
}

func isDecimal(s string) bool {
	whole, fraction, hasFraction := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	if !areDigits(whole) || hasFraction && !areDigits(fraction) {
		return false
	}
	return whole == "0" || whole[0] != '0'
}

func areDigits(s string) bool { return s != "" && strings.TrimLeft(s, "0123456789") == "" }

// isBase64 reports whether s is Base64 with padding. Unused bits must be zero, so that no two
// texts encode the same bytes.
func isBase64(s string) bool {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	text := strings.TrimRight(s, "=")
	padding := len(s) - len(text)
	if len(s)%4 != 0 || padding > 2 || strings.TrimLeft(text, alphabet) != "" {
		return false
	}
	return padding == 0 || strings.IndexByte(alphabet, text[len(text)-1])%(1<<(2*padding)) == 0
}
