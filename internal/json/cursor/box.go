package cursor

import (
	"strings"
	"unsafe"
)

// The memory of strings that are reached through a pointer or an any comes in blocks, because
// allocating one takes longer than reading it. A kept value keeps its block, and thereby what its
// neighbors point at. Those are parts of the same text, which each of them keeps anyway. This does
// not hold for copies of parts of a long text: in an any, they have no neighbors, and behind
// pointers few.
const (
	smallBlock = 8 // strings in the first block, and in each block for copies
	largeBlock = 32
)

// Keep returns a pointer to s that no one else has.
func (c *Cursor) Keep(s string) *string {
	if c.taken == len(c.block) {
		size := smallBlock
		if !c.Cloned && c.block != nil {
			size = min(2*len(c.block), largeBlock)
		}
		c.block, c.taken = make([]string, size), 0
	}
	kept := &c.block[c.taken]
	c.taken++
	*kept = s
	return kept
}

// box returns s as an any with the type of the example, which is a string or a json.Number. The
// obvious conversion would allocate memory for one string. Nobody may change the string behind the
// result, which Go does not allow anyway.
func (c *Cursor) box(s string, example any) any {
	var kept *string
	if c.Cloned {
		kept = new(s)
	} else {
		kept = c.Keep(s)
	}
	// The compilers represent such an any by its type and a pointer to the string.
	pair := (*[2]unsafe.Pointer)(unsafe.Pointer(&example))
	pair[1] = unsafe.Pointer(kept)
	return example
}

// KeptKey returns the current key for use in a map. The copies of equal keys, which a long text
// often repeats, share memory unless a key between them has displaced the first copy.
func (c *Cursor) KeptKey() string {
	key := c.Key
	if !c.Cloned || key == "" {
		return key
	}
	if c.keys == nil {
		c.keys = new([64]string)
	}
	last := len(key) - 1
	hash := len(key)*8 + int(key[0]) + int(key[last/2]) + int(key[last])
	known := &c.keys[hash%len(c.keys)]
	if *known != key {
		*known = strings.Clone(key)
	}
	return *known
}
