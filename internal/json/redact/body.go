// Package redact shows bodies without sensitive values. A [Place] describes the values at a place,
// based on a catalog or on the tags of generated structs. Callers and services may send anything,
// so a value is shown only if its place is known, is not sensitive, and allows the type.
// Recordings, which contain no values, use only the [Reader].
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

// The bounds of logs, so that a record stays readable.
const (
	maxShownValue = 256 // bytes of the longest value
	maxShownDepth = 32  // levels of nesting
)

// Bounds limit the output. The zero value is for logs.
type Bounds struct {
	Items     int  // of an array, 0 for all of them
	NoVariant bool // count the members of a union like unknown ones
	Whole     bool // show long bodies and values, and all levels
	Types     bool // show no values but types, and count the keys of maps like unknown ones

	// Note replaces a key of a map or the JSON text of a value, unless it returns "".
	Note func(text string) string
	// Sensitive names the JSON text of a sensitive value; "" redacts it.
	Sensitive func(text string) string
}

// redactor writes the visible part of a text.
type redactor struct {
	Reader
	Bounds
	out []byte
	cut bool // nothing more is shown
}

// Body returns a body as JSON without hidden values. Sensitive members are redacted. Unknown
// members are only counted, because their keys may be sensitive. Values that a place does not
// allow are replaced by their type. If nothing is known about the body, or it has another
// type or is not JSON, the result is its size. For a contact with a sensitive number:
//
//	{"name":"Ada","ssn":"[redacted]","age":"[string]","...":"[2 further keys]"}
func (b Bounds) Body(text string, p Place) string {
	r := redactor{Reader: Reader{noVariant: b.NoVariant}, Bounds: b}
	limits := cursor.Limits{Depth: maxShownDepth, Items: math.MaxInt}
	if b.Whole {
		limits = cursor.Unlimited
	}
	v := r.Begin(text, limits, p)
	if v.Sensitive() || v.MayShow(kindOf(r.Peek())) {
		r.value(v)
		if r.End() {
			return string(r.out)
		}
	}
	return Size(len(text), "byte")
}

// Size returns the size of a hidden value: "[3 keys]".
func Size(n int, noun string) string { return "[" + cursor.Count(n, noun) + "]" }

// value shows the current value.
func (r *redactor) value(v Value) {
	kind := kindOf(r.Peek())
	start := r.I
	isShown := v.MayShow(kind)
	switch {
	case r.cut:
		r.Skip()
	case len(r.out) > MaxShown && !r.Whole:
		r.cut = true
		r.Skip()
		r.note(CutOff)
	case v.Sensitive():
		r.Skip()
		r.note(cmp.Or(r.named(start), Redacted))
	case kind == '{' && isShown:
		r.object(v)
	case kind == '[' && isShown:
		r.array(v)
	case kind == '{':
		n := r.Object(v, func(Key, Value) { r.Skip() })
		r.replace(start, Size(n, "key"))
	case kind == '[':
		n := r.Array(v, func(Value) { r.Skip() })
		r.replace(start, Size(n, "item"))
	default:
		isScalarShown := isShown || kind == 'n' // null says nothing
		r.scalar(start, isScalarShown && !r.Types)
	}
}

// replace replaces the value that began at an offset by a note, or by words unless they are empty,
// and reports whether it did.
func (r *redactor) replace(start int, words string) bool {
	if r.Note != nil && !r.Broken {
		words = cmp.Or(r.Note(r.Text[start:r.I]), words)
	}
	if words != "" {
		r.note(words)
	}
	return words != ""
}

// named returns the name of the sensitive value that began at an offset, "" if it has none.
func (r *redactor) named(start int) string {
	if r.Bounds.Sensitive == nil || r.Broken {
		return ""
	}
	return r.Bounds.Sensitive(r.Text[start:r.I])
}

// note writes words in place of a value.
func (r *redactor) note(words string) { r.out = appendQuoted(r.out, words) }

// object shows the known members of the current object and counts the others.
func (r *redactor) object(v Value) {
	further := 0
	r.out = append(r.out, '{')
	r.Object(v, func(kind Key, member Value) {
		isShown := kind == KnownKey || kind == EntryKey && !r.Types
		if !isShown {
			further++
		}
		if !isShown || r.cut {
			r.Skip()
			return
		}
		r.note(r.shownKey(kind))
		r.out = append(r.out, ':')
		r.value(member)
		r.out = append(r.out, ',')
	})
	if further > 0 && !r.cut {
		r.out = append(r.out, `"...":`...)
		r.note(Size(further, "further key"))
		r.out = append(r.out, ',')
	}
	r.out = cursor.Close(r.out, '}')
}

// shownKey returns the current key, or what is shown in its place.
func (r *redactor) shownKey(kind Key) string {
	switch {
	case len(r.Key) > maxShownValue && !r.Whole:
		return Size(len(r.Key), "byte")
	case kind == EntryKey && r.Note != nil:
		return cmp.Or(r.Note(r.Key), r.Key)
	default:
		return r.Key
	}
}

// array shows the items of the current array, up to the bound, and counts the others.
func (r *redactor) array(v Value) {
	most := cmp.Or(r.Items, math.MaxInt)
	shown := 0
	r.out = append(r.out, '[')
	n := r.Array(v, func(item Value) {
		shown++
		if r.cut || shown > most {
			r.Skip()
			return
		}
		r.value(item)
		r.out = append(r.out, ',')
	})
	if n > most && !r.cut {
		r.note(Size(n-most, "further item"))
		r.out = append(r.out, ',')
	}
	r.out = cursor.Close(r.out, ']')
}

// scalar shows the current string, number, boolean or null if the place allows it.
func (r *redactor) scalar(start int, isShown bool) {
	r.Skip()
	if r.Broken {
		return
	}
	text := r.Text[start:r.I]
	words := "" // in place of the value
	switch {
	case !isShown:
		words = "[" + cursor.TypeOf(text) + "]"
	case len(text) > maxShownValue && !r.Whole:
		words = Size(len(text), "byte")
	}
	if !r.replace(start, words) {
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
		if strconv.IsPrint(c) {
			b = utf8.AppendRune(b, c)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, c) {
			b = fmt.Appendf(b, `\u%04x`, unit)
		}
	}
	return b
}
