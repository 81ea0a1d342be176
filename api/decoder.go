package api

import (
	"encoding/json"
	"sync"
	"unicode/utf8"
)

// Decoder reads one JSON object for generated code, which asks for its members
// one by one:
//
//	for d.Begin(nil); d.Next(); {
//		switch d.Key() {
//		case "name":
//			r.Name = d.String(0)
//		case "role_name":
//			r.RoleName = d.OptString(1)
//		}
//	}
//	d.Require(0, "name")
//
// The number that a member's method takes is the member's own, counted from 0;
// by it a second value of the member is found. A member whose value nobody reads
// is unknown, and skipped.
//
// Text that is not JSON ends the reading. Everything else, such as another type
// than expected or an unknown key, is collected as a violation, and the reading
// goes on behind the value.
type Decoder struct {
	Validator // what is wrong with the values, and where

	text    string
	raw     json.RawMessage // the text, in memory that nobody else writes to, or nil
	i       int             // of the next byte
	key     string          // of the member at hand
	unread  bool            // nobody has read the value of the member at hand
	inItem  bool            // an item of an array is at hand, not a member
	first   bool            // no member has been read yet
	read    members         // of the object at hand, 0 to 63
	more    []members       // 64 to 127, 128 to 191, ...
	ignored Object          // unknown members of the object at hand that nobody wants
	slots   []string        // memory for optional strings
	filled  int             // slots that are taken: counting them writes no pointer, unlike slicing
	depth   int
	items   int
	limits  Limits
	lenient bool // an answer: repeated keys are no violation
	unknown bool // a request: unknown keys are no violation
	cloned  bool // strings are copied out of the text
	broken  bool // the text is not JSON, or over a limit: nothing more is read
}

// cloneOver is the length of a text in bytes from which strings are copied out
// of it, so that keeping one does not keep them all.
const cloneOver = 64 << 10

// NewDecoder returns a decoder of a request's body with the default limits.
func NewDecoder(text string) *Decoder {
	d := new(Decoder)
	d.prepare(text, requestLimits)
	return d
}

// prepare makes a zero decoder ready to read text.
func (d *Decoder) prepare(text string, limits Limits) {
	d.decoded, d.text, d.limits, d.cloned = true, text, limits, len(text) > cloneOver
	if !utf8.ValidString(text) {
		d.stop(RuleUTF8, "is not valid UTF-8")
		return
	}
	d.i = skipSpace(text, 0)
}

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// borrowDecoder returns a decoder that is given back.
func borrowDecoder(text string, limits Limits) *Decoder {
	d := decoders.Get().(*Decoder)
	d.prepare(text, limits)
	return d
}

// giveBack takes a decoder back, and clears it of what it has read.
func (d *Decoder) giveBack() {
	*d = Decoder{}
	decoders.Put(d)
}

// Begin starts reading an object. The slots are memory for optional strings; as
// many as the object has save an allocation each.
func (d *Decoder) Begin(slots []string) {
	if slots != nil {
		d.slots, d.filled = slots, 0
	}
	d.first = true
	switch {
	case d.broken:
	case d.peek() != '{':
		d.mismatch("an object", d.path.pointer())
		d.key = noMembers
	default:
		d.descend()
	}
}

// BeginAnswer is Begin for an answer of which no field is required: anything but
// an object, nothing included, has none of them.
func (d *Decoder) BeginAnswer() {
	switch {
	case d.i == len(d.text):
		d.key = noMembers
	case d.peek() != '{':
		d.skip()
		d.key = noMembers
	default:
		d.Begin(nil)
	}
}

// Raw returns the whole text.
func (d *Decoder) Raw() json.RawMessage {
	if d.raw != nil {
		return d.raw
	}
	return json.RawMessage(d.text)
}

// noMembers is the key while an object is read that turned out to be something
// else. No key of a text is equal to it: text is valid UTF-8, and this is not.
const noMembers = "\xff"

// Next moves to the next member and reports whether there is one.
func (d *Decoder) Next() bool {
	if d.unread {
		d.skipUnknown()
	}
	if d.broken || d.key == noMembers {
		return false
	}
	i := skipSpace(d.text, d.i)
	switch {
	case i < len(d.text) && d.text[i] == '}':
		d.i = i + 1
		d.depth--
		d.first = false
		return false
	case d.first:
		d.first = false
	case i < len(d.text) && d.text[i] == ',':
		i = skipSpace(d.text, i+1)
	default:
		d.i = i
		d.invalid("expected a comma or a closing brace")
		return false
	}
	d.i = i
	return d.member()
}

// member reads a key and its colon.
func (d *Decoder) member() bool {
	if d.peek() != '"' {
		d.invalid("expected a key in quotation marks")
		return false
	}
	key, ok := d.quoted()
	if !ok {
		return false
	}
	d.key, d.inItem = key, false
	if d.i = skipSpace(d.text, d.i); d.peek() != ':' {
		d.invalid("expected a colon")
		return false
	}
	d.i = skipSpace(d.text, d.i+1)
	d.unread = true
	return true
}

// Key returns the key of the member at hand.
func (d *Decoder) Key() string { return d.key }

// skipUnknown skips a member that the catalog does not have. It is a violation in
// a request, unless such members are allowed: then only giving one twice is.
func (d *Decoder) skipUnknown() {
	d.unread = false
	switch {
	case d.lenient:
		d.skip()
	case d.unknown:
		d.Extra(&d.ignored)
	default:
		d.report(RuleUnknownField, "is not a field of this operation", d.path.pointer(d.key))
		d.skip()
	}
}

// Require checks that member n has been given.
func (d *Decoder) Require(n int, name string) {
	if !d.broken && d.key != noMembers && !d.given(n) {
		d.add(RuleRequired, "is required", name)
	}
}

// Finish returns nil or a [*ValidationError] with every violation, something
// behind the object included.
func (d *Decoder) Finish() error {
	if d.i = skipSpace(d.text, d.i); !d.broken && d.i < len(d.text) {
		d.invalid("expected nothing behind the object")
	}
	return d.Err()
}
