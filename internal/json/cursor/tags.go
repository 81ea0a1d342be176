package cursor

import (
	"cmp"
	"slices"
)

// Tags finds the member of an object that says what the object holds, wherever it
// stands. The objects of a text are asked for in their order.
//
// What was looked through for one object is not looked through again for the
// objects in it, so that all tags of a text take time in proportion to it, however
// deep the objects nest.
type Tags struct{ of []tagsOf }

// tagsOf are the tags with one key.
type tagsOf struct {
	key  string
	end  int        // objects that begin before it were looked through
	late []tagPlace // the tags in them that are not the first member, by object
}

// tagPlace is where an object and the value of its tag begin.
type tagPlace struct{ object, tag int }

// Find returns where the value of the first member called key begins in the object
// at hand, or -1 if the object has none or cannot be read. The cursor stays where
// it is.
func (t *Tags) Find(c *Cursor, key string) int {
	ahead, object := *c, c.I
	ahead.Path = nil
	if ahead.Open(); !ahead.Next() {
		return -1
	}
	if ahead.Key == key {
		return ahead.I
	}
	tags := t.with(key)
	if object < tags.end {
		n, found := slices.BinarySearchFunc(tags.late, object, func(p tagPlace, object int) int { return cmp.Compare(p.object, object) })
		if !found {
			return -1
		}
		return tags.late[n].tag
	}
	tags.late = tags.late[:0]
	tag := -1
	for more := true; more && tag < 0; {
		tags.pass(&ahead)
		if more = ahead.Next(); more && ahead.Key == key {
			tag = ahead.I
		}
	}
	tags.end = ahead.I
	slices.SortFunc(tags.late, func(a, b tagPlace) int { return cmp.Compare(a.object, b.object) })
	return tag
}

// Text returns the string that the object at hand holds under a key, "" if there is none.
func (t *Tags) Text(c *Cursor, key string) string {
	if at := t.Find(c, key); at >= 0 {
		text, _ := c.StringAt(at)
		return text
	}
	return ""
}

// StringAt returns the string that begins at an offset, and false if no string does.
func (c *Cursor) StringAt(at int) (string, bool) {
	ahead := *c
	ahead.I = at
	return ahead.String()
}

func (t *Tags) with(key string) *tagsOf {
	for i := range t.of {
		if t.of[i].key == key {
			return &t.of[i]
		}
	}
	t.of = append(t.of, tagsOf{key: key})
	return &t.of[len(t.of)-1]
}

// pass skips a value and notes the tags of the objects in it.
func (t *tagsOf) pass(c *Cursor) {
	switch c.Peek() {
	case '{':
		object, n, noted := c.I, 0, false
		for c.Open(); c.Next(); n++ {
			if c.Key == t.key && !noted {
				if noted = true; n > 0 {
					t.late = append(t.late, tagPlace{object, c.I})
				}
			}
			t.pass(c)
		}
		c.First = false
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			t.pass(c)
		}
	default:
		c.Skip()
	}
}
