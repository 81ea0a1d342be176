package api

import "encoding/json"

// Record reads a record with the function that reads its members.
func Record[T any](d *Decoder, n int, decode func(*Decoder, *T)) *T {
	if !d.start(n) {
		return nil
	}
	r := new(T)
	d.path.push(d.key, -1)
	nested(d, r, decode)
	d.path.pop()
	return r
}

// RequiredRecord reads a required record into r.
func RequiredRecord[T any](d *Decoder, n int, r *T, decode func(*Decoder, *T)) {
	if d.start(n) {
		d.path.push(d.key, -1)
		nested(d, r, decode)
		d.path.pop()
	}
}

// nested reads an object inside the one at hand.
func nested[T any](d *Decoder, r *T, decode func(*Decoder, *T)) {
	key, read, more, ignored := d.key, d.read, d.more, d.ignored
	d.read, d.more, d.ignored = members{}, nil, nil
	decode(d, r)
	d.key, d.read, d.more, d.ignored, d.first = key, read, more, ignored, false
}

// Records reads an array of records with the function that reads the members
// of one.
func Records[T any](d *Decoder, n int, decode func(*Decoder, *T)) []T {
	return Array(d, n, func(d *Decoder, r *T) { nested(d, r, decode) })
}

// Array reads an array with a function that reads one item. An empty array is
// an empty slice, not nil.
func Array[T any](d *Decoder, n int, item func(*Decoder, *T)) []T {
	if !d.start(n) {
		return nil
	}
	if d.peek() != '[' {
		d.wrong("an array")
		return nil
	}
	list := []T{}
	d.path.push(d.key, 0)
	for more := d.firstItem(); more; more = d.nextItem() {
		if len(list) == 0 {
			list = make([]T, 0, 4)
		}
		list = append(list, *new(T))
		d.inItem = true
		item(d, &list[len(list)-1])
		d.path.at(d.path.n-1).index++
	}
	d.path.pop()
	return list
}

// firstItem steps into an array and reports whether it has an item.
func (d *Decoder) firstItem() bool {
	if d.descend(); d.broken {
		return false
	}
	if d.i = skipSpace(d.text, d.i); d.peek() == ']' {
		d.i++
		d.depth--
		return false
	}
	return d.countItems(1)
}

// nextItem steps behind an item and reports whether there is another.
func (d *Decoder) nextItem() bool {
	if d.broken {
		return false
	}
	d.i = skipSpace(d.text, d.i)
	switch d.peek() {
	case ',':
		d.i = skipSpace(d.text, d.i+1)
		return d.countItems(1)
	case ']':
		d.i++
		d.depth--
		return false
	default:
		d.invalid("expected a comma or a closing bracket")
		return false
	}
}

// StringsOf reads an array of strings of a type of their own.
func StringsOf[S ~string](d *Decoder, n int) []S {
	return Array(d, n, func(d *Decoder, v *S) {
		s, _ := d.stringValue()
		*v = S(s)
	})
}

func stringItem(d *Decoder, v *string)      { *v, _ = d.stringValue() }
func boolItem(d *Decoder, v *bool)          { *v, _ = d.boolValue() }
func intItem(d *Decoder, v *int)            { *v, _ = d.intValue() }
func numberItem(d *Decoder, v *json.Number) { *v, _ = d.numberValue() }
func objectItem(d *Decoder, v *Object)      { *v, _ = d.objectValue() }
func anyItem(d *Decoder, v *any)            { *v = d.anyValue() }
