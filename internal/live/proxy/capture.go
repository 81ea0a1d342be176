package proxy

import (
	"io"
	"sync"

	"example.com/opgen/internal/live/observer"
	"example.com/opgen/internal/recording"
)

// maxHeld is the largest number of bytes of bodies that wait to be recorded.
const maxHeldBytes = 32 << 20

// capture is a body that copies what is read, up to a limit.
type capture struct {
	io.ReadCloser
	proxy     *Proxy
	encodings []string // the values of Content-Encoding

	mu         sync.Mutex // a transport may still read a request when its response has ended
	copied     []byte
	state      error // of the body: nil, io.EOF at its end, or why it is cut off
	isTooLarge bool  // there was no room for the copy
	isClosed   bool  // nothing more is copied; only the end is observed
}

// Read passes a body on and copies it, until it ends, is too large, or too much is waiting.
func (c *capture) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == nil {
		c.state = err
	}
	if !c.isClosed && !c.isTooLarge {
		c.copy(p[:n])
	}
	return n, err
}

// copy copies bytes that were read. If that is too much for one body, or for all bodies that wait,
// it drops the copy: the call goes on, and is recorded without this body.
func (c *capture) copy(read []byte) {
	c.copied = append(c.copied, read...)
	held := c.proxy.heldBytes.Add(int64(len(read)))
	if len(c.copied) > observer.MaxBody || held > maxHeldBytes {
		c.proxy.heldBytes.Add(-int64(len(c.copied)))
		c.copied = nil
		c.isTooLarge = true
	}
}

// broken reports whether the body was cut off.
func (c *capture) broken() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state != nil && c.state != io.EOF
}

// end returns the body as far as it was read, and ends the copying. A nil capture is no body.
func (c *capture) end() (b observer.Body) {
	if c == nil {
		return b
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.isClosed = true
	b = observer.Body{Bytes: c.copied, Encodings: c.encodings}
	switch {
	case c.isTooLarge:
		b.Reason = recording.TooLarge
	case c.state != io.EOF:
		b.Reason = recording.CutOff
	}
	return b
}
