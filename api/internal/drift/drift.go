// Package drift encodes responses that the catalog does not guarantee: values of other types
// stay as they were received.
//
// A field of a generated struct cannot hold a value of another type, so decoding leaves it zero,
// and a client that stores the response or a server that passes it on would lose the value. The
// decoder therefore keeps the text and the places that it could not read. With the catalog
// {count: int, name: string}, a response
//
//	{"count":"3","name":"a"}
//
// becomes {Count: 0, Name: "a"}. After Name = "b", it is encoded as {"count":"3","name":"b"}, and
// after Count = 4, as {"count":4,"name":"b"}: what has been set is no longer restored.
package drift

import (
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// Text is the text of a response, with the places where it differs from the catalog. It is not
// changed once it is made, so copies of a response share it.
type Text struct {
	Text   string
	Places []Place // in any order; offsets are bytes of Text
}

// Place is the offset of a value of another type. If Missing is not empty, it is the offset
// after an object that lacks this required member.
type Place struct {
	At      int
	Missing string
}

// Restore appends a response as it is encoded now. Each place that has not changed since the
// response was read gets the received value; was is the response as it was encoded then. Only the
// comparison of both shows what has been set, because a field may have been set to zero.
//
// Both texts may have the marks of package encode, and the result keeps those of now.
func (t *Text) Restore(b, now, was []byte) []byte {
	places := restorer{}
	for _, p := range t.Places {
		places[p] = true
	}
	before := len(b)
	b = places.value(b, parse(now), parse(was), parse([]byte(t.Text)))
	// parse has replaced marks by carriage returns, which JSON text in a string cannot contain.
	for i, c := range b[before:] {
		if c == '\r' {
			b[before+i] = encode.Mark
		}
	}
	return b
}

// value is a value in a text, with the members of an object or the items of an array. Marks are
// carriage returns in its texts, see [encode.WithSpaceForMarks].
type value struct {
	key      string // of a member
	keyText  string // the text of the key and the colon, with marks
	text     string // of the value, with marks
	at, end  int    // offsets in the whole text
	children []value
}

// parse reads a whole text, which is JSON.
func parse(text []byte) value {
	c := cursor.New(encode.WithSpaceForMarks(text), cursor.Unlimited)
	c.Mend = true // as in the response that was read
	return read(c)
}

// read reads the current value.
func read(c *cursor.Cursor) (v value) {
	v.at = c.I
	switch c.Peek() {
	case '{':
		c.Open()
		for from := c.I; c.Next(); from = c.I + 1 {
			key := c.Key
			keyText := strings.TrimLeft(c.Text[from:c.I], " \t\n")
			member := read(c)
			member.key = key
			member.keyText = keyText
			v.children = append(v.children, member)
		}
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			v.children = append(v.children, read(c))
		}
	default:
		c.Skip()
	}
	v.end = c.I
	c.I = cursor.SkipSpace(c.Text, c.I)
	v.text = strings.TrimRight(c.Text[v.at:c.I], " \t\n")
	return v
}

// restorer merges three texts: a response as it is encoded now, as it was encoded when it had
// just been read, and as it was received. It contains the places where the last one differs
// from the catalog.
type restorer map[Place]bool

// value appends a value that all three texts have. If one of them has a value of another type, or
// an array of another length, nothing tells which parts belong together, so it is that of now.
func (r restorer) value(b []byte, now, was, raw value) []byte {
	if r[Place{At: raw.at}] && now.text == was.text {
		return append(b, raw.text...)
	}
	kind := now.text[0]
	isSameKind := kind == was.text[0] && kind == raw.text[0]
	switch {
	case isSameKind && kind == '{':
		return r.object(b, now, was, raw)
	case isSameKind && kind == '[' && areOfOneLength(now, was, raw):
		return r.array(b, now, was, raw)
	default:
		return append(b, now.text...)
	}
}

// areOfOneLength reports whether three arrays have the same number of items.
func areOfOneLength(now, was, raw value) bool {
	return len(now.children) == len(was.children) && len(now.children) == len(raw.children)
}

// array appends an array that has the same number of items in all three texts.
func (r restorer) array(b []byte, now, was, raw value) []byte {
	b = append(b, '[')
	for i := range now.children {
		b = r.value(b, now.children[i], was.children[i], raw.children[i])
		b = append(b, ',')
	}
	return cursor.Close(b, ']')
}

// objectTexts are the members of one object in the three texts, by key.
type objectTexts struct {
	now, was, raw map[string]value
	rawEnd        int // offset after the received object, where its missing members are noted
}

// object appends an object that all three texts have: the members that are encoded now, in their
// order, and then those that only the received text has.
func (r restorer) object(b []byte, now, was, raw value) []byte {
	texts := objectTexts{indexByKey(now), indexByKey(was), indexByKey(raw), raw.end}
	b = append(b, '{')
	for _, member := range now.children {
		b = r.member(b, member, texts)
	}
	for _, member := range raw.children {
		if !r.isLost(member, texts) {
			continue
		}
		b = encode.String(b, member.key)
		b = append(b, ':')
		b = append(b, member.text...)
		b = append(b, ',')
	}
	return cursor.Close(b, '}')
}

// member appends a member that is encoded now, and a comma. It appends nothing for a required
// member that was not received and has not been set: its zero value is not the service's.
func (r restorer) member(b []byte, now value, texts objectTexts) []byte {
	was, wasEncoded := texts.was[now.key]
	raw, wasReceived := texts.raw[now.key]
	isUnset := wasEncoded && now.text == was.text
	isMissing := isUnset && r[Place{At: texts.rawEnd, Missing: now.key}]
	if isMissing && !wasReceived {
		return b
	}
	if isUnset && wasReceived && r[Place{At: raw.at}] { // text in its key may have drifted, too
		b = append(b, raw.keyText...)
		b = append(b, raw.text...)
		return append(b, ',')
	}
	b = append(b, now.keyText...)
	switch {
	case isMissing: // it was received as null
		b = append(b, raw.text...)
	case wasEncoded && wasReceived:
		b = r.value(b, now, was, raw)
	default:
		b = append(b, now.text...)
	}
	return append(b, ',')
}

// isLost reports whether a received member is not encoded, then and now, because its value is of
// another type than in the catalog. Of members with the same key, only the last one was decoded.
func (r restorer) isLost(raw value, texts objectTexts) bool {
	_, wasEncoded := texts.was[raw.key]
	_, isEncoded := texts.now[raw.key]
	if wasEncoded || isEncoded || texts.raw[raw.key].at != raw.at {
		return false
	}
	return r[Place{At: raw.at}] || r[Place{At: texts.rawEnd, Missing: raw.key}]
}

// indexByKey returns the members of an object by their keys. Of members with the same key,
// the last one counts.
func indexByKey(object value) map[string]value {
	m := make(map[string]value, len(object.children))
	for _, v := range object.children {
		m[v.key] = v
	}
	return m
}
