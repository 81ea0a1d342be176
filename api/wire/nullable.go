package wire

import (
	"example.com/opgen/api"
	"example.com/opgen/api/internal/apitype"
)

// Fields that may be null, in each of the three states of an [api.Nullable]. The functions are composed
// like those of other values: NullableOf(StringItem) reads an item of a list of nullable strings. They
// read and append in place, through package apitype, because a value may be a large record.

// Nullable reads a member that may be null with the function that reads its value. If the
// member is absent, v does not change.
func Nullable[T any](d *Decoder, n int, v *api.Nullable[T], value func(*Decoder, *T)) {
	if !d.start(n) {
		d.acceptNull(n)
		*v = api.Null[T]()
		return
	}
	d.path.Push(d.c.Key, -1)
	d.c.InItem = true
	readValue(d, v, value)
	d.path.Pop()
}

// NullableOf returns a function that reads a value that may be null, such as an item of an array,
// with the function that reads any other value.
func NullableOf[T any](value func(*Decoder, *T)) func(*Decoder, *api.Nullable[T]) {
	return func(d *Decoder, v *api.Nullable[T]) {
		if d.c.Peek() == 'n' {
			d.c.Literal("null")
			*v = api.Null[T]()
			return
		}
		readValue(d, v, value)
	}
}

// readValue reads a value that is not null. One of another type leaves v absent.
func readValue[T any](d *Decoder, v *api.Nullable[T], value func(*Decoder, *T)) {
	at := d.c.I
	*v = api.Nullable[T]{}
	to, state := (*apitype.Nullable[T])(v).At()
	*state = apitype.Value
	value(d, to)
	if d.hasDrifted(at) {
		*v = api.Nullable[T]{}
	}
}

// ValueOf returns a pointer to the value of v, nil if it has none. It points into v.
func ValueOf[T any](v *api.Nullable[T]) *T {
	value, state := (*apitype.Nullable[T])(v).At()
	if *state != apitype.Value {
		return nil
	}
	return value
}

// AppendNullable appends a member that may be null, or absent, with the function that
// appends its value.
func AppendNullable[T any](
	b []byte, key string, v *api.Nullable[T], value func([]byte, T) []byte,
) []byte {
	x := ValueOf(v)
	switch {
	case x != nil:
		return append(value(append(b, key...), *x), ',')
	case v.IsNull():
		return append(append(b, key...), "null,"...)
	default:
		return b
	}
}

// AppendNullableRecord is AppendNullable for a record, which it does not copy. R is the pointer to the
// record, whose method appends it.
func AppendNullableRecord[T any, R interface {
	*T
	AppendJSON([]byte) []byte
}](b []byte, key string, v *api.Nullable[T]) []byte {
	if r := ValueOf(v); r != nil {
		return append(R(r).AppendJSON(append(b, key...)), ',')
	}
	return AppendNullable(b, key, v, nil)
}

// NullableJSON returns a function that appends a value that may be null, such as an item of an
// array, with the function that appends any other value. An absent value is appended as null.
func NullableJSON[T any](value func([]byte, T) []byte) func([]byte, api.Nullable[T]) []byte {
	return func(b []byte, v api.Nullable[T]) []byte {
		if x, ok := v.Get(); ok {
			return value(b, x)
		}
		return append(b, "null"...)
	}
}

// OrNull returns v, or null if it is absent, because a response contains each required
// member even if the service does not set it.
func OrNull[T any](v *api.Nullable[T]) *api.Nullable[T] {
	if v.IsZero() {
		return new(api.Null[T]())
	}
	return v
}

// OrValue returns v, or the default if it is absent. Null is not replaced: it was sent on purpose.
func OrValue[T any](v *api.Nullable[T], otherwise T) *api.Nullable[T] {
	if v.IsZero() {
		return new(api.Value(otherwise))
	}
	return v
}

// NullableCheck returns a function that checks a value that may be null, such as an item of an
// array, with the function that checks any other value. Null breaks no rule.
func NullableCheck[T any](value func(*T, *Validator)) func(*api.Nullable[T], *Validator) {
	return func(n *api.Nullable[T], v *Validator) {
		if x := ValueOf(n); x != nil {
			value(x, v)
		}
	}
}

// CodedOrNull returns a function that maps a copy of a value that may be null. Null stays null.
func CodedOrNull[T any](mapped func(T, Codes) T) func(api.Nullable[T], Codes) api.Nullable[T] {
	return func(v api.Nullable[T], c Codes) api.Nullable[T] {
		if x, ok := v.Get(); ok {
			return api.Value(mapped(x, c))
		}
		return v
	}
}

// PointerOf returns a function that reads a value through a pointer, for a nullable field of
// a record's own type.
func PointerOf[T any](value func(*Decoder, *T)) func(*Decoder, **T) {
	return func(d *Decoder, v **T) {
		*v = new(T)
		at := d.c.I
		value(d, *v)
		if d.hasDrifted(at) {
			*v = nil
		}
	}
}

// PointerJSON returns a function that appends a record through a pointer, with the function
// that appends its members.
func PointerJSON[T any](members func(*T, []byte) []byte) func([]byte, *T) []byte {
	return func(b []byte, v *T) []byte { return members(v, b) }
}

// CodedPointer returns a function that maps a copy of a record through a pointer.
func CodedPointer[T any](mapped func(T, Codes) T) func(*T, Codes) *T {
	return func(v *T, c Codes) *T { return new(mapped(*v, c)) }
}
