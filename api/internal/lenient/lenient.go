// Package lenient encodes responses that the catalog does not guarantee: values of other types
// stay as they were received.
package lenient

import (
	"bytes"
	"slices"

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
	text, marks := encode.Unmarked(now)
	r := restorer{out: b, marks: marks, places: map[Place]bool{}}
	for _, p := range t.Places {
		r.places[p] = true
		r.offsets = append(r.offsets, p.At)
	}
	slices.Sort(r.offsets)
	r.now.Start(text, cursor.Unlimited)
	r.was.Start(string(bytes.ReplaceAll(was, []byte{encode.Mark}, nil)), cursor.Unlimited)
	r.raw.Start(t.Text, cursor.Unlimited)
	r.value(rootValue(r.now), rootValue(r.was), rootValue(r.raw))
	return r.out
}

// restorer merges three texts: a response as it is encoded now, as it was encoded when it had
// just been read, and as it was received.
type restorer struct {
	now, was, raw cursor.Cursor // each at its start
	marks         map[int]int   // by their offset in now
	places        map[Place]bool
	offsets       []int // of the places, sorted
	out           []byte
}

// value is the place of a value in a text. A member's key begins after from.
type value struct {
	key           string
	from, at, end int
}

// rootValue is the value of a text.
func rootValue(c cursor.Cursor) value { return read(&c, "", 0) }

// read skips the current value and returns its place.
func read(c *cursor.Cursor, key string, from int) value {
	v := value{key: key, from: from, at: c.I}
	c.Skip()
	v.end = c.I
	return v
}

// children returns the members of an object or the items of an array, none for other values.
func children(c cursor.Cursor, parent value) (list []value) {
	c.I = parent.at
	switch c.Peek() {
	case '{':
		c.Open()
		for from := c.I; c.Next(); from = c.I + 1 {
			list = append(list, read(&c, c.Key, from))
		}
	case '[':
		for more := c.FirstItem(); more; more = c.NextItem() {
			list = append(list, read(&c, "", 0))
		}
	}
	return list
}

// value writes a value that all three texts have.
func (r *restorer) value(now, was, raw value) {
	n, _ := slices.BinarySearch(r.offsets, raw.at)
	places := n < len(r.offsets) && r.offsets[n] <= raw.end
	switch here := r.places[Place{At: raw.at}]; {
	case !places, here && !r.isUnchanged(now, was):
		r.copy(now.at, now.end)
		return
	case here:
		r.received(raw)
		return
	}
	kind := r.now.Text[now.at]
	if kind != r.was.Text[was.at] || kind != r.raw.Text[raw.at] {
		r.copy(now.at, now.end)
		return
	}
	inNow, inWas, inRaw := children(r.now, now), children(r.was, was), children(r.raw, raw)
	switch {
	case kind == '{':
		r.object(inNow, indexByKey(inWas), inRaw, raw.end)
	case kind == '[' && len(inNow) == len(inWas) && len(inNow) == len(inRaw):
		r.out = append(r.out, '[')
		for i := range inNow {
			r.value(inNow[i], inWas[i], inRaw[i])
			r.out = append(r.out, ',')
		}
		r.out = cursor.Close(r.out, ']')
	default:
		r.copy(now.at, now.end)
	}
}

// object writes an object whose text ends at an offset.
func (r *restorer) object(now []value, was map[string]value, members []value, end int) {
	raw := indexByKey(members)
	r.out = append(r.out, '{')
	for _, v := range now {
		before, known := was[v.key]
		came, there := raw[v.key]
		missing := r.places[Place{end, v.key}] && known && r.isUnchanged(v, before)
		if missing && !there {
			continue
		}
		r.copy(v.from, v.at)
		switch {
		case missing: // it was null
			r.received(came)
		case known && there:
			r.value(v, before, came)
		default:
			r.copy(v.at, v.end)
		}
		r.out = append(r.out, ',')
	}
	given := indexByKey(now)
	for _, v := range members {
		_, known := was[v.key]
		_, set := given[v.key]
		if drifted := r.places[Place{At: v.at}] || r.places[Place{end, v.key}]; drifted && !known && !set && raw[v.key] == v {
			r.out = append(encode.String(r.out, v.key), ':')
			r.received(v)
			r.out = append(r.out, ',')
		}
	}
	r.out = cursor.Close(r.out, '}')
}

// indexByKey returns members by their keys. Of members with the same key, the last one counts.
func indexByKey(members []value) map[string]value {
	m := make(map[string]value, len(members))
	for _, v := range members {
		m[v.key] = v
	}
	return m
}

// isUnchanged reports whether a value is encoded as it was.
func (r *restorer) isUnchanged(now, was value) bool {
	return r.now.Text[now.at:now.end] == r.was.Text[was.at:was.end]
}

// received writes a value as it was received.
func (r *restorer) received(v value) { r.out = append(r.out, r.raw.Text[v.at:v.end]...) }

// copy writes a part of the response as it is encoded now, with its marks.
func (r *restorer) copy(from, to int) {
	for i := from; i < to; i++ {
		r.out = append(r.out, r.now.Text[i])
		r.out = encode.Marked(r.out, r.marks[i+1])
	}
}
