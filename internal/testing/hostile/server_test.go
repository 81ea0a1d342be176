package hostile

import (
	"slices"
	"strings"
	"testing"
)

// TestServersSurviveHostileClients attacks servers of a generated service.
func TestServersSurviveHostileClients(t *testing.T) {
	runAttacks(t, slices.Concat(slowAttacks, framingAttacks, http2Attacks, serviceAttacks, bodyAttacks()))
}

// slowAttacks hold connections and memory with few bytes.
var slowAttacks = []attack{
	{name: "slow headers", statuses: []int{0, 408}, run: func(x *trial) {
		x.runConnected(200, x.hasty, func(c *conn) {
			c.send("POST " + getClaim + " HTTP/1.1\r\nHost: service\r\nX-Slow: ")
			c.response()
		})
	}},
	{name: "slow bodies", statuses: []int{0, 400}, run: func(x *trial) {
		x.runConnected(200, x.hasty, func(c *conn) {
			c.send(head(getClaim, known, length(1000)), "{")
			c.response()
			c.closed()
		})
	}},
	{name: "announced length, little sent", run: func(x *trial) {
		x.runConnected(200, x.front, func(c *conn) {
			c.send(head(getClaim, known, length(1<<20)), "{")
			x.settled()
		})
	}},
	{name: "announced length, credential in the body", run: func(x *trial) {
		x.runConnected(200, x.keyed, func(c *conn) {
			c.send(head(getClaim, length(1<<20)), "{")
			x.settled()
		})
	}},
	{name: "announced length, no credential", statuses: []int{401}, run: func(x *trial) {
		x.runConnected(200, x.front, func(c *conn) {
			c.send(head(getClaim, length(1<<20)), "{")
			c.response()
		})
	}},
	{name: "whole bodies, no credential", statuses: []int{401}, run: func(x *trial) {
		body := request(newContact, `{"name":"`+strings.Repeat("x", 1<<20-200)+`"}`)
		x.runConnected(20, x.front, func(c *conn) {
			c.send(body)
			c.response()
		})
	}},
	{name: "many whole bodies at once", heap: 192 << 20, statuses: []int{200, 503}, run: func(x *trial) {
		body := request(getClaim, `{"claim_id":"`+strings.Repeat("x", 1<<20-200)+`"}`, known)
		x.runConnected(24, x.front, func(c *conn) {
			c.send(body[:len(body)-1])
			x.settled()
			c.send(body[len(body)-1:])
			c.response()
		})
	}, response: 2 << 20},
	{name: "large responses that nobody reads", heap: 128 << 20, work: 64 << 10, run: func(x *trial) {
		x.runConnected(20, x.front, func(c *conn) {
			c.send(request(newContact, strings.Replace(contact, "an attacker", "large", 1), known))
			x.settled()
		})
	}},
	{name: "callers that leave within the request", run: func(x *trial) {
		whole := request(newContact, contact, known)
		x.runConnected(100, x.front, func(c *conn) {
			c.send(whole[:x.draw(len(whole))])
			c.abort()
		})
	}},
}

// framingAttacks are about where a request ends.
var framingAttacks = []attack{
	{name: "Expect: 100-continue without a credential", statuses: []int{401}, run: func(x *trial) {
		x.runConnected(20, x.front, func(c *conn) {
			c.send(head(newContact, length(len(contact)), "Expect: 100-continue\r\n"))
			c.response()
		})
	}},
	{name: "Expect: 100-continue", statuses: []int{100, 200}, executed: 20, run: func(x *trial) {
		x.runConnected(20, x.front, func(c *conn) {
			c.send(head(newContact, known, length(len(contact)), "Expect: 100-continue\r\n"))
			c.response()
			c.send(contact)
			c.response()
		})
	}},
	{name: "chunks of one byte and trailers", statuses: []int{200, 400}, executed: 10, work: 512, run: func(x *trial) {
		var chunks strings.Builder
		for i := range len(contact) {
			chunks.WriteString("1;ext=" + strings.Repeat("e", 10) + "\r\n" + contact[i:i+1] + "\r\n")
		}
		chunks.WriteString("0\r\nAuthorization: Bearer other\r\nContent-Length: 5\r\n\r\n")
		x.runConnected(10, x.front, func(c *conn) {
			c.send(head(newContact, known, "Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n"), chunks.String())
			c.response()
		})
	}},
	{name: "endless chunks", statuses: []int{413}, run: func(x *trial) {
		chunk := "8000\r\n" + strings.Repeat(" ", 0x8000) + "\r\n"
		x.runConnected(5, x.front, func(c *conn) {
			c.send(head(newContact, known, "Transfer-Encoding: chunked\r\n"))
			for range 40 {
				c.send(chunk)
			}
			c.CloseWrite() // the server reads on for a while before it responds
			c.response()
		})
	}},
	{name: "pipelined writes", statuses: []int{200}, executed: 100, run: func(x *trial) {
		x.runConnected(1, x.front, func(c *conn) {
			c.send(strings.Repeat(request(newContact, contact, known), 100))
			for range 100 {
				c.response()
			}
			x.exchanges.Add(100)
		})
	}},
	{name: "huge headers", statuses: []int{0, 431}, run: func(x *trial) {
		x.runConnected(10, x.front, func(c *conn) {
			c.send("POST " + getClaim + " HTTP/1.1\r\nHost: service\r\nX-Large: " + strings.Repeat("x", 1<<20) + "\r\n\r\n")
			c.response()
		})
	}},
	{name: "long request ids", statuses: []int{200}, response: 1 << 10, run: func(x *trial) {
		x.runConnected(10, x.front, func(c *conn) {
			c.send(request(getClaim, `{"claim_id":"1"}`, known, "X-Request-Id: "+strings.Repeat("i", 60<<10)+"\r\n"))
			c.response()
		})
	}},
	{name: "half closed connections", statuses: []int{200}, executed: 20, run: func(x *trial) {
		x.runConnected(20, x.front, func(c *conn) {
			c.send(request(newContact, contact, known))
			c.CloseWrite()
			c.response()
		})
	}},
	{name: "half closed within the body", statuses: []int{400}, run: func(x *trial) {
		x.runConnected(20, x.front, func(c *conn) {
			whole := request(newContact, contact, known)
			c.send(whole[:len(whole)-1])
			c.CloseWrite()
			c.response()
		})
	}},
}

// serviceAttacks make use of mistakes in the service.
var serviceAttacks = []attack{
	{name: "panics of the service and around it", statuses: []int{500}, run: func(x *trial) {
		for _, name := range []string{"panic", "panic in unwrap", "panic in the error handler"} {
			x.runConnected(5, x.front, func(c *conn) {
				c.send(request(newContact, strings.Replace(contact, "an attacker", name, 1), known))
				c.response()
			})
		}
	}},
}
