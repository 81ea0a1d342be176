// Package cursor moves through JSON text. It scans, skips and reads values, and keeps track of
// their places.
//
// A cursor does not return errors. At the first fault it becomes broken, records why, and from then on
// finds no members and no items, so that loops end; callers ask once, after the last value. Each value
// that a cursor stands on must be read or skipped before the next one.
//
// It reads RFC 8259 and is stricter than encoding/json in what loses data: text must be UTF-8, and
// unpaired surrogates are faults unless they are mended. Repeated keys are left to callers.
package cursor

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Limits bound the work of reading a text.
type Limits struct {
	Depth int // levels of nesting
	Items int // total of array items and members of objects of any type
}

// Requests and Responses are the default limits. A service is trusted with longer responses than its
// callers with requests. Unlimited is for texts that were checked before.
var (
	Requests  = Limits{Depth: 64, Items: 10_000}
	Responses = Limits{Depth: 64, Items: 1_000_000}
	Unlimited = Limits{Depth: math.MaxInt, Items: math.MaxInt}
)

// The rules whose violation stops reading. Package api documents them.
const (
	RuleJSON       = "json"
	RuleUTF8       = "utf-8"
	RuleDepth      = "depth"
	RuleItemsLimit = "items-limit"
)

// Cursor is a place in a JSON text. This loop reads the members of an object:
//
//	for c.Open(); c.Next(); {
//		// read or skip the value of the member c.Key
//	}
type Cursor struct {
	Text   string // UTF-8, unless the cursor is broken
	I      int    // offset of the next byte
	Key    string // of the current member, unescaped; Unnamed if there are no more members
	InItem bool   // the current value is an array item, not a member
	Cloned bool   // strings are copied out of the text
	Broken bool   // the text is invalid or exceeds a limit, and nothing more is read
	Fault  Fault  // the reason if it is broken

	// Mend reads an unpaired surrogate, half a character such as \ud83d, as U+FFFD. Otherwise, it
	// breaks the text. Mended counts those that were read, and MendedKey reports that Next read one.
	Mend      bool
	Mended    int
	MendedKey bool

	limits Limits
	depth  int // objects and arrays around the current value
	items  int // counted so far

	block []string    // memory for the strings of Keep
	taken int         // those in use; counting them writes no pointer, unlike slicing
	keys  *[64]string // the copies of KeptKey

	// Path is the place of the current value, or nil to allow repeated members in
	// objects of any type. Repeated lists their JSON pointers, as far as Path wants them.
	Path     *Path
	Repeated []string
}

// Fault is the reason why a text cannot be read. The zero value means that there is none. The rule is
// one of this package, and the message continues the name of the text: "is not valid UTF-8". It never
// quotes the text.
type Fault struct{ Rule, Message string }

// cloneOver is the length in bytes above which strings are copied out of a text, so that keeping
// one string does not keep the whole text.
const cloneOver = 64 << 10

// New returns a cursor at the start of a text.
func New(text string, limits Limits) *Cursor {
	c := new(Cursor)
	c.Start(text, limits)
	return c
}

// TextOf converts bytes to a string without copying. The bytes must not change afterwards.
func TextOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Start puts a zero cursor at the start of a text.
func (c *Cursor) Start(text string, limits Limits) {
	c.Text = text
	c.limits = limits
	c.Cloned = len(text) > cloneOver
	if !utf8.ValidString(text) {
		c.stop(RuleUTF8, "is not valid UTF-8")
		return
	}
	c.I = SkipSpace(text, 0)
}

// Peek returns the next byte, or 0 at the end.
func (c *Cursor) Peek() byte {
	if c.I < len(c.Text) {
		return c.Text[c.I]
	}
	return 0
}

// Open steps into the current object and reports whether the value is one. It skips other values,
// and Next then finds no members.
func (c *Cursor) Open() bool {
	switch {
	case c.Broken:
	case c.Peek() != '{':
		c.Skip()
		c.OpenNothing()
		return false
	default:
		c.descend()
	}
	return true
}

// OpenNothing makes Next find no members.
func (c *Cursor) OpenNothing() { c.Key = Unnamed }

// IsOpen reports whether the members of an object can be read.
func (c *Cursor) IsOpen() bool { return !c.Broken && c.Key != Unnamed }

// Next moves to the value of the next member of an object and reports whether
// there is one. After the last member, the cursor stands behind the closing brace.
func (c *Cursor) Next() bool {
	if !c.IsOpen() {
		return false
	}
	i := SkipSpace(c.Text, c.I)
	switch {
	case i < len(c.Text) && c.Text[i] == '}':
		c.I = i + 1
		c.depth--
		return false
	case c.Text[c.I-1] == '{': // the first member
	case i < len(c.Text) && c.Text[i] == ',':
		i = SkipSpace(c.Text, i+1)
	default:
		c.I = i
		c.invalid("expected a comma or a closing brace")
		return false
	}
	c.I = i
	if c.Peek() != '"' {
		c.invalid("expected a key in quotation marks")
		return false
	}
	mended := c.Mended
	key, ok := c.Quoted()
	if !ok {
		return false
	}
	c.Key = key
	c.MendedKey = c.Mended != mended
	c.InItem = false
	c.I = SkipSpace(c.Text, c.I)
	if c.Peek() != ':' {
		c.invalid("expected a colon")
		return false
	}
	c.I = SkipSpace(c.Text, c.I+1)
	return true
}

