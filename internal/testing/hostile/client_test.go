package hostile

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/opgen/api"
)

// TestClient attacks clients of a generated package.
func TestClient(t *testing.T) {
	runAttacks(t, slices.Concat(connectionAttacks, responseAttacks(), goAwayAttacks))
}

const (
	claim = `{"contact_id":"1","data":[{"name":"Ada"}]}`
	large = 1 << 30 // more than any client reads
)

// connectionAttacks are about connections and headers.
var connectionAttacks = []attack{
	{name: "closed at each byte of the response", statuses: []int{0, 200}, run: func(x *trial) {
		whole := respond(200, claim, isJSON)
		for cut := range whole {
			x.calls(once(whole[:cut]))
		}
		if n := x.figures.statuses[200]; n > 0 {
			x.violated("%d calls succeeded with a part of a response", n)
		}
		x.calls(once(whole))
	}},
	{name: "closed at each byte of the chunks", statuses: []int{0}, run: func(x *trial) {
		whole := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(claim), claim)
		for cut := range len(whole) - 2 {
			x.calls(once(whole[:cut]))
		}
	}},
	{name: "invalid chunks", statuses: []int{0}, run: func(x *trial) {
		for _, chunks := range []string{"zz\r\n{}\r\n0\r\n\r\n", "-1\r\n{}", "ffffffffffffffffff\r\n{}", "2\r\n{}xx0\r\n\r\n", "2;" + strings.Repeat("e", 1<<20) + "\r\n{}\r\n0\r\n\r\n"} {
			x.calls(once("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunks))
		}
	}},
	{name: "no response", statuses: []int{0}, run: func(x *trial) { x.calls(once()) }},
	{name: "connections that are closed at once", statuses: []int{0}, run: func(x *trial) { x.calls(func(*peer) {}) }},
	{name: "endless 1xx", statuses: []int{0}, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.fed(strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n", 100), large)
		})
	}},
	{name: "endless headers", statuses: []int{0}, heap: 160 << 20, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\n")
			p.fed(strings.Repeat("X-Endless: x\r\n", 1000), large)
		})
	}},
	{name: "an endless header", statuses: []int{0}, heap: 160 << 20, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\nX-Endless: ")
			p.fed(strings.Repeat("x", 10000), large)
		})
	}},
	{name: "an endless body", statuses: []int{0}, heap: 256 << 20, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\n\r\n[")
			p.fed(strings.Repeat("[],", 10000), large)
		})
	}},
	{name: "a body at a trickle", statuses: []int{0}, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\n\r\n")
			for p.x.trickle(p) {
			}
		}, api.WithRetry(api.RetryPolicy{MaxAttempts: maxAttempts, BaseDelay: time.Microsecond, AttemptTimeout: 100 * time.Millisecond}))
	}},
	{name: "announced length, little sent", statuses: []int{0}, run: func(x *trial) {
		x.calls(once("HTTP/1.1 200 OK\r\nContent-Length: 33000000\r\n\r\n{"))
	}},
	{name: "announced length, over the limit", statuses: []int{0}, run: func(x *trial) {
		x.calls(once("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n{"))
	}},
	{name: "redirects", statuses: []int{301, 302, 303, 307, 308}, run: func(x *trial) {
		other := x.newSite(func(p *peer) { x.violated("a redirect was followed") })
		defer other.close()
		for _, status := range []int{301, 302, 303, 307, 308} {
			x.calls(answer(respond(status, "", "Location: http://"+other.listener.Addr().String()+"/\r\n")))
		}
	}},
	{name: "huge Retry-After", statuses: []int{429, 503}, run: func(x *trial) {
		for _, after := range []string{"9223372036854775807", "99999999999999999999999999", "-1", "Fri, 31 Dec 9999 23:59:59 GMT", "1e300", strings.Repeat("9", 100000)} {
			x.calls(answer(respond(503, "", "Retry-After: "+after+"\r\n")))
			x.calls(answer(respond(429, "", "Retry-After: "+after+"\r\n")))
		}
	}},
	{name: "garbage in place of a response", statuses: []int{0}, run: func(x *trial) {
		for range 20 {
			x.calls(once(x.garbage(1 + x.draw(5000))))
		}
	}},
	{name: "a second response on the connection", statuses: []int{200}, run: func(x *trial) {
		x.calls(answer(respond(200, claim, isJSON) + respond(200, `{"contact_id":"other"}`, isJSON)))
	}},
}

// trickle sends a byte now and then, and reports whether the client still listens.
func (x *trial) trickle(p *peer) bool {
	time.Sleep(5 * time.Millisecond)
	n, err := io.WriteString(p.Conn, " ")
	x.sent.Add(int64(n))
	return err == nil
}

// goAwayAttacks refuse requests in ways after which net/http sends them again by
// itself.
var goAwayAttacks = []attack{
	{name: "HTTP/2: GOAWAY after each request", statuses: []int{0}, run: func(x *trial) {
		x.calls2(func(p *peer) {
			p.requests2(func(uint32) bool {
				p.send(frame(frameGoAway, 0, 0, "\x00\x00\x00\x00\x00\x00\x00\x00"))
				return false
			})
		})
	}},
	{name: "HTTP/2: each stream refused", statuses: []int{0}, run: func(x *trial) {
		x.calls2(func(p *peer) {
			p.requests2(func(stream uint32) bool {
				p.send(frame(frameReset, 0, stream, string(binary.BigEndian.AppendUint32(nil, 7))))
				return true
			})
		})
	}},
	{name: "HTTP/2: endless header", statuses: []int{0}, heap: 160 << 20, run: func(x *trial) {
		x.calls2(func(p *peer) {
			p.requests2(func(stream uint32) bool {
				p.send(frame(frameHeaders, 0, stream, "\x88"))
				p.fed(frame(frameContinuation, 0, stream, fields("x-large", strings.Repeat("x", 16000))), large)
				return false
			})
		})
	}},
	{name: "HTTP/2: connections that are closed", statuses: []int{0}, run: func(x *trial) {
		x.calls2(func(p *peer) { p.requests2(func(uint32) bool { return false }) })
	}},
	// The second request on each connection gets no response.
	{name: "used connections that are closed, Idempotency-Key", statuses: []int{0, 200}, run: func(x *trial) {
		x.calls(func(p *peer) {
			if p.request() {
				p.send(respond(200, claim, isJSON))
				p.request()
			}
		}, api.WithHeader("Idempotency-Key", "key"))
	}},
}
