package cursor

import (
	"strconv"
	"strings"
)

// segment is a step of a path: into a member, and into an item of it unless
// index is negative. An item that is an array itself is stepped into by a
// segment that is called unnamed.
type segment struct {
	name  string
	index int
}

// unnamed is not a key of any text, because text is valid UTF-8.
const unnamed = "\xff"

// Path is the place of a value in its body. Eight steps need no memory of their
// own, so that a validator stays on the stack of its caller.
type Path struct {
	near [8]segment
	far  []segment
	n    int
}

// Push steps into a member, and into its item at index unless that is negative.
func (p *Path) Push(name string, index int) {
	if p.n < len(p.near) {
		p.near[p.n] = segment{name, index}
	} else {
		p.far = append(p.far[:p.n-len(p.near)], segment{name, index})
	}
	p.n++
}

func (p *Path) at(i int) *segment {
	if i < len(p.near) {
		return &p.near[i]
	}
	return &p.far[i-len(p.near)]
}

// NextItem moves from an item to the next one.
func (p *Path) NextItem() { p.at(p.n-1).index++ }

// Pop takes the last step back.
func (p *Path) Pop() { p.n-- }

// Pointer returns the JSON pointer of the object at the path, followed by the
// names of members.
func (p *Path) Pointer(members ...string) string {
	var b []byte
	for i := range p.n {
		s := p.at(i)
		if s.name != unnamed {
			b = appendToken(b, s.name)
		}
		if s.index >= 0 {
			b = strconv.AppendInt(append(b, '/'), int64(s.index), 10)
		}
	}
	for _, name := range members {
		b = appendToken(b, name)
	}
	return string(b)
}

// maxToken bounds a name in a pointer, in bytes: unknown names come from the
// sender. Names of a catalog are not longer.
const maxToken = 256

// appendToken appends a reference token of a JSON pointer.
func appendToken(b []byte, name string) []byte {
	if len(name) > maxToken {
		name = strings.ToValidUTF8(name[:maxToken], "") + "..."
	}
	return append(append(b, '/'), escapes.Replace(name)...)
}

var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// Unescape returns the name that a reference token of a JSON pointer stands for.
func Unescape(token string) string { return unescapes.Replace(token) }
