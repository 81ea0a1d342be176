package api

import (
	"strconv"
	"strings"
)

// mark notes that member n has been read. A second time is a violation.
func (d *Decoder) mark(n int) {
	word := &d.seen
	if n >= 64 {
		for len(d.more) < n/64 {
			d.more = append(d.more, 0)
		}
		word = &d.more[n/64-1]
	}
	bit := uint64(1) << (n & 63)
	if *word&bit != 0 && !d.lenient {
		d.report(RuleDuplicateField, "is given twice", d.path.pointer(d.key))
	}
	*word |= bit
}

func (d *Decoder) marked(n int) bool {
	if n < 64 {
		return d.seen>>n&1 != 0
	}
	return len(d.more) >= n/64 && d.more[n/64-1]>>(n&63)&1 != 0
}

// peek returns the next byte, or 0 at the end.
func (d *Decoder) peek() byte {
	if d.i < len(d.text) {
		return d.text[d.i]
	}
	return 0
}

// null reads a null where one is next.
func (d *Decoder) null() bool {
	if d.peek() != 'n' {
		return false
	}
	d.literal("null")
	return true
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

// countItem counts an item towards the limit and reports whether it is below.
func (d *Decoder) countItem() bool {
	if d.items++; d.items > d.limits.Items {
		d.stop(RuleItemsLimit, "holds more than "+count(d.limits.Items, "item")+" in all")
	}
	return !d.broken
}

// where returns the JSON pointer of the value at hand.
func (d *Decoder) where() string {
	if d.inItem {
		return d.path.pointer()
	}
	return d.path.pointer(d.key)
}

// wrong records that the value at hand is of another type, and skips it.
func (d *Decoder) wrong(want string) { d.mismatch(want, d.where()) }

func (d *Decoder) mismatch(want, pointer string) {
	d.report(RuleType, "must be "+want, pointer)
	d.skip()
}

// invalid records that the text is not JSON. The message says where, and shows
// nothing of the text.
func (d *Decoder) invalid(expected string) {
	d.stop(RuleJSON, "is not valid JSON at byte "+strconv.Itoa(d.i)+": "+expected)
}

// stop records what makes the text unreadable, and ends the reading.
func (d *Decoder) stop(rule, message string) {
	if !d.broken {
		d.broken = true
		d.violations = append(d.violations, Violation{Rule: rule, Message: message})
	}
}
