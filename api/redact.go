package api

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
)

// What follows shows a body in a log: its JSON text, of which the type of the
// generated struct says what may be seen. A caller or a service may put anything
// anywhere, so a value is shown only where the catalog names its place, does not
// mark it sensitive, and says that such a value is there.

const (
	cutOff = "[cut off]" // stands for a value too many, and for all that follows it

	maxShown      = 2 << 10 // bytes behind which no value is begun, so that 4 KiB are never reached
	maxShownValue = 256     // bytes of the longest value
	maxShownDepth = 32      // levels of nesting
)

var (
	numberType = reflect.TypeFor[json.Number]()
	rawType    = reflect.TypeFor[json.RawMessage]()
)

// redactor writes out what may be seen of the text that it decodes.
type redactor struct {
	Decoder
	out []byte
	cut bool // nothing more is shown
}

// redactJSON returns a body of type t as JSON without what must not be seen.
// Members that are sensitive are redacted. Those that the type does not name are
// counted, since a key may hold anything too. Values of which the type says
// nothing, or something else than what they are, are named by their kind. Of a
// body that is no object, or whose type is not known and nil, the size is
// returned.
func redactJSON(text string, t reflect.Type) string {
	var r redactor
	r.prepare(text, Limits{Depth: maxShownDepth, Items: math.MaxInt})
	r.lenient = true
	if t == nil || r.peek() != '{' {
		return describeSize(len(text), "byte")
	}
	r.value(t, false)
	if r.Finish() != nil {
		return describeSize(len(text), "byte")
	}
	return string(r.out)
}

// value shows the value at hand, which is expected to be of type t.
func (r *redactor) value(t reflect.Type, sensitive bool) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch c := r.peek(); {
	case r.cut:
		r.skip()
	case len(r.out) > maxShown:
		r.cut = true
		r.skip()
		r.note(cutOff)
	case sensitive:
		r.skip()
		r.note(redacted)
	case c == '{' && t.Kind() == reflect.Struct:
		r.object(t)
	case c == '[' && t.Kind() == reflect.Slice && t != rawType:
		r.array(t.Elem())
	case c == '{':
		r.note(describeSize(r.members(r.skip), "key"))
	case c == '[':
		r.note(describeSize(r.elements(r.skip), "item"))
	default:
		r.scalar(t)
	}
}

// note shows words in place of a value.
func (r *redactor) note(words string) { r.out = appendQuoted(r.out, words) }

// object shows the members of the object at hand that t names.
func (r *redactor) object(t reflect.Type) {
	further := 0
	r.out = append(r.out, '{')
	r.members(func() {
		field, named := fieldNamed(t, r.key)
		switch {
		case !named:
			further++
			r.skip()
		case r.cut:
			r.skip()
		default:
			r.out = append(appendQuoted(r.out, r.key), ':')
			r.value(field.Type, isSensitive(field))
			r.out = append(r.out, ',')
		}
	})
	if further > 0 && !r.cut {
		r.out = AppendString(r.out, `"...":`, describeSize(further, "further key"))
	}
	r.out = CloseObject(r.out)
}

// array shows the items of the array at hand, which are expected to be of type t.
func (r *redactor) array(t reflect.Type) {
	r.out = append(r.out, '[')
	r.elements(func() {
		if r.cut {
			r.skip()
			return
		}
		r.value(t, false)
		r.out = append(r.out, ',')
	})
	r.out = closeWith(r.out, ']')
}

// scalar shows the string, number, boolean or null at hand, which is expected to
// be of type t.
func (r *redactor) scalar(t reflect.Type) {
	start, kind, fits := r.i, "", false
	switch r.peek() {
	case 'n':
		fits = true
	case 't', 'f':
		kind, fits = "boolean", t.Kind() == reflect.Bool
	case '"':
		kind, fits = "string", t.Kind() == reflect.String && t != numberType
	default:
		kind, fits = "number", t.Kind() == reflect.Int || t == numberType
	}
	r.skip()
	switch text := r.text[start:r.i]; {
	case !fits:
		r.note("[" + kind + "]")
	case len(text) > maxShownValue:
		r.note(describeSize(len(text), "byte"))
	default:
		r.out = append(r.out, text...)
	}
}

// members calls f for each member of the object at hand, to read its value, and
// returns how many there are.
func (r *redactor) members(f func()) (n int) {
	for r.Begin(nil); r.Next(); n++ {
		r.unread = false
		f()
	}
	return n
}

// elements calls f for each item of the array at hand, to read it, and returns
// how many there are.
func (r *redactor) elements(f func()) (n int) {
	for more := r.firstItem(); more; more = r.nextItem() {
		f()
		n++
	}
	return n
}

// fieldNamed returns the field of a generated struct that has a wire name.
func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		if wire, ok := wireName(field); ok && wire == name {
			return field, true
		}
	}
	return reflect.StructField{}, false
}

// wireName returns the wire name of a field of a generated struct, which is in a
// tag of its own where encoding/json cannot have it. Extra and Raw have none.
func wireName(field reflect.StructField) (string, bool) {
	if name, ok := field.Tag.Lookup("wire"); ok {
		return name, true
	}
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name, name != "" && name != "-"
}
