package catalog

import "example.com/opgen/internal/text/textformat"

// Format is the format of a string. Most are checked in requests, and none in
// responses. Package textformat describes them.
type Format string

// The formats that packages decide by.
const (
	FormatDateTime Format = "date-time"
	FormatUUID     Format = "uuid"
	FormatDecimal  Format = "decimal"
	FormatByte     Format = "byte"
)

// Description returns the description of the format.
func (f Format) Description() *textformat.Format { return textformat.Named(string(f)) }

// Checked returns the format if requests are checked for it, and otherwise "".
func (f Format) Checked() Format {
	if f.Description().Checked() {
		return f
	}
	return ""
}

// Pattern returns a RE2 expression for exactly the texts of the format, "" if it is
// not checked.
func (f Format) Pattern() string { return f.Description().Pattern() }

// Example returns a text of the format, "" if it is not checked.
func (f Format) Example() string { return f.Description().Example }

// Holds reports whether a text is of the format, or the format is not checked.
func (f Format) Holds(text string) bool { return f.Description().Holds(text) }
