package wire

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"

	"example.com/opgen/api"
	"example.com/opgen/api/internal/drift"
	"example.com/opgen/internal/json/cursor"
)

// Decoder reads one JSON object for generated code, member by member:
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
// Each member has a number, counted from 0, by which the decoder detects repeated members.
// A member whose value is not read is unknown, and the decoder skips it.
//
// Reading ends at text that is not JSON. Anything else, such as an unexpected type or an
// unknown key, is a violation, and reading continues after the value.
//
// A decoder is used for one text. The functions that call and serve take theirs from a pool, and
// clear it afterwards, so it must not be kept.
type Decoder struct {
	Validator // collects the violations

	object
	c        cursor.Cursor
	received *api.Received // what the text is a part of, or nil
	unread   bool          // the value of the current member is still to be read or skipped
	tags     cursor.Tags   // of the unions in the text
	slots    []string      // memory of the request for optional strings
	filled   int           // slots that are taken: counting them writes no pointer, unlike slicing
	lenient  bool          // a response: repeated keys are accepted
	drifting bool          // a response that the catalog does not guarantee
	drifted  []drift.Place // where such a response differs from it
	drifts   []api.Drift   // the same, as far as it is reported
	unknown  bool          // a request: unknown keys are accepted
}

// object is what a decoder knows about the current object. Reading a record inside of it saves it and
// begins with a zero one.
type object struct {
	read    members    // members 0 to 63
	more    []members  // 64 to 127, 128 to 191, ...
	ignored api.Object // unknown members, read to find repeated ones
	tag     tag        // if it is a union
}

// NewDecoder returns a decoder of a request's body with the default limits. It is for tests and tools;
// handlers and clients use the limits of their options.
func NewDecoder(text string) *Decoder {
	d := new(Decoder)
	d.prepare(text, cursor.Requests)
	return d
}

// DecodeRequest decodes JSON text into a generated request as a handler does. After an error,
// the request is what it was. Req is a pointer, as for [Handle].
//
//go:noinline
func DecodeRequest[Req any](text []byte, r Req, decode func(*Decoder) Req) error {
	d := new(Decoder)
	d.prepare(string(text), cursor.Responses) // the text is the program's own, and may be long
	decoded := decode(d)
	err := d.finish(r)
	if err == nil {
		reflect.ValueOf(r).Elem().Set(reflect.ValueOf(decoded).Elem())
	}
	return err
}

// DecodeRecord decodes JSON text into a generated record. It accepts unknown and
// repeated keys, as in a response.
func DecodeRecord[T any](text []byte, r *T, decode func(*Decoder, *T)) error {
	d := responseDecoder(string(text), cursor.Responses)
	decode(d, r)
	return d.finish(r)
}

// DecodeResponse decodes JSON text into a generated response. The text does not come from a
// call, so the response has no Received. UnmarshalJSON of responses calls it.
func DecodeResponse[T any](text []byte, r *T, decode func(*Decoder) *T) error {
	d := responseDecoder(string(text), cursor.Responses)
	*r = *decode(d)
	return d.finish(r)
}

// responseDecoder returns a decoder of a response.
func responseDecoder(text string, limits cursor.Limits) *Decoder {
	d := new(Decoder)
	d.prepareResponse(text, limits)
	return d
}

// finish is Finish after decoding into a generated struct. The error does not show sensitive
// values.
func (d *Decoder) finish(into any) error {
	err := d.Finish()
	if invalid, ok := errors.AsType[*api.ValidationError](err); ok {
		forWire.Hide(invalid, d.c.Text, into)
	}
	return err
}

// prepare makes a zero decoder ready to read a request.
func (d *Decoder) prepare(text string, limits cursor.Limits) {
	d.c.Start(text, limits)
	d.Validator.text = &d.c
	d.c.Path = &d.path // so that repeated keys of values of any type are noted
}

// prepareResponse makes a zero decoder ready to read a response.
func (d *Decoder) prepareResponse(text string, limits cursor.Limits) {
	d.c.Start(text, limits)
	d.Validator.text = &d.c
	d.lenient = true
}

