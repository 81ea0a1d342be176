package redact

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// CutOff stands for a value too many, and for all that follows it. MaxShown is how
// many bytes are shown before that: no value begins behind them, so that 4 KiB are
// never reached.
const (
	CutOff   = "[cut off]"
	MaxShown = 2 << 10
)

const (
	maxShownValue = 256 // bytes of the longest value
	maxShownDepth = 32  // levels of nesting
)

var (
	numberType = reflect.TypeFor[json.Number]()
	rawType    = reflect.TypeFor[json.RawMessage]()
)

// redactor writes out what may be seen of the text that it decodes.
type redactor struct {
	cursor.Cursor
	out  []byte
	cut  bool // nothing more is shown
	tags cursor.Tags
}

// Body returns a body of type t as JSON without what must not be seen. Sensitive
// members are redacted. Members that the type does not name are counted, since a
// key may hold anything too. Values of another type than t says, or of any type,
// are named by their kind. If the body is not an object, and should be one, or t is nil,
// the result is its size.
func Body(text string, t reflect.Type) string {
	var r redactor
	r.Start(text, cursor.Limits{Depth: maxShownDepth, Items: math.MaxInt})
	field, isWhole := wholeOf(t)
	if isWhole {
		t = field.Type
	} else if t == nil || r.Peek() != '{' {
		return size(len(text), "byte")
	}
	r.value(t, isSensitive(field))
	if !r.End() {
		return size(len(text), "byte")
	}
	return string(r.out)
}

// value shows the value at hand, which is expected to be of type t.
func (r *redactor) value(t reflect.Type, sensitive bool) {
	t = within(t)
	switch c := r.Peek(); {
	case r.cut:
		r.Skip()
	case len(r.out) > MaxShown:
		r.cut = true
		r.Skip()
		r.note(CutOff)
	case sensitive:
		r.Skip()
		r.note(Redacted)
	case c == '{' && isUnion(t):
		r.union(t)
	case c == '{' && t.Kind() == reflect.Struct:
		r.object(t, "")
	case c == '[' && t.Kind() == reflect.Slice && t != rawType:
		r.array(t.Elem())
	case c == '{' && isMap(t):
		r.table(t.Elem())
	case c == '{':
		r.note(size(r.members(r.Skip), "key"))
	case c == '[':
		r.note(size(r.elements(r.Skip), "item"))
	default:
		r.scalar(t)
	}
}

// note shows words in place of a value.
func (r *redactor) note(words string) { r.out = encode.Quoted(r.out, words) }

// object shows the members of the object at hand that t names, and its tag.
func (r *redactor) object(t reflect.Type, tag string) {
	further := 0
	r.out = append(r.out, '{')
	r.members(func() {
		field, named := fieldNamed(t, r.Key)
		if tag != "" && r.Key == tag {
			field, named = reflect.StructField{Type: tagType}, true
		}
		switch {
		case !named:
			further++
			r.Skip()
		case r.cut:
			r.Skip()
		default:
			r.out = append(encode.Quoted(r.out, r.Key), ':')
			r.value(field.Type, isSensitive(field))
			r.out = append(r.out, ',')
		}
	})
	if further > 0 && !r.cut {
		r.out = append(encode.Quoted(append(r.out, `"...":`...), size(further, "further key")), ',')
	}
	r.out = encode.Close(r.out, '}')
}

// table shows the members of the object at hand, a map whose values are expected to
// be of type t.
func (r *redactor) table(t reflect.Type) {
	r.out = append(r.out, '{')
	r.members(func() {
		if r.cut {
			r.Skip()
			return
		}
		if len(r.Key) > maxShownValue {
			r.out = encode.Quoted(r.out, size(len(r.Key), "byte"))
		} else {
			r.out = appendPrintable(r.out, string(encode.Quoted(nil, r.Key)))
		}
		r.out = append(r.out, ':')
		r.value(t, false)
		r.out = append(r.out, ',')
	})
	r.out = encode.Close(r.out, '}')
}

// array shows the items of the array at hand, which are expected to be of type t.
func (r *redactor) array(t reflect.Type) {
	r.out = append(r.out, '[')
	r.elements(func() {
		if r.cut {
			r.Skip()
			return
		}
		r.value(t, false)
		r.out = append(r.out, ',')
	})
	r.out = encode.Close(r.out, ']')
}

// scalar shows the string, number, boolean or null at hand, which is expected to
// be of type t.
func (r *redactor) scalar(t reflect.Type) {
	start, kind, fits := r.I, "", false
	switch r.Peek() {
	case 'n':
		fits = true
	case 't', 'f':
		kind, fits = "boolean", t.Kind() == reflect.Bool
	case '"':
		kind, fits = "string", t.Kind() == reflect.String && t != numberType
	default:
		kind, fits = "number", t.Kind() == reflect.Int || t == numberType
	}
	r.Skip()
	switch text := r.Text[start:r.I]; {
	case !fits:
		r.note("[" + kind + "]")
	case len(text) > maxShownValue:
		r.note(size(len(text), "byte"))
	default:
		r.out = appendPrintable(r.out, text)
	}
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

// fieldNamed returns the field of a generated struct that has a wire name. Bodies of
// others ask it for every member.
func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	fields, known := fieldsOf.Load(t)
	if !known {
		named := map[string]reflect.StructField{}
		for i := range t.NumField() {
			field := t.Field(i)
			if wire, ok := WireName(field); ok {
				named[wire] = field
			}
		}
		fields, _ = fieldsOf.LoadOrStore(t, named)
	}
	field, ok := fields.(map[string]reflect.StructField)[name]
	return field, ok
}

// fieldsOf holds the fields of each type of struct by their wire names.
var fieldsOf sync.Map

// Whole returns the type of the field that is the whole body, of which a tag tells, or t
// itself if there is none.
func Whole(t reflect.Type) reflect.Type {
	if field, ok := wholeOf(t); ok {
		return field.Type
	}
	return t
}

// wholeOf returns the field that is the whole body.
func wholeOf(t reflect.Type) (field reflect.StructField, ok bool) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct || t.NumField() == 0 || t.Field(0).Tag.Get("whole") != "true" {
		return field, false
	}
	return t.Field(0), true
}

// WireName returns the wire name of a field of a generated struct, which is in a
// tag of its own where encoding/json cannot have it. Extra and Raw have none.
func WireName(field reflect.StructField) (string, bool) {
	if name, ok := field.Tag.Lookup("wire"); ok {
		return name, true
	}
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, name != "" && name != "-"
}
