package wire

import (
	"example.com/opgen/api"
	"example.com/opgen/internal/text/textformat"
)

// TextFormat is a format of strings that requests are checked for.
type TextFormat string

// The formats.
const (
	FormatDate     TextFormat = "date"      // of RFC 3339: it exists in the calendar
	FormatDateTime TextFormat = "date-time" // of RFC 3339, with an offset
	FormatTime     TextFormat = "time"      // of RFC 3339, with an offset
	FormatUUID     TextFormat = "uuid"      // the text of RFC 9562, of any version, in upper or lower case
	FormatDecimal  TextFormat = "decimal"   // a number of JSON without an exponent
	FormatByte     TextFormat = "byte"      // Base64 of RFC 4648, section 4, padded
)

// Format checks that s is of a format.
func (v *Validator) Format(field, s string, format TextFormat) {
	if !format.Holds(s) {
		v.add(api.RuleFormat, "must be "+textformat.Named(string(format)).Must, field)
	}
}

// Holds reports whether s is of the format. An unknown format holds for every s.
func (f TextFormat) Holds(s string) bool { return textformat.Named(string(f)).Holds(s) }
