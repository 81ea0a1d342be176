package wire

import (
	"encoding/json"
	"strings"

	"example.com/opgen/api"
)

// The methods below read the value of the member at hand, which is number n of
// its object. A null is an absent value. A value of another type is a violation,
// and what is returned is the zero value.

// String reads a required string.
func (d *Decoder) String(n int) string {
	if !d.start(n) {
		return ""
	}
	s, _ := d.stringValue()
	return s
}

// OptString reads a string.
func (d *Decoder) OptString(n int) *string {
	if !d.start(n) {
		return nil
	}
	s, ok := d.stringValue()
	if !ok {
		return nil
	}
	if d.filled == len(d.slots) {
		d.slots, d.filled = make([]string, 8), 0
	}
	slot := &d.slots[d.filled]
	d.filled++
	*slot = s
	return slot
}

// Bool reads a required boolean.
func (d *Decoder) Bool(n int) bool { return required(d, n, (*Decoder).boolValue) }

// OptBool reads a boolean.
func (d *Decoder) OptBool(n int) *bool { return optional(d, n, (*Decoder).boolValue) }

// Int reads a required integer.
func (d *Decoder) Int(n int) int { return required(d, n, (*Decoder).intValue) }

// OptInt reads an integer.
func (d *Decoder) OptInt(n int) *int { return optional(d, n, (*Decoder).intValue) }

// Number reads a required number, keeping its text.
func (d *Decoder) Number(n int) json.Number { return required(d, n, (*Decoder).numberValue) }

// OptNumber reads a number, keeping its text.
func (d *Decoder) OptNumber(n int) *json.Number { return optional(d, n, (*Decoder).numberValue) }

// Object reads an object whose members the catalog does not name.
func (d *Decoder) Object(n int) api.Object { return required(d, n, (*Decoder).objectValue) }

// Any reads a value of any type.
func (d *Decoder) Any(n int) any {
	if !d.start(n) {
		return nil
	}
	return d.anyValue()
}

// Strings reads an array of strings.
func (d *Decoder) Strings(n int) []string { return Array(d, n, StringItem) }

// Bools reads an array of booleans.
func (d *Decoder) Bools(n int) []bool { return Array(d, n, BoolItem) }

// Ints reads an array of integers.
func (d *Decoder) Ints(n int) []int { return Array(d, n, IntItem) }

// Numbers reads an array of numbers.
func (d *Decoder) Numbers(n int) []json.Number { return Array(d, n, NumberItem) }

// Objects reads an array of objects.
func (d *Decoder) Objects(n int) []api.Object { return Array(d, n, ObjectItem) }

// Anys reads an array of values of any type.
func (d *Decoder) Anys(n int) []any { return Array(d, n, AnyItem) }

// Joined reads strings that travel as one string. An empty string holds none.
func (d *Decoder) Joined(n int, separator string) []string {
	if !d.start(n) {
		return nil
	}
	s, ok := d.stringValue()
	switch {
	case !ok:
		return nil
	case s == "":
		return []string{}
	case !d.c.CountItems(strings.Count(s, separator) + 1):
		return nil
	default:
		return strings.Split(s, separator)
	}
}

// required reads a value that is zero if it is absent.
func required[T any](d *Decoder, n int, read func(*Decoder) (T, bool)) (v T) {
	if d.start(n) {
		v, _ = read(d)
	}
	return v
}

// optional reads an optional value that has no slot.
func optional[T any](d *Decoder, n int, read func(*Decoder) (T, bool)) *T {
	if !d.start(n) {
		return nil
	}
	v, ok := read(d)
	if !ok {
		return nil
	}
	return &v
}

// Record reads a record with the function that reads its members.
func Record[T any](d *Decoder, n int, decode func(*Decoder, *T)) *T {
	if !d.start(n) {
		return nil
	}
	r, at := new(T), d.c.I
	if d.c.IsEmptyObject() && d.path.IsBody() {
		d.empty = append(d.empty, d.c.Key)
	}
	d.path.Push(d.c.Key, -1)
	nested(d, r, decode)
	d.path.Pop()
	if d.strayed(at) {
		return nil
	}
	return r
}

// RequiredRecord reads a required record into r.
func RequiredRecord[T any](d *Decoder, n int, r *T, decode func(*Decoder, *T)) {
	if d.start(n) {
		at := d.c.I
		d.path.Push(d.c.Key, -1)
		nested(d, r, decode)
		d.path.Pop()
		if d.strayed(at) {
			*r = *new(T)
		}
	}
}

// nested reads an object inside the one at hand.
func nested[T any](d *Decoder, r *T, decode func(*Decoder, *T)) {
	key, read, more, ignored, outer := d.c.Key, d.read, d.more, d.ignored, d.tag
	d.read, d.more, d.ignored, d.tag = members{}, nil, nil, tag{}
	decode(d, r)
	d.c.Key, d.read, d.more, d.ignored, d.tag, d.c.First = key, read, more, ignored, outer, false
}

// Records reads an array of records with the function that reads the members
// of one.
func Records[T any](d *Decoder, n int, decode func(*Decoder, *T)) []T {
	return Array(d, n, func(d *Decoder, r *T) { nested(d, r, decode) })
}

// StringsOf reads an array of strings of a type of their own.
func StringsOf[S ~string](d *Decoder, n int) []S {
	return Array(d, n, EnumItem[S])
}
