package hostile

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
)

// http2Attacks come over HTTP/2, in 200 streams at once. The client of net/http allocates half
// a megabyte for each.
var http2Attacks = []attack{
	{name: "HTTP/2: announced lengths", statuses: []int{0}, heap: 160 << 20, work: 1 << 20, run: func(x *trial) {
		x.streams(x.front, "{", 1<<20)
	}},
	{name: "HTTP/2: announced lengths, credential in the body", statuses: []int{0}, heap: 160 << 20, work: 1 << 20, run: func(x *trial) {
		x.streams(x.keyed, "{", 1<<20)
	}},
	{name: "HTTP/2: whole requests", statuses: []int{200}, executed: 200, run: func(x *trial) {
		x.streams(x.front, contact, int64(len(contact)))
	}},
}

// streams sends the beginnings of requests with an announced length. After the
// server has read them, it closes the connection, unless they are complete.
func (x *trial) streams(at *front, text string, length int64) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	transport := &http.Transport{Protocols: new(http.Protocols), DialContext: func(_ context.Context, network, address string) (net.Conn, error) {
		c, err := net.Dial(network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { c.Close() })
		}
		return c, err
	}}
	transport.Protocols.SetUnencryptedHTTP2(true)
	var begun, ended sync.WaitGroup
	for range 200 * scale() {
		body, rest := io.Pipe()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+at.entrance.Addr().String()+newContact, body)
		if err != nil {
			x.violated("%v", err)
			return
		}
		r.ContentLength = length
		r.Header.Set("Authorization", "Bearer "+token)
		x.exchanges.Add(1)
		begun.Go(func() {
			n, _ := io.WriteString(rest, text)
			x.sent.Add(int64(n))
			if int64(n) == length {
				rest.Close()
			}
		})
		ended.Go(func() {
			res, err := transport.RoundTrip(r)
			if err != nil {
				x.responded(0, 0)
				return
			}
			n, _ := io.Copy(io.Discard, res.Body)
			res.Body.Close()
			x.responded(res.StatusCode, n)
		})
	}
	if begun.Wait(); length > int64(len(text)) {
		x.settled()
		cancel()
	}
	ended.Wait()
}

func atFront(x *trial) *front { return x.front }
func atKeyed(x *trial) *front { return x.keyed }
