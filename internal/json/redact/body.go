// Package redact shows bodies without what is sensitive. A [Place] says what is known of
// the values at a place, be it from a catalog or from the tags of generated structs.
// Callers and services may put anything anywhere, so a value is shown only if its place
// is known, is not sensitive, and describes such a value.
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

// Redacted replaces a value that is not shown, and CutOff a value too many and
// all that follows it.
const (
	Redacted = "[redacted]"
	CutOff   = "[cut off]"
)

// MaxShown is how many bytes are shown before a body is cut off: no value begins behind
// them, so that 4 KiB are never reached.
const MaxShown = 2 << 10

const (
	maxShownValue = 256 // bytes of the longest value
	maxShownDepth = 32  // levels of nesting
)

// Noted is a Place that may have words to show in place of a value.
type Noted interface {
	Place
	Note(text string) string // of the JSON text of a value; "" is none
}

// Bounds limit what is shown of a body. The zero value has no limits.
type Bounds struct {
	Items     int  // of an array, 0 for all of them
	NoVariant bool // count the members of a union like unknown ones
}

// redactor writes out what may be seen of the text that it decodes.
type redactor struct {
	cursor.Cursor
	Bounds
	out  []byte
	cut  bool // nothing more is shown
	tags cursor.Tags
}

// Body returns a body as JSON without what must not be seen. Sensitive members are
// redacted. Members that are not known are counted, since a key may hold anything too.
// Values that a place does not describe are named by their kind. If nothing is known of
// the body, or it is of another type or not JSON, the result is its size.
func Body(text string, p Place) string { return Bounds{}.Body(text, p) }

// Body is like the function Body, within the bounds.
func (b Bounds) Body(text string, p Place) string {
	r := redactor{Bounds: b}
	r.Start(text, cursor.Limits{Depth: maxShownDepth, Items: math.MaxInt})
	if p == nil || !p.Sensitive() && !p.Shows(kindOf(r.Peek())) {
		return Size(len(text), "byte")
	}
	if r.value(p); !r.End() {
		return Size(len(text), "byte")
	}
	return string(r.out)
}

// Size says of what is not printed how much it is.
func Size(n int, noun string) string { return "[" + cursor.Count(n, noun) + "]" }

// kindOf returns the byte for the type of a value which begins like this.
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
	shown := p != nil && p.Shows(kind)
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
		r.instead(p, start, Size(n, "key"))
	case kind == '[':
		n := r.elements(r.Skip)
		r.instead(p, start, Size(n, "item"))
	default:
		r.scalar(p, start, shown || kind == 'n')
	}
}

// instead shows words in place of the value that began at an offset, from the place
// if it has some, and reports whether it did.
func (r *redactor) instead(p Place, start int, words string) bool {
	if noted, ok := p.(Noted); ok && !r.Broken {
		words = cmp.Or(noted.Note(r.Text[start:r.I]), words)
	}
	if words != "" {
		r.note(words)
	}
	return words != ""
}

// tag returns the string that the object at hand holds under a key, "" if there is none.
func (r *redactor) tag(key string) string { return r.tags.Text(&r.Cursor, key) }

// note shows words in place of a value.
func (r *redactor) note(words string) { r.out = appendQuoted(r.out, words) }

// object shows the known members of the object at hand, and counts the others.
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
		case known != Known && known != Entry:
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
	r.close('}')
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
	r.close(']')
}

// close ends an object or array: the last comma becomes the bracket.
func (r *redactor) close(bracket byte) {
	if last := len(r.out) - 1; r.out[last] == ',' {
		r.out[last] = bracket
		return
	}
	r.out = append(r.out, bracket)
}

// scalar shows the string, number, boolean or null at hand, if the place describes it.
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
	if !r.instead(p, start, words) {
		r.out = appendPrintable(r.out, text)
	}
}

// appendQuoted appends a string of words or a key as JSON that may be printed.
func appendQuoted(b []byte, s string) []byte {
	if cursor.IsPlain(s) {
		return append(appendPrintable(append(b, '"'), s), '"')
	}
	text, _ := json.Marshal(s) // a string
	return appendPrintable(b, string(text))
}

// appendPrintable appends JSON text, and escapes what could change the terminal or
// the line that shows a log. Handlers of slog leave such characters as they are.
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

// members calls f for each member of the object at hand, to read its value, and
// returns how many there are.
func (r *redactor) members(f func()) (n int) {
	for r.Open(); r.Next(); n++ {
		f()
	}
	return n
}

// elements calls f for each item of the array at hand, to read it, and returns
// how many there are.
func (r *redactor) elements(f func()) (n int) {
	for more := r.FirstItem(); more; more = r.NextItem() {
		f()
		n++
	}
	return n
}
