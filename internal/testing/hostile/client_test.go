package hostile

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"example.com/opgen/api"
)

// TestClientsSurviveHostileServers attacks clients of a generated package.
func TestClientsSurviveHostileServers(t *testing.T) {
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
			x.calls(respondOnce(whole[:cut]))
		}
		if n := x.figures.statuses[200]; n > 0 {
			x.violated("%d calls succeeded with a part of a response", n)
		}
		x.calls(respondOnce(whole))
	}},
	{name: "closed at each byte of the chunks", statuses: []int{0}, run: func(x *trial) {
		whole := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(claim), claim)
		for cut := range len(whole) - 2 {
			x.calls(respondOnce(whole[:cut]))
		}
	}},
	{name: "no response", statuses: []int{0}, run: func(x *trial) { x.calls(respondOnce()) }},
	{name: "connections that are closed at once", statuses: []int{0}, run: func(x *trial) { x.calls(func(*peer) {}) }},
	{name: "an endless body", statuses: []int{0}, heap: 256 << 20, run: func(x *trial) {
		x.calls(func(p *peer) {
			p.request()
			p.send("HTTP/1.1 200 OK\r\n\r\n[")
			p.fed(strings.Repeat("[],", 10000), large)
		})
	}},
	{name: "announced length, over the limit", statuses: []int{0}, run: func(x *trial) {
		x.calls(respondOnce("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n{"))
	}},
	// net/http sends a request again by itself if it has a GetBody and this header, or
	// Idempotency-Key, which a client refuses for all calls. The second request on each
	// connection gets no response.
	{name: "used connections that are closed, X-Idempotency-Key", statuses: []int{0, 200}, run: func(x *trial) {
		x.calls(func(p *peer) {
			if p.request() {
				p.send(respond(200, claim, isJSON))
				p.request()
			}
		}, api.WithHeader("X-Idempotency-Key", "key"))
	}},
}

// reply is a hostile response.
type reply struct {
	name     string
	status   int // of the response
	lines    string
	text     func() string
	envelope bool
	want     []int // how calls may end
	heap     int64
}

// replies are hostile responses.
var replies = []reply{
	{"a bomb of gzip", 200, isGzip, func() string { return compressed(io.LimitReader(blanks{}, 200<<20)) }, false, []int{0}, 256 << 20},
	{"a bomb of gzip, envelope", 200, isGzip, func() string { return compressed(io.LimitReader(blanks{}, 200<<20)) }, true, []int{0}, 256 << 20},
	{"a bomb of gzip as a problem", 400, isGzip + isProblem, func() string { return compressed(io.LimitReader(blanks{}, 200<<20)) }, false, []int{400}, 256 << 20},
	{"messages below long keys, envelope", 200, isGzip, func() string {
		return compressed(strings.NewReader(`{"success":false,"messages":{"` + strings.Repeat("k", 4<<20) + `":[` + repeat(`"m",`, 100000) + `]}}`))
	}, true, []int{0}, 192 << 20},
	{"messages below deep keys, envelope", 400, isGzip, func() string {
		key := strings.Repeat("k", 100<<10)
		return compressed(strings.NewReader(`{"success":false,"message":` + strings.Repeat(`{"`+key+`":`, 50) + `[` + repeat(`"m",`, 100000) + `]` + strings.Repeat("}", 51)))
	}, true, []int{400}, 192 << 20},
	{"10,000 messages, envelope", 200, "", func() string {
		return `{"success":false,"messages":[` + repeat(`"`+strings.Repeat("m", 100)+`",`, 10000) + `]}`
	}, true, []int{0}, 0},
	{"a long message, envelope", 422, "", func() string { return `{"success":false,"message":"` + strings.Repeat("m", 4<<20) + `"}` }, true, []int{422}, 96 << 20},
	{"10,000 violations", 422, isProblem, func() string {
		return `{"title":"x","status":422,"errors":[` + numbered(`{"field":"/f%d","rule":"type","message":"must be a string"},`, 10000) + `]}`
	}, false, []int{422}, 0},
	{"long violations", 422, isProblem, func() string {
		text := strings.Repeat("v", 100<<10)
		return `{"status":422,"errors":[` + repeat(`{"field":"`+text+`","rule":"`+text+`","message":"`+text+`"},`, 10) + `]}`
	}, false, []int{422}, 96 << 20},
	{"control characters in a problem", 422, isProblem, func() string {
		return `{"title":"\u001b[2J\u0007\r\nforged","detail":"\u001b[2J","errors":[{"field":"/\u001b[31m","rule":"\u009b31m\n","message":"\u001b]0;x\u0007"}]}`
	}, false, []int{422}, 0},
	{"control characters in messages, envelope", 200, "", func() string { return `{"success":false,"message":"\u001b[2J\u0007\r\nforged"}` }, true, []int{0}, 0},
	{"deep nesting", 200, "", func() string { return strings.Repeat("[", 1<<20) }, false, []int{0}, 0},
	{"deep nesting, envelope", 200, "", func() string { return `{"success":true,"data":` + strings.Repeat(`{"a":`, 1<<18) }, true, []int{0}, 0},
	{"deep nesting in a problem", 500, isProblem, func() string { return `{"errors":` + strings.Repeat(`[`, 1<<20) }, false, []int{500}, 0},
	{"a million numbers in a list", 200, "", func() string { return `{"contact_id":1,"data":[` + repeat("1,", 999_000) + `]}` }, false, []int{0, 200}, 256 << 20},
	{"an error page", 502, "Content-Type: text/html\r\n", func() string { return "<h1>" + secret + "</h1>" + strings.Repeat("x", 1<<20) }, false, []int{502}, 0},
	{"a canary in each place", 400, isProblem + "Set-Cookie: " + secret + "\r\n", func() string {
		return `{"type":"` + secret + `","detail":"` + secret + `","instance":"` + secret + `","other":"` + secret + `"}`
	}, false, []int{400}, 0},
	{"status 101", 101, "", func() string { return "" }, false, []int{101}, 0},
	{"status 999", 999, "", func() string { return claim }, false, []int{999}, 0},
	{"a request id of 900 KB", 400, "X-Request-Id: " + strings.Repeat("i", 900<<10) + "\r\n", func() string { return "{}" }, false, []int{400}, 64 << 20},
}

// responseAttacks respond to each call with one of the replies.
func responseAttacks() (list []attack) {
	for _, r := range replies {
		body := r.text()
		whole := respond(r.status, body, r.lines)
		a := attack{name: r.name, statuses: r.want, heap: r.heap, response: 4 << 10, run: func(x *trial) {
			if r.envelope {
				x.calls(responding(whole), api.WithEnvelope())
			} else {
				x.calls(responding(whole))
			}
		}}
		if strings.Contains(r.lines, isGzip) {
			a.work = 1 << 20 // of what is compressed
		}
		list = append(list, a)
	}
	return list
}
