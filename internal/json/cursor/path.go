package cursor

import (
	"strconv"
	"strings"
)

// A path is kept while a body is read or checked, and turned into a JSON pointer only for a violation.
// So a step costs no allocation, and most bodies no pointer.

// segment is a step of a path: into a member, and into one of its items unless index is negative.
// The name of a step from an item into an item of its own is Unnamed.
type segment struct {
	name  string
	index int
}

// Unnamed is not a key of any text, because it is not valid UTF-8.
const Unnamed = "\xff"

// HiddenKey replaces sensitive keys of maps in pointers.
const HiddenKey = "*"

// Path is the place of a value in its body. Up to eight steps are stored in the struct, so that a
// validator stays on the stack of its caller.
type Path struct {
	near  [8]segment // the first steps
	far   []segment  // further ones; it may be longer than the path
	n     int        // number of steps
	asked int        // number of calls of Wanted, up to maxAsked, or more if places are left out
}

// maxAsked bounds the pointers that are built for one body. It is more than are kept, because some
// places are already known.
const maxAsked = 200

// Wanted reports whether a problem at one more place should be recorded. Call it before building a
// pointer: most problems of a hostile body are not recorded.
func (p *Path) Wanted() bool {
	p.asked = min(p.asked, maxAsked) + 1
	return p.asked <= maxAsked
}

// LeaveOut records that a place was left out. No further places are wanted.
func (p *Path) LeaveOut() { p.asked = maxAsked + 1 }

// LeftOut reports whether a place was left out.
func (p *Path) LeftOut() bool { return p.asked > maxAsked }

// Push steps into a member, or into nothing if the name is Unnamed, and into its item at
// index unless that is negative.
func (p *Path) Push(name string, index int) {
	if p.n < len(p.near) {
		p.near[p.n] = segment{name, index}
	} else {
		p.far = append(p.far[:p.n-len(p.near)], segment{name, index})
	}
	p.n++
}

// Depth returns the number of steps.
func (p *Path) Depth() int { return p.n }

// at returns step i, counted from 0.
func (p *Path) at(i int) *segment {
	if i < len(p.near) {
		return &p.near[i]
	}
	return &p.far[i-len(p.near)]
}

// NextItem moves from an item to the next one.
func (p *Path) NextItem() { p.at(p.n-1).index++ }

// Pop removes the last step.
func (p *Path) Pop() { p.n-- }

// Pointer returns the JSON pointer of the object at the path, followed by the
// names of members. A long one ends in "/...". After Push("addresses", 0), Pointer("zip") returns
// "/addresses/0/zip".
func (p *Path) Pointer(members ...string) string {
	var memory [maxPointer]byte // enough for most pointers
	b := memory[:0]
	for i := range p.n {
		if len(b) > maxPointer {
			return string(append(b, "/..."...))
		}
		s := p.at(i)
		b = appendToken(b, s.name)
		if s.index >= 0 {
			b = strconv.AppendInt(append(b, '/'), int64(s.index), 10)
		}
	}
	for _, name := range members {
		b = appendToken(b, name)
	}
	return string(b)
}

// Limits of pointers in bytes, because unknown names are from the sender. Names in catalogs are not
// longer.
const (
	maxToken   = 256 // of a name
	maxPointer = 512 // of all names before the last one
)

// appendToken appends a reference token of a JSON pointer, nothing for Unnamed.
func appendToken(b []byte, name string) []byte {
	if name == Unnamed {
		return b
	}
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
