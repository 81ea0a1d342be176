package cursor

import (
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
)

// At returns the text of the value at a JSON pointer, or "" if there is none. The text must be
// known to be within the limits. If a key is repeated, the last member counts. In {"a":[1,"x"]}, the
// value at /a/1 is "x", with its quotation marks.
func At(text, pointer string) string {
	c := New(text, Unlimited)
	c.Mend = true // the value is returned as it is
	for _, name := range jsonpointer.Names(pointer) {
		if !c.step(name) {
			return ""
		}
	}
	start := c.I
	c.Skip()
	if c.Broken {
		return ""
	}
	return text[start:c.I]
}

// step moves to the member or item with a name and reports whether it exists.
func (c *Cursor) step(name string) bool {
	offset := -1 // of the value
	switch c.Peek() {
	case '{':
		c.Open()
		for ; c.Next(); c.Skip() {
			if c.Key == name {
				offset = c.I
			}
		}
	case '[':
		i := 0
		for more := c.FirstItem(); more; more = c.NextItem() {
			if strconv.Itoa(i) == name {
				offset = c.I
			}
			c.Skip()
			i++
		}
	}
	if offset < 0 {
		return false
	}
	c.I = offset
	return !c.Broken
}
