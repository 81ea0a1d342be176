package proxy

import (
	"io"
	"sync"

	"example.com/opgen/internal/live/traffic"
	"example.com/opgen/internal/recording"
)

// maxHeld is the largest number of bytes of bodies that wait to be recorded.
const maxHeld = 32 << 20

// capture is a body that copies what is read, up to a limit.
type capture struct {
	io.ReadCloser
	proxy     *Proxy
	encodings []string // the values of Content-Encoding

	mu     sync.Mutex // a transport may still read a request when its response has ended
	kept   []byte
	state  error // of the body: nil, io.EOF at its end, or why it is cut off
	large  bool
	missed bool // there was no room for the copy
	closed bool // nothing more is copied; only the end is observed
}

func (c *capture) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		c.state = err
	}
	if !c.closed && !c.large && !c.missed {
		c.keep(p[:n])
	}
	return n, err
}

func (c *capture) keep(part []byte) {
	held := &c.proxy.held
	c.large = len(c.kept)+len(part) > traffic.MaxBody
	c.missed = !c.large && held.Add(int64(len(part))) > maxHeld
	switch {
	case c.missed:
		held.Add(-int64(len(c.kept) + len(part)))
		c.kept = nil
	case c.large:
		held.Add(-int64(len(c.kept)))
		c.kept = nil
	default:
		c.kept = append(c.kept, part...)
	}
}

// broken reports whether the body was cut off.
func (c *capture) broken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != nil && c.state != io.EOF
}

// end returns the body as far as it was read, and reports whether it was copied.
func (c *capture) end() (b traffic.Body, ok bool) {
	if c == nil {
		return traffic.Body{}, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	b = traffic.Body{Bytes: c.kept, Encodings: c.encodings}
	switch {
	case c.large:
		b.Reason = recording.TooLarge
	case c.state != io.EOF:
		b.Reason = recording.CutOff
	}
	return b, !c.missed
}
