package redact

import (
	"iter"
	"strconv"

	"example.com/opgen/internal/json/cursor"
	"example.com/opgen/internal/json/jsonpointer"
)

// Found holds the places of the objects that a body has, by the JSON pointers to them. The place of
// a union is that of the variant which its tag names, so that a pointer into it does not hide what
// only other variants hide. An object has several places if a key is repeated. For the pointer
// "/payment/card/holder", it has the keys "", "/payment" and "/payment/card".
type Found map[string][]Place

// Find finds the objects that pointers into a body go through. It reads the body once, up to the
// first text that is not JSON.
func Find(text string, body Place, pointers iter.Seq[string]) Found {
	found := Found{}
	for pointer := range pointers {
		for i, c := range pointer {
			if c == '/' {
				found[pointer[:i]] = nil
			}
		}
	}
	if len(found) > 0 {
		var f finder
		f.found = found
		f.value(f.Begin(text, cursor.Unlimited, body), "")
	}
	return found
}

// finder reads a body, and skips what no pointer goes through.
type finder struct {
	Reader
	found Found
}

// value reads the value at a pointer.
func (f *finder) value(v Value, pointer string) {
	places, isWanted := f.found[pointer]
	switch {
	case isWanted && f.Peek() == '{':
		f.found[pointer] = append(places, v.Place)
		f.Object(v, func(_ Key, member Value) { f.value(member, pointer+"/"+jsonpointer.Escape(f.Key)) })
	case isWanted && f.Peek() == '[':
		i := 0
		f.Array(v, func(item Value) {
			f.value(item, pointer+"/"+strconv.Itoa(i))
			i++
		})
	default:
		f.Skip()
	}
}

// at returns the places of the object at a pointer, which is one of places. It returns those of all
// variants of a union that was not found, and reports whether the variant may be another one.
func (f Found) at(pointer string, places []Place) (there []Place, open bool) {
	if inBody := f[pointer]; inBody != nil {
		return inBody, false
	}
	return expandUnions(places)
}
