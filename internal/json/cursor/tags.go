package cursor

// Tags finds the tag of an object, which may be any of its members. Objects must be requested
// in the order of the text.
//
// A part that was searched for one object is not searched again for the objects in it, so finding
// all tags takes linear time.
type Tags struct {
	ends map[string]int   // by key: objects that begin before this offset were searched
	late map[tagPlace]int // offsets of the values of their tags, unless the tag is the first member
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
		t.ends = map[string]int{}
		t.late = map[tagPlace]int{}
	}
	place := tagPlace{key, c.I}
	if place.object >= t.ends[key] {
		t.search(&ahead, place)
	}
	if tag, ok := t.late[place]; ok {
		return tag
	}
	return -1
}

// search passes the members of an object from the current one to its tag, or to its end.
func (t *Tags) search(ahead *Cursor, place tagPlace) {
	for {
		t.pass(ahead, place.key)
		if !ahead.Next() {
			break
		}
		if ahead.Key == place.key {
			t.late[place] = ahead.I
			break
		}
	}
	t.ends[place.key] = ahead.I
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
			_, isKnown := t.late[place] // the first one counts
			if c.Key == key && !isKnown {
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
