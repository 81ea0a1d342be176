package hostile

import (
	"slices"
	"strings"
	"testing"
)

// TestServer attacks servers of a generated service.
func TestServer(t *testing.T) {
	runAttacks(t, slices.Concat(slowAttacks, framingAttacks, http2Attacks(), serviceAttacks, bodyAttacks()))
}

// slowAttacks hold connections and memory with few bytes.
var slowAttacks = []attack{
	{name: "slow headers", statuses: []int{0, 408}, run: func(x *trial) {
		x.each(200, x.hasty, func(c *conn) {
			c.send("POST " + getClaim + " HTTP/1.1\r\nHost: service\r\nX-Slow: ")
			c.response()
		})
	}},
	{name: "slow bodies", statuses: []int{0, 400}, run: func(x *trial) {
		x.each(200, x.hasty, func(c *conn) {
			c.send(head(getClaim, known, length(1000)), "{")
			c.response()
			c.closed()
		})
	}},
	{name: "announced length, little sent", run: func(x *trial) {
		x.each(200, x.front, func(c *conn) {
			c.send(head(getClaim, known, length(1<<20)), "{")
			x.settled()
		})
	}},
	{name: "announced length, credential in the body", run: func(x *trial) {
		x.each(200, x.keyed, func(c *conn) {
			c.send(head(getClaim, length(1<<20)), "{")
			x.settled()
		})
	}},
	{name: "announced length, no credential", statuses: []int{401}, run: func(x *trial) {
		x.each(200, x.front, func(c *conn) {
			c.send(head(getClaim, length(1<<20)), "{")
			c.response()
		})
	}},
	{name: "whole bodies, no credential", statuses: []int{401}, run: func(x *trial) {
		body := request(newContact, `{"name":"`+strings.Repeat("x", 1<<20-200)+`"}`)
		x.each(20, x.front, func(c *conn) {
			c.send(body)
			c.response()
		})
	}},
	{name: "many whole bodies at once", heap: 192 << 20, statuses: []int{200, 503}, run: func(x *trial) {
		body := request(getClaim, `{"claim_id":"`+strings.Repeat("x", 1<<20-200)+`"}`, known)
		x.each(24, x.front, func(c *conn) {
			c.send(body[:len(body)-1])
			x.settled()
			c.send(body[len(body)-1:])
			c.response()
		})
	}, response: 2 << 20},
	{name: "large responses that nobody reads", heap: 128 << 20, work: 64 << 10, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			c.send(request(newContact, strings.Replace(contact, "an attacker", "large", 1), known))
			x.settled()
		})
	}},
	{name: "callers that leave within the request", run: func(x *trial) {
		whole := request(newContact, contact, known)
		x.each(100, x.front, func(c *conn) {
			c.send(whole[:x.draw(len(whole))])
			c.abort()
		})
	}},
}

