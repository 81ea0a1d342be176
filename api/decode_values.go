package api

import (
	"encoding/json"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The methods below read one value at the current place. They report false
// where it is of another type.

func (d *Decoder) stringValue() (string, bool) {
	if d.peek() != '"' {
		d.wrong("a string")
		return "", false
	}
	s, ok := d.quoted()
	if d.cloned {
		s = strings.Clone(s)
	}
	return s, ok
}

func (d *Decoder) boolValue() (value, ok bool) {
	switch d.peek() {
	case 't':
		d.literal("true")
		return true, true
	case 'f':
		d.literal("false")
		return false, true
	default:
		d.wrong("a boolean")
		return false, false
	}
}

func (d *Decoder) intValue() (int, bool) {
	text, ok := d.number()
	if !ok {
		d.wrong("an integer")
		return 0, false
	}
	n, ok := parseInt(text)
	if !ok {
		d.report(RuleType, "must be an integer of at most 64 bits", d.where())
	}
	return n, ok
}

func (d *Decoder) numberValue() (json.Number, bool) {
	text, ok := d.number()
	if !ok {
		d.wrong("a number")
	} else if d.cloned {
		text = strings.Clone(text)
	}
	return json.Number(text), ok
}

// number reads the text of a number, and reports whether there is one.
func (d *Decoder) number() (string, bool) {
	if c := d.peek(); c != '-' && (c < '0' || c > '9') {
		return "", false
	}
	start := d.i
	end, ok := numberEnd(d.text, start)
	d.i = end
	if !ok {
		d.invalid("expected a number")
		return "0", true
	}
	return d.text[start:end], true
}

// objectValue reads an object into a map.
func (d *Decoder) objectValue() (Object, bool) {
	if d.peek() != '{' {
		d.wrong("an object")
		return nil, false
	}
	if d.inItem {
		return d.object(), true
	}
	d.path.push(d.key, -1)
	o := d.object()
	d.path.pop()
	return o, true
}

// anyValue reads a value of any type.
func (d *Decoder) anyValue() any {
	switch d.peek() {
	case '{':
		o, _ := d.objectValue()
		return map[string]any(o)
	case '[':
		key, inItem := d.key, d.inItem
		list := d.anyItems()
		d.key, d.inItem = key, inItem
		return list
	case '"':
		s, _ := d.stringValue()
		return s
	case 't', 'f':
		b, _ := d.boolValue()
		return b
	case 'n':
		d.literal("null")
		return nil
	default:
		text, ok := d.number()
		if !ok {
			d.invalid("expected a value")
		} else if d.cloned {
			text = strings.Clone(text)
		}
		return json.Number(text)
	}
}

// object reads an object into a map, each key once.
func (d *Decoder) object() Object {
	key, inItem := d.key, d.inItem
	o := Object{}
	for d.Begin(nil); d.Next(); {
		d.Extra(&o)
	}
	d.key, d.inItem, d.first = key, inItem, false
	return o
}

// Extra reads a member that the catalog does not name into an open record.
func (d *Decoder) Extra(extra *Object) {
	d.unread = false
	if !d.countItems(1) {
		return
	}
	key, known := d.key, len(*extra)
	if d.cloned {
		key = strings.Clone(key)
	}
	if *extra == nil {
		*extra = Object{}
	}
	(*extra)[key] = d.anyValue()
	if len(*extra) == known && !d.lenient {
		d.report(RuleDuplicateField, "is given twice", d.where())
	}
}

// anyItems reads an array of values of any type.
func (d *Decoder) anyItems() []any {
	list := []any{}
	if d.inItem {
		d.path.push(unnamed, 0)
	} else {
		d.path.push(d.key, 0)
	}
	for more := d.firstItem(); more; more = d.nextItem() {
		d.inItem = true
		list = append(list, d.anyValue())
		d.path.at(d.path.n-1).index++
	}
	d.path.pop()
	return list
}

// quoted reads a string in quotation marks. One without escapes is a part of
// the text.
func (d *Decoder) quoted() (string, bool) {
	start := d.i + 1
	end := plainEnd(d.text, start)
	if end < len(d.text) && d.text[end] == '"' {
		d.i = end + 1
		return d.text[start:end], true
	}
	return d.unquote(start, end)
}

// unquote reads a string that starts at start and has its first special byte at
// end.
func (d *Decoder) unquote(start, end int) (string, bool) {
	var b []byte
	for {
		b = append(b, d.text[start:end]...)
		d.i = end
		switch {
		case end == len(d.text):
			d.invalid("expected a closing quotation mark")
			return "", false
		case d.text[end] == '"':
			d.i = end + 1
			return string(b), true
		case d.text[end] != '\\':
			d.invalid("expected no control character in a string")
			return "", false
		}
		var ok bool
		if b, ok = d.escape(b); !ok {
			d.invalid("expected an escape sequence")
			return "", false
		}
		start = d.i
		end = plainEnd(d.text, start)
	}
}

// escape appends what the escape sequence at hand stands for. Half of a
// surrogate pair stands for nothing.
func (d *Decoder) escape(b []byte) ([]byte, bool) {
	d.i++
	c := d.peek()
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return d.escapedRune(b)
	default:
		return b, false
	}
	d.i++
	return append(b, c), true
}

func (d *Decoder) escapedRune(b []byte) ([]byte, bool) {
	r, ok := hex4(d.text, d.i+1)
	if !ok {
		return b, false
	}
	d.i += 5
	if utf16.IsSurrogate(r) {
		if !strings.HasPrefix(d.text[d.i:], `\u`) {
			return b, false
		}
		low, ok := hex4(d.text, d.i+2)
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return b, false
		}
		d.i += 6
	}
	return utf8.AppendRune(b, r), true
}

// skip reads a value that nobody wants.
func (d *Decoder) skip() {
	if d.broken {
		return
	}
	switch d.peek() {
	case '{':
		d.skipObject()
	case '[':
		for more := d.firstItem(); more; more = d.nextItem() {
			d.skip()
		}
	case '"':
		d.quoted()
	case 't':
		d.literal("true")
	case 'f':
		d.literal("false")
	case 'n':
		d.literal("null")
	default:
		if _, ok := d.number(); !ok {
			d.invalid("expected a value")
		}
	}
}

// skipObject reads an object that nobody wants.
func (d *Decoder) skipObject() {
	key, inItem := d.key, d.inItem
	for d.Begin(nil); d.Next(); {
		d.unread = false
		d.skip()
	}
	d.key, d.inItem, d.first = key, inItem, false
}
