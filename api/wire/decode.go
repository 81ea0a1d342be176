package wire

import (
	"encoding/json"
	"strings"

	"example.com/opgen/api"
)

// The methods below read the value of the current member, which is number n of its object.
// Null is an absent value. For a value of another type, they record a violation and return
// the zero value. Required members are read like others; [Decoder.Require] then reports those that
// were not read.

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
	if d.filled == len(d.slots) { // all are taken, or there are none
		return d.c.Keep(s)
	}
	slot := &d.slots[d.filled]
	d.filled++
	*slot = s
	return slot
}

// Bool reads a required boolean.
func (d *Decoder) Bool(n int) bool { return readRequired(d, n, (*Decoder).boolValue) }

// OptBool reads a boolean.
func (d *Decoder) OptBool(n int) *bool { return readOptional(d, n, (*Decoder).boolValue) }

// Int reads a required integer.
func (d *Decoder) Int(n int) int { return readRequired(d, n, (*Decoder).intValue) }

// OptInt reads an integer.
func (d *Decoder) OptInt(n int) *int { return readOptional(d, n, (*Decoder).intValue) }

// Number reads a required number, keeping its text.
func (d *Decoder) Number(n int) json.Number { return readRequired(d, n, (*Decoder).numberValue) }

// OptNumber reads a number, keeping its text.
func (d *Decoder) OptNumber(n int) *json.Number { return readOptional(d, n, (*Decoder).numberValue) }

// Object reads an object whose members the catalog does not name.
func (d *Decoder) Object(n int) api.Object { return readRequired(d, n, (*Decoder).objectValue) }

// Any reads a value of any type.
func (d *Decoder) Any(n int) any { return readRequired(d, n, (*Decoder).anyValue) }

// Joined reads strings that are sent as one string. An empty string has none. Each string counts as an
// item of the body, since a short text can hold many separators.
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

// readRequired reads a value that is zero if it is absent. The functions that it is called with are
// method expressions, which allocate nothing.
func readRequired[T any](d *Decoder, n int, read func(*Decoder) (T, bool)) (v T) {
	if d.start(n) {
		v, _ = read(d)
	}
	return v
}

// readOptional reads an optional value that is not in a slot.
func readOptional[T any](d *Decoder, n int, read func(*Decoder) (T, bool)) *T {
	if !d.start(n) {
		return nil
	}
	v, ok := read(d)
	if !ok {
		return nil
	}
	return &v
}

// Record reads a record with the function that reads its members. It returns nil for null and for a
// value of another type.
func Record[T any](d *Decoder, n int, decode func(*Decoder, *T)) *T {
	if !d.start(n) {
		return nil
	}
	r := new(T)
	if !readRecord(d, r, decode) {
		return nil
	}
	return r
}

// RequiredRecord reads a required record into r, which is a part of the outer struct, so that no memory
// is allocated. A value of another type leaves r zero.
func RequiredRecord[T any](d *Decoder, n int, r *T, decode func(*Decoder, *T)) {
	if d.start(n) && !readRecord(d, r, decode) {
		*r = *new(T)
	}
}

// readRecord reads the current record. It reports false if the value is of another type.
func readRecord[T any](d *Decoder, r *T, decode func(*Decoder, *T)) bool {
	at := d.c.I
	d.path.Push(d.c.Key, -1)
	readNested(d, r, decode)
	d.path.Pop()
	return !d.hasDrifted(at)
}

// readNested reads an object inside the current one, and restores what the decoder knows about the
// current one.
func readNested[T any](d *Decoder, r *T, decode func(*Decoder, *T)) {
	key := d.c.Key
	outer := d.object
	d.object = object{}
	decode(d, r)
	d.c.Key = key
	d.object = outer
}

// Records reads an array of records with the function that reads the members
// of one.
func Records[T any](d *Decoder, n int, decode func(*Decoder, *T)) []T {
	return Array(d, n, func(d *Decoder, r *T) { readNested(d, r, decode) })
}

// The functions below read the value at the current place, such as an item of an array or a
// value of a map. They are composed like types: ListOf(StringItem) reads an item of a
// [[string]]. A null or a value of another type is a violation, and leaves the zero value.

// StringItem reads a string.
func StringItem(d *Decoder, v *string) { *v, _ = d.stringValue() }

// EnumItem reads a string of a defined type. Whether the catalog lists the value is checked later.
func EnumItem[S ~string](d *Decoder, v *S) {
	s, _ := d.stringValue()
	*v = S(s)
}