// framingAttacks are about where a request ends.
var framingAttacks = []attack{
	{name: "Expect: 100-continue without a credential", statuses: []int{401}, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			c.send(head(newContact, length(len(contact)), "Expect: 100-continue\r\n"))
			c.response()
		})
	}},
	{name: "Expect: 100-continue", statuses: []int{100, 200}, executed: 20, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			c.send(head(newContact, known, length(len(contact)), "Expect: 100-continue\r\n"))
			c.response()
			c.send(contact)
			c.response()
		})
	}},
	{name: "unknown expectation", statuses: []int{417}, run: func(x *trial) {
		x.each(5, x.front, func(c *conn) {
			c.send(request(newContact, contact, known, "Expect: 200-maybe\r\n"))
			c.response()
		})
	}},
	{name: "chunks of one byte and trailers", statuses: []int{200, 400}, executed: 10, work: 512, run: func(x *trial) {
		var chunks strings.Builder
		for i := range len(contact) {
			chunks.WriteString("1;ext=" + strings.Repeat("e", 10) + "\r\n" + contact[i:i+1] + "\r\n")
		}
		chunks.WriteString("0\r\nAuthorization: Bearer other\r\nContent-Length: 5\r\n\r\n")
		x.each(10, x.front, func(c *conn) {
			c.send(head(newContact, known, "Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n"), chunks.String())
			c.response()
		})
	}},
	{name: "a megabyte of chunk extensions", statuses: []int{0, 400}, run: func(x *trial) {
		x.each(5, x.front, func(c *conn) {
			c.send(head(newContact, known, "Transfer-Encoding: chunked\r\n"))
			for range 1000 {
				c.send("1;", strings.Repeat("e", 1000), "\r\n \r\n")
			}
			c.response()
		})
	}},
	{name: "endless chunks", statuses: []int{413}, run: func(x *trial) {
		chunk := "8000\r\n" + strings.Repeat(" ", 0x8000) + "\r\n"
		x.each(5, x.front, func(c *conn) {
			c.send(head(newContact, known, "Transfer-Encoding: chunked\r\n"))
			for range 40 {
				c.send(chunk)
			}
			c.CloseWrite() // the server reads on for a while before it responds
			c.response()
		})
	}},
	{name: "pipelined writes", statuses: []int{200}, executed: 100, run: func(x *trial) {
		x.each(1, x.front, func(c *conn) {
			c.send(strings.Repeat(request(newContact, contact, known), 100))
			for range 100 {
				c.response()
			}
			x.exchanges.Add(100)
		})
	}},
	{name: "lengths that contradict, transfer codings", statuses: []int{0, 400, 401, 501}, run: func(x *trial) {
		for _, lines := range []string{
			"Content-Length: 5\r\nContent-Length: 50\r\n",
			"Content-Length: 5, 50\r\n",
			"Content-Length: +51\r\n",
			"Content-Length: -1\r\n",
			"Content-Length: 0x33\r\n",
			"Content-Length: 99999999999999999999\r\n",
			"Transfer-Encoding: gzip\r\n",
			"Transfer-Encoding: gzip, chunked\r\n",
			"Transfer-Encoding: chunked, chunked\r\n",
			"Transfer-Encoding: identity\r\n",
			"Transfer-Encoding: xchunked\r\n",
			"Transfer-Encoding:\vchunked\r\n",
			"Transfer-Encoding : chunked\r\n",
			" folded\r\n",
		} {
			x.each(1, x.front, func(c *conn) {
				c.send(head(newContact, known, lines), contact)
				c.CloseWrite()
				c.response()
			})
		}
	}},
	// net/http follows the chunks, as RFC 9112 allows. A proxy that follows the length
	// has to refuse this.
	{name: "length and chunks at once", statuses: []int{200, 422}, executed: 5, run: func(x *trial) {
		hidden := request(newContact, contact, known)
		x.each(5, x.front, func(c *conn) {
			c.send(head(newContact, known, length(5+len(hidden)), "Transfer-Encoding: chunked\r\n"), "0\r\n\r\n", hidden)
			c.response()
			c.response()
		})
	}},
	{name: "huge headers", statuses: []int{0, 431}, run: func(x *trial) {
		x.each(10, x.front, func(c *conn) {
			c.send("POST " + getClaim + " HTTP/1.1\r\nHost: service\r\nX-Large: " + strings.Repeat("x", 1<<20) + "\r\n\r\n")
			c.response()
		})
	}},
	{name: "thousands of headers", statuses: []int{401}, run: func(x *trial) {
		x.each(10, x.front, func(c *conn) {
			c.send(request(getClaim, "{}", strings.Repeat("A: b\r\n", 5000)))
			c.response()
		})
	}},
	{name: "long request ids", statuses: []int{200}, response: 1 << 10, run: func(x *trial) {
		x.each(10, x.front, func(c *conn) {
			c.send(request(getClaim, `{"claim_id":"1"}`, known, "X-Request-Id: "+strings.Repeat("i", 60<<10)+"\r\n"))
			c.response()
		})
	}},
	{name: "half closed connections", statuses: []int{200}, executed: 20, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			c.send(request(newContact, contact, known))
			c.CloseWrite()
			c.response()
		})
	}},
	{name: "half closed within the body", statuses: []int{400}, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			whole := request(newContact, contact, known)
			c.send(whole[:len(whole)-1])
			c.CloseWrite()
			c.response()
		})
	}},
	{name: "garbage in place of a request", statuses: []int{0, 400}, run: func(x *trial) {
		x.each(20, x.front, func(c *conn) {
			c.send(x.garbage(1 + x.draw(4000)))
			c.CloseWrite()
			c.response()
		})
	}},
	{name: "escaped and other paths", statuses: []int{400, 404, 405}, run: func(x *trial) {
		for _, path := range []string{
			"/api%2Fv2%2Fcontacts%2Fnew_contact", "/api/v2/contacts/new%5Fcontact", "/%61pi/v2/contacts/new_contact",
			"//api/v2/contacts/new_contact", "/api/v2/contacts/new_contact/", "/api/v2/../v2/contacts/new_contact",
			"/api/v2/./contacts/new_contact", "/api/v2/contacts/new_contact%00", "/api/v2/contacts/new_contact;x",
			"/API/v2/contacts/new_contact", `/api\v2\contacts\new_contact`, "/api/v2/contacts%2fnew_contact", "*",
		} {
			x.each(1, x.front, func(c *conn) {
				c.send(request(path, contact, known))
				c.response()
			})
		}
		for _, method := range []string{"GET", "PUT", "TRACE", "CONNECT"} {
			x.each(1, x.front, func(c *conn) {
				c.send(strings.Replace(request(newContact, contact, known), "POST", method, 1))
				c.response()
			})
		}
	}},
}

// serviceAttacks make use of mistakes in the service.
var serviceAttacks = []attack{
	{name: "panics of the service and around it", statuses: []int{500}, run: func(x *trial) {
		for _, name := range []string{"panic", "panic in unwrap", "panic in the error handler"} {
			x.each(5, x.front, func(c *conn) {
				c.send(request(newContact, strings.Replace(contact, "an attacker", name, 1), known))
				c.response()
			})
		}
	}},
}
