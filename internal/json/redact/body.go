// Package redact shows bodies without sensitive values. A [Place] describes the values at a place,
// based on a catalog or on the tags of generated structs. Callers and services may send anything,
// so a value is shown only if its place is known, is not sensitive, and allows the type.
package redact

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/opgen/internal/json/cursor"
)

// Redacted replaces a sensitive value. CutOff replaces the rest of a long body.
const (
	Redacted = "[redacted]"
	CutOff   = "[cut off]"
)

// MaxShown is the number of bytes after which a body is cut off. No value begins after them, so
// the result is always shorter than 4 KiB.
const MaxShown = 2 << 10

const (
	maxShownValue = 256 // bytes of the longest value
	maxShownDepth = 32  // levels of nesting
)

// Noter is a Place that may replace values by notes.
type Noter interface {
	Place
	Note(text string) string // for the JSON text of a value; "" shows the value
}

// Bounds limit the output. The zero value sets no limits.
type Bounds struct {
	Items     int  // of an array, 0 for all of them
	NoVariant bool // count the members of a union like unknown ones
}

// redactor writes the visible part of a text.
type redactor struct {
	cursor.Cursor
	Bounds
	out  []byte
	cut  bool // nothing more is shown
	tags cursor.Tags
}

// Body returns a body as JSON without hidden values. Sensitive members are redacted. Unknown members
// are only counted, because their keys may be sensitive. Values that a place does not allow are
// replaced by their type. If nothing is known about the body, or it has another type or is not JSON,
// the result is its size.
func (b Bounds) Body(text string, p Place) string {
	r := redactor{Bounds: b}
	r.Start(text, cursor.Limits{Depth: maxShownDepth, Items: math.MaxInt})
	if p == nil || !p.Sensitive() && !p.MayShow(kindOf(r.Peek())) {
		return Size(len(text), "byte")
	}
	if r.value(p); !r.End() {
		return Size(len(text), "byte")
	}
	return string(r.out)
}

// Size returns the size of a hidden value: "[3 keys]".
func Size(n int, noun string) string { return "[" + cursor.Count(n, noun) + "]" }

// kindOf returns the byte for the type of a value by its first byte.
func kindOf(first byte) byte {
	switch first {
	case '{', '[', '"', 'n', 't':
		return first
	case 'f':
		return 't'
	default:
		return '0'
	}
}

// value shows the current value, whose place is p.
func (r *redactor) value(p Place) {
	kind, start := kindOf(r.Peek()), r.I
	shown := p != nil && p.MayShow(kind)
	switch {
	case r.cut:
		r.Skip()
	case len(r.out) > MaxShown:
		r.cut = true
		r.Skip()
		r.note(CutOff)
	case p != nil && p.Sensitive():
		r.Skip()
		r.note(Redacted)
	case kind == '{' && shown && r.NoVariant:
		r.object(p)
	case kind == '{' && shown:
		r.object(p.Object(r.tag))
	case kind == '[' && shown:
		r.array(p.Items())
	case kind == '{':
		n := r.members(r.Skip)
		r.replace(p, start, Size(n, "key"))
	case kind == '[':
		n := r.elements(r.Skip)
		r.replace(p, start, Size(n, "item"))
	default:
		r.scalar(p, start, shown || kind == 'n')
	}
}

// replace replaces the value that began at an offset by the note of its place, or by words unless
// they are empty, and reports whether it did.
func (r *redactor) replace(p Place, start int, words string) bool {
	if noted, ok := p.(Noter); ok && !r.Broken {
		words = cmp.Or(noted.Note(r.Text[start:r.I]), words)
	}
	if words != "" {
		r.note(words)
	}
	return words != ""
}

// tag returns the string in a member of the current object, "" if there is none.
func (r *redactor) tag(key string) string { return r.tags.Text(&r.Cursor, key) }

// note writes words in place of a value.
func (r *redactor) note(words string) { r.out = appendQuoted(r.out, words) }

// object shows the known members of the current object and counts the others.
func (r *redactor) object(p Place) {
	if p == nil || p.Sensitive() {
		r.Skip()
		r.note(Redacted)
		return
	}
	further := 0
	r.out = append(r.out, '{')
	r.members(func() {
		member, known := p.Member(r.Key)
		switch {
		case known != KnownKey && known != EntryKey:
			further++
			r.Skip()
		case r.cut:
			r.Skip()
		default:
			if len(r.Key) > maxShownValue {
				r.note(Size(len(r.Key), "byte"))
			} else {
				r.note(r.Key)
			}
			r.out = append(r.out, ':')
			r.value(member)
			r.out = append(r.out, ',')
		}
	})
	if further > 0 && !r.cut {
		r.out = append(appendQuoted(append(r.out, `"...":`...), Size(further, "further key")), ',')
	}
	r.out = cursor.Close(r.out, '}')
}

// array shows the items of the current array, whose place is p.
func (r *redactor) array(p Place) {
	n, most := 0, cmp.Or(r.Items, math.MaxInt)
	r.out = append(r.out, '[')
	r.elements(func() {
		if n++; r.cut || n > most {
			r.Skip()
			return
		}
		r.value(p)
		r.out = append(r.out, ',')
	})
	if n > most && !r.cut {
		r.out = append(appendQuoted(r.out, Size(n-most, "further item")), ',')
	}
	r.out = cursor.Close(r.out, ']')
}

// scalar shows the current string, number, boolean or null if the place allows it.
func (r *redactor) scalar(p Place, start int, shown bool) {
	if r.Skip(); r.Broken {
		return
	}
	text, words := r.Text[start:r.I], ""
	switch {
	case !shown:
		words = "[" + cursor.TypeOf(text[0]) + "]"
	case len(text) > maxShownValue:
		words = Size(len(text), "byte")
	}
	if !r.replace(p, start, words) {
		r.out = appendPrintable(r.out, text)
	}
}

// appendQuoted appends words or a key as printable JSON.
func appendQuoted(b []byte, s string) []byte {
	if cursor.IsPlain(s) {
		return append(appendPrintable(append(b, '"'), s), '"')
	}
	text, _ := json.Marshal(s) // a string
	return appendPrintable(b, string(text))
}

// appendPrintable appends JSON text and escapes characters that could affect a terminal or break a
// line of a log, because handlers of slog do not.
func appendPrintable(b []byte, text string) []byte {
	for _, c := range text {
		switch {
		case strconv.IsPrint(c):
			b = utf8.AppendRune(b, c)
		case c > 0xffff:
			high, low := utf16.EncodeRune(c)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, c)
		}
	}
	return b
}

// members calls f to read the value of each member of the current object, and returns their number.
func (r *redactor) members(f func()) (n int) {
	for r.Open(); r.Next(); n++ {
		f()
	}
	return n
}

// elements calls f to read each item of the current array, and returns their number.
func (r *redactor) elements(f func()) (n int) {
	for more := r.FirstItem(); more; more = r.NextItem() {
		f()
		n++
	}
	return n
}
