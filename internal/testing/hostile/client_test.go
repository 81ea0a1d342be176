package hostile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// TestClient attacks clients of a generated package.
func TestClient(t *testing.T) {
	runAttacks(t, slices.Concat(connectionAttacks, responseAttacks()))
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
	{name: "no response", statuses: []int{0}, run: func(x *trial) { x.calls(once()) }},
	{name: "connections that are closed at once", statuses: []int{0}, run: func(x *trial) { x.calls(func(*peer) {}) }},
	{name: "an endless body", statuses: []int{0}, heap: 256 << 20, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\n\r\n[")
			p.fed(strings.Repeat("[],", 10000), large)
		})
	}},
	{name: "announced length, over the limit", statuses: []int{0}, run: func(x *trial) {
		x.calls(once("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n{"))
	}},
	// net/http sends a request again by itself if it has a GetBody and this header. The second
	// request on each connection gets no response.
	{name: "used connections that are closed, Idempotency-Key", statuses: []int{0, 200}, run: func(x *trial) {
		x.calls(func(p *peer) {
			if p.request() {
				p.send(respond(200, claim, isJSON))
				p.request()
			}
		}, api.WithHeader("Idempotency-Key", "key"))
	}},
}
