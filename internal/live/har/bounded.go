package har

import (
	"errors"
	"io"
)

// The limits of what is read at once. Whoever reads JSON token by token holds one token,
// so with them a file of any size takes little memory.
const (
	maxString = 6 << 20 // bytes of a string, as it stands in the file
	maxWord   = 1 << 10 // bytes of anything else
)

// cutMark ends a string that was longer than the limit. It is JSON for what bodies of
// text do not hold.
const cutMark = `\u0000cut`

var errNotJSON = errors.New("not JSON")

// bounded passes JSON on with shorter strings, and without most blanks.
type bounded struct {
	r      io.Reader
	memory []byte // of what is read
	passed []byte // memory of what is passed on
	rest   []byte // of it
	err    error

	inString bool
	escaped  bool // the last byte was a backslash
	digits   int  // that are left of an escape with four of them
	cut      bool // the string was too long
	length   int  // of the string or word
	blank    bool // the last byte was a blank outside of strings
}

func newBounded(r io.Reader) *bounded { return &bounded{r: r, memory: make([]byte, 64<<10)} }

func (b *bounded) Read(p []byte) (int, error) {
	for len(b.rest) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		var n int
		n, b.err = b.r.Read(b.memory)
		b.passed = b.passed[:0]
		for _, c := range b.memory[:n] {
			if b.pass(c); b.err == errNotJSON {
				break
			}
		}
		b.rest = b.passed
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// pass passes a byte on, if it is to be.
func (b *bounded) pass(c byte) {
	if b.inString {
		b.passInString(c)
		return
	}
	switch c {
	case ' ', '\t', '\r', '\n':
		if !b.blank {
			b.passed = append(b.passed, ' ')
		}
		b.blank, b.length = true, 0
		return
	case '"':
		b.inString, b.cut, b.length = true, false, 0
	case ',', ':', '{', '}', '[', ']':
		b.length = 0
	default:
		if b.length++; b.length > maxWord {
			b.err = errNotJSON
			return
		}
	}
	b.blank = false
	b.passed = append(b.passed, c)
}

func (b *bounded) passInString(c byte) {
	b.length++
	within := b.escaped || b.digits > 0
	ends := c == '"' && !within
	if b.cut = b.cut || b.length > maxString && !within; b.cut && ends {
		b.passed = append(b.passed, cutMark...)
	}
	if !b.cut || ends {
		b.passed = append(b.passed, c)
	}
	switch {
	case b.digits > 0:
		b.digits--
	case b.escaped:
		if b.escaped = false; c == 'u' {
			b.digits = 4
		}
	case c == '\\':
		b.escaped = true
	case ends:
		b.inString, b.length = false, 0
	}
}
