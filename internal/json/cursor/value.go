package cursor

import (
	"encoding/json"
	"slices"
	"strings"
)

// This file reads whole values into Go values of any type. While it does, the cursor keeps the key and the
// path of the value that it began with, so that the caller's loop goes on where it was.

// Value reads a value of any type: nil, a bool, a string, a [json.Number], a []any or a map[string]any.
func (c *Cursor) Value() any {
	switch c.Peek() {
	case '{':
		return c.Object()
	case '[':
		return c.values()
	case '"':
		s, _ := c.String()
		return c.box(s, "")
	case 't':
		c.Literal("true")
		return true
	case 'f':
		c.Literal("false")
		return false
	case 'n':
		c.Literal("null")
		return nil
	default:
		text, ok := c.Number()
		if !ok {
			c.invalid("expected a value")
		} else if c.Cloned {
			text = strings.Clone(text)
		}
		return c.box(text, json.Number(""))
	}
}

// Object reads the current object into a map. Of repeated members, it keeps the last.
func (c *Cursor) Object() map[string]any {
	key := c.Key
	inItem := c.InItem
	path := c.Path
	if path != nil {
		path.Push(c.Name(), -1)
	}
	o := map[string]any{}
	c.Open()
	for c.Next() {
		c.Member(&o)
	}
	if path != nil {
		path.Pop()
	}
	c.Key = key
	c.InItem = inItem
	return o
}

// Member adds the current member to an object of any type. The object is made if it is nil. A repeated
// member replaces the one before, and is noted if there is a path.
func (c *Cursor) Member(o *map[string]any) {
	if !c.CountItems(1) {
		return
	}
	key := c.KeptKey()
	before := len(*o)
	if *o == nil {
		*o = map[string]any{}
	}
	(*o)[key] = c.Value()
	isRepeated := len(*o) == before
	if isRepeated && c.Path != nil {
		c.noteRepeated()
	}
}

// noteRepeated adds the pointer of the current member to Repeated, once.
func (c *Cursor) noteRepeated() {
	if !c.Path.Wanted() {
		return
	}
	pointer := c.Path.Pointer(c.Name())
	if !slices.Contains(c.Repeated, pointer) {
		c.Repeated = append(c.Repeated, pointer)
	}
}

// Name returns the key of the current value in the object at its path, or Unnamed if the path
// leads to the value itself.
func (c *Cursor) Name() string {
	if c.InItem {
		return Unnamed
	}
	return c.Key
}

// values reads an array. An empty one is an empty slice, not nil, as in encoding/json.
func (c *Cursor) values() []any {
	key := c.Key
	inItem := c.InItem
	path := c.Path
	if path != nil {
		path.Push(c.Name(), 0)
	}
	list := []any{}
	for more := c.FirstItem(); more; more = c.NextItem() {
		if len(list) == 0 {
			list = make([]any, 0, 4)
		}
		c.InItem = true
		list = append(list, c.Value())
		if path != nil {
			path.NextItem()
		}
	}
	if path != nil {
		path.Pop()
	}
	c.Key = key
	c.InItem = inItem
	return list
}