// decoders are cleared ones. A decoder is long, because it has the first steps of a path and the bits
// of 64 members, so that most requests need no further memory.
var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// borrow returns a zero decoder from the pool.
func borrow() *Decoder { return decoders.Get().(*Decoder) }

// giveBack clears a decoder and returns it to the pool.
func (d *Decoder) giveBack() {
	*d = Decoder{}
	decoders.Put(d)
}

// Begin starts reading an object. The slots are memory for optional strings, each of which
// saves an allocation; nil leaves those of the outer object in use. A value of another type is a
// violation and has no members.
func (d *Decoder) Begin(slots []string) {
	if slots != nil {
		d.slots = slots
		d.filled = 0
	}
	at := d.c.I
	if d.c.Open() {
		return
	}
	d.mismatch(drift.Place{At: at}, "", api.RuleType, "must be an object", cursor.Unnamed)
}

// BeginResponse is Begin for a response without required fields, which may also be null or
// empty.
func (d *Decoder) BeginResponse() {
	switch {
	case d.c.I == len(d.c.Text):
		d.c.OpenNothing()
	case d.c.Peek() == 'n':
		d.c.Literal("null")
		d.c.OpenNothing()
	default:
		d.Begin(nil)
	}
}

// Received returns the received response, zero if the text is not from a call.
func (d *Decoder) Received() api.Received {
	if d.received == nil {
		return api.Received{}
	}
	return *d.received
}

// IsRequest reports whether the text is a request, not a response.
func (d *Decoder) IsRequest() bool { return !d.lenient }

// Next moves to the next member and reports whether there is one.
func (d *Decoder) Next() bool {
	if d.unread {
		d.skipUnknown()
	}
	d.unread = d.c.Next()
	if d.tag.key != "" {
		return d.passTag()
	}
	return d.unread
}

// Key returns the key of the current member.
func (d *Decoder) Key() string { return d.c.Key }

// skipUnknown skips a member that is not in the catalog, which is a violation in a request.
// If such members are allowed, only a repeated one is a violation.
func (d *Decoder) skipUnknown() {
	d.unread = false
	switch {
	case d.lenient:
		d.c.Skip()
	case d.unknown:
		d.Extra(&d.ignored)
	default:
		d.add(api.RuleUnknownField, "is not a field of this operation", d.c.Name())
		d.c.Skip()
	}
}

// Extra reads a member that the catalog does not name into an open record. A member that is repeated
// in a request is a violation.
func (d *Decoder) Extra(extra *api.Object) {
	d.unread = false
	at := d.c.I
	mended := d.c.Mended
	isMended := d.c.MendedKey
	d.c.Member((*map[string]any)(extra))
	d.reportRepeated()
	if isMended || d.c.Mended != mended {
		d.mend(at)
	}
}

// reportRepeated reports repeated members in a value of any type.
func (d *Decoder) reportRepeated() {
	if len(d.c.Repeated) == 0 {
		return
	}
	for _, pointer := range d.c.Repeated {
		d.record(api.RuleDuplicateField, "is given twice", pointer)
	}
	d.c.Repeated = nil
}

// Require checks that member n is present and not null.
func (d *Decoder) Require(n int, name string) {
	if d.c.IsOpen() && !d.hasValue(n) {
		received := "nothing"
		if d.members(n).null&(1<<(n&63)) != 0 {
			received = "null"
		}
		missing := drift.Place{At: d.c.I, Missing: name}
		d.mismatch(missing, received, api.RuleRequired, "is required", name)
	}
}

// Finish returns nil or a [*api.ValidationError] with every violation, including
// text after the object.
func (d *Decoder) Finish() error {
	d.c.End()
	return d.Err()
}

// members records which of 64 members of an object have been read, and which of those were
// null.
type members struct{ read, null uint64 }

