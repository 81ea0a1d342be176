package api

import (
	"slices"
	"strings"

	"example.com/opgen/internal/json/cursor"
)

// Envelopes and credentials are members that are added to a body or taken out of it. These functions
// do that without decoding the others, which stay as they are, byte for byte: decoding would lose what
// a program does not know, such as the digits of a long number. The objects are known to be JSON.

// deleteMembers returns a JSON object without the members with some keys.
func deleteMembers(object []byte, keys ...string) []byte {
	b := append(make([]byte, 0, len(object)+2), '{')
	return cursor.Close(appendMembers(b, object, keys), '}')
}

// appendMembers appends the members of a JSON object, each followed by a comma, without those
// with some keys. An empty text has no members.
func appendMembers(b, object []byte, without []string) []byte {
	c := cursor.New(cursor.TextOf(object), cursor.Unlimited)
	c.Mend = true
	c.Open()
	for {
		start := c.I
		if !c.Next() {
			return b
		}
		key := c.Key
		c.Skip()
		if slices.Contains(without, key) {
			continue
		}
		member := strings.TrimLeft(c.Text[start:c.I], ","+cursor.Space)
		b = append(b, member...)
		b = append(b, ',')
	}
}

// keysOf returns the keys of a JSON object, unescaped. An empty text has none.
func keysOf(object []byte) map[string]bool {
	keys := map[string]bool{}
	c := cursor.New(string(object), cursor.Unlimited)
	c.Open()
	for ; c.Next(); c.Skip() {
		keys[c.Key] = true
	}
	return keys
}
