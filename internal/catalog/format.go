package catalog

import (
	"example.com/opgen/internal/text/textformat"
)

// Format is the format of a string. Most formats are checked in requests, and none in
// responses.
type Format string

// The formats that some packages treat in a special way.
const (
	FormatUUID    Format = "uuid"
	FormatDecimal Format = "decimal"
	FormatByte    Format = "byte"
)

// Description returns the description of the format.
func (f Format) Description() *textformat.Format { return textformat.Named(string(f)) }

// Checked returns the format if it is checked in requests, and otherwise "".
func (f Format) Checked() Format {
	if f.Description().Checked() {
		return f
	}
	return ""
}
