package hostile

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// conn is a connection of an attacker.
type conn struct {
	net.Conn
	x      *trial
	reader *bufio.Reader
}

func newConn(x *trial, c net.Conn) *conn {
	c.SetDeadline(time.Now().Add(patience))
	return &conn{Conn: c, x: x, reader: bufio.NewReaderSize(c, 4<<10)}
}

// send writes as much as the server takes.
func (c *conn) send(texts ...string) {
	for _, text := range texts {
		n, _ := io.WriteString(c.Conn, text)
		c.x.sent.Add(int64(n))
	}
}

// response reads one response and returns its status, 0 if the connection ends before.
func (c *conn) response() int {
	res, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			c.x.violated("no response, and the connection stays open")
		}
		c.x.responded(0, 0)
		return 0
	}
	body := new(counter)
	size, _ := io.Copy(body, io.LimitReader(res.Body, 64<<20))
	if body.canaries.Load() > 0 {
		c.x.violated("a response shows a secret")
	}
	c.x.responded(res.StatusCode, size)
	return res.StatusCode
}

// closed waits until the server closes the connection.
func (c *conn) closed() {
	if _, err := io.Copy(io.Discard, c.reader); err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			c.x.violated("the connection stays open")
		}
	}
}

// abort resets the connection.
func (c *conn) abort() {
	c.Conn.(*net.TCPConn).SetLinger(0)
	c.Close()
}

const (
	newContact = "/api/v2/contacts/new_contact"
	getClaim   = "/api/v2/claims/get_claim"

	contact = `{"name":"an attacker","addresses":[{"type":"home"}]}`

	known = "Authorization: Bearer " + token + "\r\n"
)

// head returns the header of a request with further lines.
func head(path string, lines ...string) string {
	return "POST " + path + " HTTP/1.1\r\nHost: service\r\n" + strings.Join(lines, "") + "\r\n"
}

func length(n int) string { return fmt.Sprintf("Content-Length: %d\r\n", n) }

// request returns a whole request.
func request(path, body string, lines ...string) string {
	return head(path, append(lines, length(len(body)))...) + body
}

// CloseWrite closes the connection to the server.
func (c *conn) CloseWrite() { c.Conn.(*net.TCPConn).CloseWrite() }
