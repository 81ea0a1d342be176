package api

import (
	"strconv"
	"strings"
)

// members notes for 64 members of an object which of them have been read, and
// which of those were null.
type members struct{ read, null uint64 }

// start begins reading the value of member n and reports whether there is one:
// null is none. A second value for a member is a violation.
func (d *Decoder) start(n int) bool {
	d.unread = false
	m, bit := d.members(n), uint64(1)<<(n&63)
	if m.read&bit != 0 && !d.lenient {
		d.report(RuleDuplicateField, "is given twice", d.where())
	}
	m.read |= bit
	if d.peek() != 'n' {
		m.null &^= bit
		return true
	}
	m.null |= bit
	d.literal("null")
	return false
}

// given reports whether member n has been read and was not null.
func (d *Decoder) given(n int) bool {
	m, bit := d.members(n), uint64(1)<<(n&63)
	return m.read&bit != 0 && m.null&bit == 0
}

func (d *Decoder) members(n int) *members {
	if n < 64 {
		return &d.read
	}
	for len(d.more) < n/64 {
		d.more = append(d.more, members{})
	}
	return &d.more[n/64-1]
}

// IsRequest reports whether the text is a request, not an answer.
func (d *Decoder) IsRequest() bool { return !d.lenient }

// peek returns the next byte, or 0 at the end.
func (d *Decoder) peek() byte {
	if d.i < len(d.text) {
		return d.text[d.i]
	}
	return 0
}

// literal reads a word that is expected whole.
func (d *Decoder) literal(word string) {
	if !strings.HasPrefix(d.text[d.i:], word) {
		d.invalid("expected a value")
		return
	}
	d.i += len(word)
}

// descend steps over an opening bracket.
func (d *Decoder) descend() {
	d.i++
	if d.depth++; d.depth > d.limits.Depth {
		d.stop(RuleDepth, "is nested deeper than "+count(d.limits.Depth, "level"))
	}
}

// countItems counts items towards the limit and reports whether there is room
// for them.
func (d *Decoder) countItems(n int) bool {
	if n > d.limits.Items-d.items {
		d.stop(RuleItemsLimit, "holds more than "+count(d.limits.Items, "item")+" in all")
	}
	d.items += n
	return !d.broken
}

// where returns the JSON pointer of the value at hand.
func (d *Decoder) where() string {
	if d.inItem {
		return d.path.pointer()
	}
	return d.path.pointer(d.key)
}

// wrong skips the value at hand and records that it is of another type.
func (d *Decoder) wrong(want string) { d.mismatch(want, d.where()) }

// mismatch skips first: what turns out to be no value at all is of no type, and
// nothing is reported behind what ended the reading.
func (d *Decoder) mismatch(want, pointer string) {
	d.skip()
	d.report(RuleType, "must be "+want, pointer)
}

// invalid records that the text is not JSON. The message says where, and shows
// nothing of the text.
func (d *Decoder) invalid(expected string) {
	d.stop(RuleJSON, "is not valid JSON at byte "+strconv.Itoa(d.i)+": "+expected)
}

// stop records what makes the text unreadable, and ends the reading. It is worth
// more than the last one of too many violations.
func (d *Decoder) stop(rule, message string) {
	if !d.broken {
		d.broken = true
		d.violations = d.violations[:min(len(d.violations), maxViolations-1)]
		d.violations = append(d.violations, Violation{Rule: rule, Message: message})
	}
}
