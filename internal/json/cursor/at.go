package cursor

import (
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
)

// At returns the text of the value at a JSON pointer, or "" if there is none. The text must be
// known to be within the limits. If a key is repeated, the last member counts.
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
	found := -1
	switch c.Peek() {
	case '{':
		c.Open()
		for ; c.Next(); c.Skip() {
			if c.Key == name {
				found = c.I
			}
		}
	case '[':
		i := 0
		for more := c.FirstItem(); more; more = c.NextItem() {
			if strconv.Itoa(i) == name {
				found = c.I
			}
			c.Skip()
			i++
		}
	}
	if found >= 0 {
		c.I = found
	}
	return found >= 0 && !c.Broken
}