// start begins reading the value of member n and reports whether it is not null. A second
// value for a member is a violation.
func (d *Decoder) start(n int) bool {
	d.unread = false
	m, bit := d.members(n), uint64(1)<<(n&63)
	if m.read&bit != 0 && !d.lenient {
		d.add(api.RuleDuplicateField, "is given twice", d.c.Name())
	}
	m.read |= bit
	if d.c.Peek() != 'n' {
		m.null &^= bit
		return true
	}
	m.null |= bit
	d.c.Literal("null")
	return false
}

// acceptNull counts the null of member n, which was just read, as a value.
func (d *Decoder) acceptNull(n int) { d.members(n).null &^= uint64(1) << (n & 63) }

// hasValue reports whether member n has been read and was not null.
func (d *Decoder) hasValue(n int) bool {
	m, bit := d.members(n), uint64(1)<<(n&63)
	return m.read&bit != 0 && m.null&bit == 0
}

// members returns the bits of member n and its neighbors. Objects with more than 64 members are rare.
func (d *Decoder) members(n int) *members {
	if n < 64 {
		return &d.read
	}
	for len(d.more) < n/64 {
		d.more = append(d.more, members{})
	}
	return &d.more[n/64-1]
}

// skipWrong skips the current value and records that it is of another type. It skips first, so
// that nothing is recorded if the text is not JSON.
func (d *Decoder) skipWrong(message string) {
	at := d.c.I
	d.c.Skip()
	d.mismatch(drift.Place{At: at}, "", api.RuleType, message, d.c.Name())
}

// The methods below read one value at the current place. They report false if it
// is of another type, which they record. Text with an unpaired surrogate is recorded too, and read
// as if it had U+FFFD.

// stringValue reads a string.
func (d *Decoder) stringValue() (string, bool) {
	at := d.c.I
	mended := d.c.Mended
	s, ok := d.c.String()
	if !ok {
		d.skipWrong("must be a string")
	}
	if d.c.Mended != mended {
		d.mend(at)
	}
	return s, ok
}

// boolValue reads a boolean.
func (d *Decoder) boolValue() (value, ok bool) {
	switch d.c.Peek() {
	case 't':
		d.c.Literal("true")
		return true, true
	case 'f':
		d.c.Literal("false")
		return false, true
	default:
		d.skipWrong("must be a boolean")
		return false, false
	}
}

// intValue reads an integer, as JSON Schema defines it: 1.0 and 1e2 are integers.
func (d *Decoder) intValue() (int, bool) {
	at := d.c.I
	text, ok := d.c.Number()
	if !ok {
		d.skipWrong("must be an integer")
		return 0, false
	}
	n, isInt64 := cursor.ParseInt64(text)
	if isInt64 && int64(int(n)) == n {
		return int(n), true
	}
	d.mismatch(drift.Place{At: at}, "", api.RuleType, intMessage(text, isInt64), d.c.Name())
	return 0, false
}

// intMessage says why a number is not an int.
func intMessage(number string, isInt64 bool) string {
	switch {
	case isInt64:
		return "must be an integer of at most 32 bits, since the program that reads it " +
			"is built for a 32-bit system"
	case cursor.IsInteger(number):
		return "must be an integer of at most 64 bits"
	default:
		return "must be an integer"
	}
}

// numberValue reads a number as its text, so that no digit is lost.
func (d *Decoder) numberValue() (json.Number, bool) {
	text, ok := d.c.Number()
	if !ok {
		d.skipWrong("must be a number")
	} else if d.c.Cloned {
		text = strings.Clone(text)
	}
	return json.Number(text), ok
}

// objectValue reads an object whose members the catalog does not name.
func (d *Decoder) objectValue() (api.Object, bool) {
	if d.c.Peek() != '{' {
		d.skipWrong("must be an object")
		return nil, false
	}
	at := d.c.I
	mended := d.c.Mended
	o := d.c.Object()
	d.reportRepeated()
	if d.c.Mended != mended {
		d.mend(at)
	}
	return o, true
}

// anyValue reads a value of any type. It always reports true, as readRequired expects.
func (d *Decoder) anyValue() (any, bool) {
	at := d.c.I
	mended := d.c.Mended
	v := d.c.Value()
	d.reportRepeated()
	if d.c.Mended != mended {
		d.mend(at)
	}
	return v, true
}
