package cursor

// Tags finds the tag of an object, which may be any of its members. Objects must be requested
// in the order of the text.
//
// A part that was searched for one object is not searched again for the objects in it, so finding
// all tags takes linear time.
type Tags struct {
	ends map[string]int   // by key: objects that begin before it were searched
	late map[tagPlace]int // the values of their tags
}

// tagPlace is a tag with a key, of the object at an offset.
type tagPlace struct {
	key    string
	object int
}

// Find returns the offset of the value of the first member called key in the current object, or -1
// if there is none or the object cannot be read. It does not move the cursor.
func (t *Tags) Find(c *Cursor, key string) int {
	ahead := *c
	ahead.Path = nil
	ahead.Open()
	if !ahead.Next() {
		return -1
	}
	if ahead.Key == key {
		return ahead.I
	}
	if t.ends == nil {
		t.ends, t.late = map[string]int{}, map[tagPlace]int{}
	}
	place := tagPlace{key, c.I}
	if place.object >= t.ends[key] {
		for more := true; more; {
			t.pass(&ahead, key)
			more = ahead.Next()
			if more && ahead.Key == key {
				t.late[place], more = ahead.I, false
			}
		}
		t.ends[key] = ahead.I
	}
	if tag, ok := t.late[place]; ok {
		return tag
	}
	return -1
}

// Text returns the string in the member called key of the current object, "" if there is none.
func (t *Tags) Text(c *Cursor, key string) string {
	if at := t.Find(c, key); at >= 0 {
		text, _ := c.StringAt(at)
		return text
	}
	return ""
}

// StringAt returns the string at an offset, or false if there is none.
func (c *Cursor) StringAt(at int) (string, bool) {
	ahead := *c
	ahead.I = at
	return ahead.String()
}

// pass skips a value and records the tags of the objects in it.
func (t *Tags) pass(c *Cursor, key string) {
	switch c.Peek() {
	case '{':
		place := tagPlace{key, c.I}
		c.Open()
		for ; c.Next(); t.pass(c, key) {
			if _, known := t.late[place]; c.Key == key && !known {
				t.late[place] = c.I
			}
		}
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			t.pass(c, key)
		}
	default:
		c.Skip()
	}
}
