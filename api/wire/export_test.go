package wire

import "example.com/opgen/internal/json/cursor"

var (
	ErrNoFirstPage = errNoFirstPage
	ErrNoItems     = errNoItems
	ErrSamePage    = errSamePage
)

// Lenient lets a decoder read an answer.
func Lenient(d *Decoder) { d.lenient, d.c.Path = true, nil }

// Unknown lets a decoder accept unknown members.
func Unknown(d *Decoder) { d.unknown = true }

// Prepare starts a decoder anew.
func Prepare(d *Decoder, text string, limits cursor.Limits) {
	*d = Decoder{}
	d.prepare(text, limits)
}

// TextOf returns what a decoder reads.
func TextOf(d *Decoder) string { return d.c.Text }

// ObjectValue reads an object of any type.
func ObjectValue(d *Decoder) map[string]any {
	o, _ := d.objectValue()
	return o
}

// Decoded returns a validator of values that come from JSON text.
func Decoded() Validator { return Validator{text: new(cursor.Cursor)} }
