package proxy

import (
	"io"
	"sync"

	"example.com/opgen/internal/live/observer"
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
	large  bool  // there was no room for the copy
	closed bool  // nothing more is copied; only the end is observed
}

// Read passes a body on and copies it, until it ends, is too large, or too much is waiting.
func (c *capture) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		c.state = err
	}
	if !c.closed && !c.large {
		c.kept = append(c.kept, p[:n]...)
		if held := c.proxy.held.Add(int64(n)); len(c.kept) > observer.MaxBody || held > maxHeld {
			c.proxy.held.Add(-int64(len(c.kept)))
			c.kept, c.large = nil, true
		}
	}
	return n, err
}

// broken reports whether the body was cut off.
func (c *capture) broken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != nil && c.state != io.EOF
}

// end returns the body as far as it was read.
func (c *capture) end() (b observer.Body) {
	if c == nil {
		return b
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	b = observer.Body{Bytes: c.kept, Encodings: c.encodings}
	switch {
	case c.large:
		b.Reason = recording.TooLarge
	case c.state != io.EOF:
		b.Reason = recording.CutOff
	}
	return b
}
