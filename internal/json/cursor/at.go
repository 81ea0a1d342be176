package cursor

import (
	"strconv"

	"example.com/opgen/internal/json/jsonpointer"
)

// At returns the value that a JSON pointer points at in a text, as it stands there,
// or "" if there is none. The text has been read before. Of members with the same key,
// the last one counts.
func At(text, pointer string) string {
	c := New(text, Unlimited)
	for _, name := range jsonpointer.Names(pointer) {
		if !c.step(name) {
			return ""
		}
	}
	start := c.I
	if c.Skip(); c.Broken {
		return ""
	}
	return text[start:c.I]
}

// step moves to the member or the item of the value at hand that has a name, and
// reports whether there is one.
func (c *Cursor) step(name string) bool {
	found := -1
	switch c.Peek() {
	case '{':
		for c.Open(); c.Next(); c.Skip() {
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