// FirstItem steps into the current array and reports whether it has an item:
//
//	for more := c.FirstItem(); more; more = c.NextItem() {
//		// read or skip the item
//	}
func (c *Cursor) FirstItem() bool {
	c.descend()
	if c.Broken {
		return false
	}
	c.I = SkipSpace(c.Text, c.I)
	if c.Peek() == ']' {
		c.I++
		c.depth--
		return false
	}
	return c.CountItems(1)
}

// NextItem moves to the next item and reports whether there is one.
func (c *Cursor) NextItem() bool {
	if c.Broken {
		return false
	}
	c.I = SkipSpace(c.Text, c.I)
	switch c.Peek() {
	case ',':
		c.I = SkipSpace(c.Text, c.I+1)
		return c.CountItems(1)
	case ']':
		c.I++
		c.depth--
		return false
	default:
		c.invalid("expected a comma or a closing bracket")
		return false
	}
}

// Skip skips a value.
func (c *Cursor) Skip() {
	if c.Broken {
		return
	}
	switch c.Peek() {
	case '{':
		c.skipObject()
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			c.Skip()
		}
	case '"':
		c.Quoted()
	case 't':
		c.Literal("true")
	case 'f':
		c.Literal("false")
	case 'n':
		c.Literal("null")
	default:
		if _, ok := c.Number(); !ok {
			c.invalid("expected a value")
		}
	}
}

// skipObject skips an object, and keeps the key of the member that it is the value of.
func (c *Cursor) skipObject() {
	key := c.Key
	inItem := c.InItem
	c.Open()
	for c.Next() {
		c.Skip()
	}
	c.Key = key
	c.InItem = inItem
}

// Literal reads a word: true, false or null.
func (c *Cursor) Literal(word string) {
	if !strings.HasPrefix(c.Text[c.I:], word) {
		c.invalid("expected a value")
		return
	}
	c.I += len(word)
}

// Number reads the text of a number, and reports whether there is one. If the value is of another type,
// it reads nothing; a number that is not valid, such as 01, breaks the text.
func (c *Cursor) Number() (string, bool) {
	if b := c.Peek(); b != '-' && (b < '0' || b > '9') {
		return "", false
	}
	start := c.I
	end, ok := numberEnd(c.Text, start)
	c.I = end
	if !ok {
		c.invalid("expected a number")
		return "0", true
	}
	return c.Text[start:end], true
}

// String reads a string. If the value is not a string, String returns false and reads nothing.
func (c *Cursor) String() (string, bool) {
	if c.Peek() != '"' {
		return "", false
	}
	s, ok := c.Quoted()
	if c.Cloned {
		s = strings.Clone(s)
	}
	return s, ok
}

// Is reads a value and reports whether it equals the scalar in the JSON text want, and whether
// both have the same type. If want is empty, it means true. Numbers are compared exactly, so 1.0 is 1.
func (c *Cursor) Is(want string) (isSame, isComparable bool) {
	want = cmp.Or(want, "true")
	start := c.I
	if text, isString := c.String(); isString {
		wantedText, wantsString := New(want, Requests).String()
		return wantsString && text == wantedText, wantsString
	}
	c.Skip()
	text := c.Text[start:c.I]
	switch {
	case want == "true", want == "false":
		return text == want, text == "true" || text == "false"
	case strings.HasPrefix(want, `"`):
		return false, false
	default:
		isNumber := IsNumber(text)
		return isNumber && CompareNumbers(text, want) == 0, isNumber
	}
}

// descend steps over an opening bracket.
func (c *Cursor) descend() {
	c.I++
	c.depth++
	if c.depth > c.limits.Depth {
		c.stop(RuleDepth, "is nested deeper than "+Count(c.limits.Depth, "level"))
	}
}

// CountItems counts items towards the limit and reports whether the total is within it. Otherwise, the
// text is broken. Callers count the members of maps and objects of any type, since a key costs as much
// as an item.
func (c *Cursor) CountItems(n int) bool {
	if n > c.limits.Items-c.items {
		c.stop(RuleItemsLimit, "holds more than "+Count(c.limits.Items, "item")+" in all")
	}
	c.items += n
	return !c.Broken
}

// End reports whether the text was read without a fault and nothing follows.
func (c *Cursor) End() bool {
	c.I = SkipSpace(c.Text, c.I)
	if !c.Broken && c.I < len(c.Text) {
		c.invalid("expected no further text")
	}
	return !c.Broken
}

// invalid records that the text is not JSON. The message contains the offset and nothing of the
// text.
func (c *Cursor) invalid(expected string) {
	c.stop(RuleJSON, "is not valid JSON at byte "+strconv.Itoa(c.I)+": "+expected)
}

// stop records a fault and stops reading. Only the first fault counts: others follow from it.
func (c *Cursor) stop(rule, message string) {
	if !c.Broken {
		c.Broken = true
		c.Fault = Fault{rule, message}
	}
}

// Close ends the object or array that b ends with: the bracket replaces a comma at the end. So whoever
// appends members writes a comma after each, and need not know which one is the last.
func Close(b []byte, bracket byte) []byte {
	if last := len(b) - 1; b[last] == ',' {
		b[last] = bracket
		return b
	}
	return append(b, bracket)
}

// Count returns a number with a noun: "1 item", "2 items".
func Count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// TypeOf returns the name of the type of the JSON value that a text begins with, "nothing" for
// an empty text: a body may end where a value is expected.
func TypeOf(text string) string {
	if text == "" {
		return "nothing"
	}
	switch text[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	default:
		return "number"
	}
}