// EnumValues returns the values of an enum as its type.
func EnumValues[S ~string](texts []string) []S {
	values := make([]S, len(texts))
	for i, text := range texts {
		values[i] = S(text)
	}
	return values
}

// BoolItem reads a boolean.
func BoolItem(d *Decoder, v *bool) { *v, _ = d.boolValue() }

// IntItem reads an integer.
func IntItem(d *Decoder, v *int) { *v, _ = d.intValue() }

// NumberItem reads a number, keeping its text.
func NumberItem(d *Decoder, v *json.Number) { *v, _ = d.numberValue() }

// ObjectItem reads an object whose members the catalog does not name.
func ObjectItem(d *Decoder, v *api.Object) { *v, _ = d.objectValue() }

// AnyItem reads a value of any type, including null.
func AnyItem(d *Decoder, v *any) { *v, _ = d.anyValue() }

// RecordOf returns a function that reads a record with the function that reads its members.
func RecordOf[T any](decode func(*Decoder, *T)) func(*Decoder, *T) {
	return func(d *Decoder, v *T) { readNested(d, v, decode) }
}

// ListOf returns a function that reads an array with the function that reads one item.
func ListOf[T any](item func(*Decoder, *T)) func(*Decoder, *[]T) {
	return func(d *Decoder, v *[]T) { *v = readItems(d, item) }
}

// MapOf returns a function that reads a map with the function that reads one value.
func MapOf[T any](value func(*Decoder, *T)) func(*Decoder, *map[string]T) {
	return func(d *Decoder, v *map[string]T) { *v = readValues(d, value) }
}

// Array reads an array with a function that reads one item. An empty array is
// an empty slice, not nil.
func Array[T any](d *Decoder, n int, item func(*Decoder, *T)) []T {
	if !d.start(n) {
		return nil
	}
	return readItems(d, item)
}

// Map reads a map with a function that reads one value. An object without members
// is an empty map, not nil.
func Map[T any](d *Decoder, n int, value func(*Decoder, *T)) map[string]T {
	if !d.start(n) {
		return nil
	}
	return readValues(d, value)
}

// Whole reads a response that is not an object with the function that reads its value.
func Whole[T any](d *Decoder, v *T, value func(*Decoder, *T)) {
	d.c.InItem = true
	value(d, v)
}

// Nothing reads a response without a value: no text, null, or an object, whose members it
// skips.
func Nothing(d *Decoder) *api.EmptyResponse {
	const end = 0 // of the text
	switch d.c.Peek() {
	case end, 'n', '{':
		d.BeginResponse()
		for d.Next() {
		}
	default:
		d.c.InItem = true
		d.skipWrong("must be empty or an object")
	}
	return &api.EmptyResponse{Received: d.Received()}
}

// readItems reads the current array. An empty one takes no memory, and the memory of others grows with
// their items: the text does not say how many there are.
func readItems[T any](d *Decoder, item func(*Decoder, *T)) []T {
	if d.c.Peek() != '[' {
		d.skipWrong("must be an array")
		return nil
	}
	d.path.Push(d.c.Name(), 0)
	list := []T{}
	for more := d.c.FirstItem(); more; more = d.c.NextItem() {
		if d.isUnused() {
			d.c.Skip()
			continue
		}
		if len(list) == 0 {
			list = make([]T, 0, 4)
		}
		list = append(list, *new(T))
		d.c.InItem = true
		item(d, &list[len(list)-1])
		d.path.NextItem()
	}
	d.path.Pop()
	d.c.InItem = true
	return list
}

// readValues reads the members of the current object.
func readValues[T any](d *Decoder, value func(*Decoder, *T)) map[string]T {
	if d.c.Peek() != '{' {
		d.skipWrong("must be an object")
		return nil
	}
	outerKey := d.c.Key
	start := d.c.I
	d.path.Push(d.c.Name(), -1)
	m := map[string]T{}
	d.c.Open()
	for d.c.Next() {
		if d.c.MendedKey { // so that only the map has a place
			d.mend(start)
		}
		if d.isUnused() || !d.c.CountItems(1) {
			d.c.Skip()
			continue
		}
		key := d.c.KeptKey()
		_, isRepeated := m[key]
		if isRepeated && !d.lenient {
			d.add(api.RuleDuplicateField, "is given twice", d.c.Name())
		}
		v := new(T)
		d.path.Push(key, -1)
		d.c.InItem = true
		value(d, v)
		d.path.Pop()
		m[key] = *v
	}
	d.path.Pop()
	d.c.Key = outerKey
	d.c.InItem = true
	return m
}
