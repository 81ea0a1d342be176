package cursor

import (
	"cmp"
	"slices"
)

// Tags finds the tag of an object, which may be any of its members. Objects must be requested in the
// order of the text.
//
// A part that was searched for one object is not searched again for the objects in it, so finding
// all tags takes linear time.
type Tags struct{ of []tagsOf }

// tagsOf are the tags with one key.
type tagsOf struct {
	key  string
	end  int        // objects that begin before it were searched
	late []tagPlace // their tags that are not the first member, by object
}

// tagPlace contains the offsets of an object and of the value of its tag.
type tagPlace struct{ object, tag int }

// Find returns the offset of the value of the first member called key in the current object, or -1
// if there is none or the object cannot be read. It does not move the cursor.
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

func (t *Tags) with(key string) *tagsOf {
	i := slices.IndexFunc(t.of, func(tags tagsOf) bool { return tags.key == key })
	if i < 0 {
		i = len(t.of)
		t.of = append(t.of, tagsOf{key: key})
	}
	return &t.of[i]
}

// pass skips a value and records the tags of the objects in it.
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
