package redact

import "example.com/opgen/internal/json/cursor"

// Reader reads a body and finds its sensitive values. Recordings use it to read types and lengths, and
// this package to print.
type Reader struct {
	cursor.Cursor
	tags      cursor.Tags
	noVariant bool // unions are objects of any type
}

// Value is a value in a body. Its place is never nil; that of an object describes its variant.
type Value struct {
	Place
	// It is sensitive, inside a sensitive value, or refused by MayShow where sensitive ones
	// are expected.
	Hidden bool
}

// Begin starts to read a body at a place.
func (r *Reader) Begin(text string, limits cursor.Limits, p Place) Value {
	r.Start(text, limits)
	return r.valueAt(p, false)
}

// valueAt returns the current value, which is at a place, and possibly inside a hidden value.
func (r *Reader) valueAt(p Place, hidden bool) Value {
	if p == nil {
		p = leaf{}
	}
	kind := kindOf(r.Peek())
	isRefused := kind != 'n' && !p.MayShow(kind)
	hidden = hidden || p.Sensitive() || isRefused && p.HoldsSensitive()
	if kind == '{' && !r.noVariant {
		p = p.Object(func(key string) string { return r.tags.Text(&r.Cursor, key) })
		if p == nil {
			p = leaf{}
		}
	}
	return Value{p, hidden || p.Sensitive()}
}

// Object calls f to read each member of the current object, and returns their number. The key of the
// member is in Key; f must read or skip the value.
func (r *Reader) Object(v Value, f func(known Key, member Value)) (n int) {
	r.Open()
	for ; r.Next() && r.CountItems(1); n++ {
		p, known := v.Member(r.Key)
		f(known, r.valueAt(p, v.Hidden))
	}
	return n
}

// Array calls f to read each item of the current array, and returns their number. f must read or skip
// the item.
func (r *Reader) Array(v Value, f func(item Value)) (n int) {
	for more := r.FirstItem(); more; more = r.NextItem() {
		f(r.valueAt(v.Items(), v.Hidden))
		n++
	}
	return n
}

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
