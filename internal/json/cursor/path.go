package cursor

import (
	"strconv"
	"strings"
)

// segment is a step of a path: into a member, and into an item of it unless
// index is negative. An item that is an array itself is stepped into by a
// segment that is called Unnamed.
type segment struct {
	name  string
	index int
}

// Unnamed is not a key of any text, because text is valid UTF-8.
const Unnamed = "\xff"

// HiddenKey stands in a pointer for a key of a map that is sensitive.
const HiddenKey = "*"

// Path is the place of a value in its body. Eight steps need no memory of their
// own, so that a validator stays on the stack of its caller.
type Path struct {
	near  [8]segment
	far   []segment
	n     int
	asked int // how often Wanted was asked, up to maxAsked, and more if places are left out
}

// maxAsked bounds how many pointers one body makes its reader build. It is more than
// are kept, since some are of a place that is known already.
const maxAsked = 200

// Wanted reports whether what is wrong at one more place is of interest. Ask before
// anything is made of the place: most of what is wrong with a hostile body is not
// wanted.
func (p *Path) Wanted() bool {
	p.asked = min(p.asked, maxAsked) + 1
	return p.asked <= maxAsked
}

// LeaveOut says that a place is left out. No further place is wanted then.
func (p *Path) LeaveOut() { p.asked = maxAsked + 1 }

// LeftOut reports whether a place was left out.
func (p *Path) LeftOut() bool { return p.asked > maxAsked }

// Push steps into a member, and into its item at index unless that is negative.
func (p *Path) Push(name string, index int) {
	if p.n < len(p.near) {
		p.near[p.n] = segment{name, index}
	} else {
		p.far = append(p.far[:p.n-len(p.near)], segment{name, index})
	}
	p.n++
}

// PushItem steps into the first item of an array that is an item itself, or a value
// of a map.
func (p *Path) PushItem() { p.Push(Unnamed, 0) }

// Depth returns how many steps lead to the place.
func (p *Path) Depth() int { return p.n }

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
// names of members. A long one ends in "/...".
func (p *Path) Pointer(members ...string) string {
	var memory [maxPointer]byte // of most pointers
	b := memory[:0]
	for i := range p.n {
		if len(b) > maxPointer {
			return string(append(b, "/..."...))
		}
		s := p.at(i)
		if s.name != Unnamed {
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

// Names in a pointer are bounded, in bytes: unknown ones come from the sender. Names
// of a catalog are not longer.
const (
	maxToken   = 256 // of a name
	maxPointer = 512 // of the names in front of the last one
)

// appendToken appends a reference token of a JSON pointer.
func appendToken(b []byte, name string) []byte {
	if len(name) > maxToken {
		name = strings.ToValidUTF8(name[:maxToken], "") + "..."
	}
	b = append(b, '/')
	for i := range len(name) {
		switch c := name[i]; c {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, c)
		}
	}
	return b
}
