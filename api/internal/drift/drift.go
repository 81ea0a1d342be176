// Package drift encodes responses that the catalog does not guarantee: values of other types
// stay as they were received.
package drift

import (
	"strings"

	"example.com/opgen/api/internal/encode"
	"example.com/opgen/internal/json/cursor"
)

// Text is the text of a response, with the places where it differs from the catalog.
type Text struct {
	Text   string
	Places []Place
}

// Place is the offset of a value of another type. If Missing is not empty, it is the offset
// after an object that lacks this required member.
type Place struct {
	At      int
	Missing string
}

// Restore appends a response as it is encoded now. Each place that has not changed since the
// response was read gets the received value; was is the response as it was encoded then.
// Both texts may have marks.
func (t *Text) Restore(b, now, was []byte) []byte {
	places := restorer{}
	for _, p := range t.Places {
		places[p] = true
	}
	before := len(b)
	b = places.value(b, parse(now), parse(was), parse([]byte(t.Text)))
	for i, c := range b[before:] {
		if c == '\r' {
			b[before+i] = encode.Mark
		}
	}
	return b
}

// value is a value in a text, with the members of an object or the items of an array.
type value struct {
	key      string // of a member
	keyText  string // the text of the key and the colon, with marks
	text     string // of the value, with marks
	at, end  int
	children []value
}

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
			key, keyText := c.Key, c.Text[from:c.I]
			member := read(c)
			member.key, member.keyText = key, keyText
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

// value appends a value that all three texts have.
func (r restorer) value(b []byte, now, was, raw value) []byte {
	kind := now.text[0]
	switch {
	case r[Place{At: raw.at}] && now.text == was.text:
		return append(b, raw.text...)
	case kind != was.text[0] || kind != raw.text[0]:
	case kind == '{':
		return r.object(b, now, was, raw)
	case kind == '[' && len(now.children) == len(was.children) && len(now.children) == len(raw.children):
		b = append(b, '[')
		for i := range now.children {
			b = append(r.value(b, now.children[i], was.children[i], raw.children[i]), ',')
		}
		return cursor.Close(b, ']')
	}
	return append(b, now.text...)
}

func (r restorer) object(b []byte, now, was, raw value) []byte {
	given := indexByKey(now)
	known := indexByKey(was)
	received := indexByKey(raw)
	b = append(b, '{')
	for _, v := range now.children {
		before, isKnown := known[v.key]
		came, isReceived := received[v.key]
		missing := r[Place{raw.end, v.key}] && isKnown && v.text == before.text
		if missing && !isReceived {
			continue
		}
		b = append(b, v.keyText...)
		switch {
		case missing: // it was null
			b = append(b, came.text...)
		case isKnown && isReceived:
			b = r.value(b, v, before, came)
		default:
			b = append(b, v.text...)
		}
		b = append(b, ',')
	}
	for _, v := range raw.children {
		_, isKnown := known[v.key]
		_, isGiven := given[v.key]
		drifted := r[Place{At: v.at}] || r[Place{raw.end, v.key}]
		if drifted && !isKnown && !isGiven && received[v.key].at == v.at {
			b = append(append(append(encode.String(b, v.key), ':'), v.text...), ',')
		}
	}
	return cursor.Close(b, '}')
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
