package hostile

import (
	"strings"
)

// http2Attacks come over HTTP/2.
func http2Attacks() []attack {
	auth := []string{"authorization", "Bearer " + token}
	// streams opens connections with as many streams as the server allows, each with
	// a header and the beginning of a body.
	streams := func(x *trial, at *front, n int, pairs []string, body string, flags byte, then func(*conn)) {
		x.each(4, at, func(c *conn) {
			c.send(preface, noTable)
			var b strings.Builder
			for i := range n {
				id := uint32(2*i + 1)
				b.WriteString(frame(frameHeaders, endHeaders, id, headersOf(newContact, pairs...)))
				b.WriteString(frame(frameData, flags, id, body))
			}
			x.exchanges.Add(int64(n))
			c.send(b.String())
			then(c)
		})
	}
	announced := func(at func(*trial) *front, pairs ...string) func(*trial) {
		return func(x *trial) {
			pairs := append([]string{"content-length", "1048576"}, pairs...)
			streams(x, at(x), 200, pairs, "{", 0, func(*conn) { x.settled() })
		}
	}
	return []attack{
		{name: "HTTP/2: announced lengths", run: announced(atFront, auth...)},
		{name: "HTTP/2: announced lengths, credential in the body", run: announced(atKeyed)},
		{name: "HTTP/2: no credential", statuses: []int{0, 401}, run: func(x *trial) {
			streams(x, x.front, 200, nil, contact, endStream, func(c *conn) { c.statuses2(200) })
		}},
		{name: "HTTP/2: 200 streams at once", statuses: []int{200}, executed: 4 * 200, run: func(x *trial) {
			streams(x, x.front, 200, auth, contact, endStream, func(c *conn) { c.statuses2(200) })
		}},
		{name: "HTTP/2: reset as soon as begun", statuses: []int{0, 200, 400, 503}, run: func(x *trial) {
			x.each(2, x.front, func(c *conn) {
				c.send(preface, noTable)
				for i := range 1000 {
					id := uint32(2*i + 1)
					c.send(frame(frameHeaders, endHeaders, id, headersOf(getClaim, auth...)), frame(frameReset, 0, id, "\x00\x00\x00\x08"))
				}
				x.exchanges.Add(1000)
				c.CloseWrite()
				c.closed()
			})
		}},
		{name: "HTTP/2: endless header", run: func(x *trial) {
			x.each(4, x.front, func(c *conn) {
				c.send(preface, noTable, frame(frameHeaders, 0, 1, headersOf(getClaim)))
				for range 200 {
					c.send(frame(frameContinuation, 0, 1, fields("x-large", strings.Repeat("x", 16000))))
				}
				c.CloseWrite()
				c.closed()
			})
		}},
		{name: "HTTP/2: pings, settings and garbage", run: func(x *trial) {
			x.each(4, x.front, func(c *conn) {
				c.send(preface, noTable)
				for range 500 {
					c.send(frame(framePing, 0, 0, "12345678"), noTable)
				}
				c.send(x.garbage(4000))
				c.CloseWrite()
				c.closed()
			})
		}},
	}
}

func atFront(x *trial) *front { return x.front }
func atKeyed(x *trial) *front { return x.keyed }
