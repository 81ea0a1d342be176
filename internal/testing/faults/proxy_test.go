package faults

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// proxy passes bytes between clients and the service, and injects faults. It reads
// just enough of HTTP/1.1 to know where a message ends.
type proxy struct {
	trial    *trial
	listener net.Listener
	service  net.Addr
	links    sync.WaitGroup
	injected []atomic.Int64 // by index of faults
}

func newProxy(t *testing.T, x *trial, service net.Addr) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{trial: x, listener: listener, service: service, injected: make([]atomic.Int64, len(faults))}
	p.links.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			p.links.Go(func() { p.serve(conn.(*net.TCPConn)) })
		}
	})
	return p
}

func (p *proxy) url() string { return "http://" + p.listener.Addr().String() }

// stop waits until the clients have closed their connections.
func (p *proxy) stop() {
	p.listener.Close()
	p.links.Wait()
}

// exchange is a request and its response on a connection between a client and the
// proxy. The connection to the service is opened when it is needed, and is closed
// with that of the client.
type exchange struct {
	proxy                   *proxy
	client, service         *net.TCPConn
	fromClient, fromService *bufio.Reader

	rand   *rand.Rand // random source of its fault
	head   []byte     // of the request
	length int        // of the body
	ended  bool       // the end of the connection ends the response

	asked, responded []byte // the request and the response
}

// errHangUp closes a connection.
var errHangUp = errors.New("hang up")

// serve handles the requests on a connection of a client.
func (p *proxy) serve(conn *net.TCPConn) {
	defer conn.Close()
	x := &exchange{proxy: p, client: conn, fromClient: bufio.NewReader(conn)}
	defer func() {
		if x.service != nil {
			x.service.Close()
		}
	}()
	for {
		x.waitForClient()
		var err error
		if x.head, x.length, err = readHead(x.fromClient); err != nil {
			return
		}
		if faults[x.arrive()].inject(x) != nil || x.ended {
			return
		}
	}
}

// waitForClient limits how long the client may be idle, so that a client that waits
// forever for a response is detected.
func (x *exchange) waitForClient() { x.client.SetReadDeadline(time.Now().Add(2 * muchTooLate)) }

// arrive counts the attempt and returns the index of its fault, which depends only
// on the call and the attempt.
func (x *exchange) arrive() int {
	t := x.proxy.trial
	number, _ := strconv.Atoi(field(x.head, "X-Request-Id"))
	attempt := t.calls[number].arrived.Add(1)
	x.rand = draw(number, "fault", int(attempt))
	fault := drawFault(x.rand, planOf(number))
	x.proxy.injected[fault].Add(1)
	return fault
}

// request reads the whole request.
func (x *exchange) request() ([]byte, error) {
	whole := append(x.head, make([]byte, x.length)...)
	_, err := io.ReadFull(x.fromClient, whole[len(x.head):])
	return whole, err
}

// forward writes to the service.
func (x *exchange) forward(b []byte) error {
	if x.service == nil {
		conn, err := net.Dial("tcp", x.proxy.service.String())
		if err != nil {
			return err
		}
		x.service, x.fromService = conn.(*net.TCPConn), bufio.NewReader(conn)
	}
	_, err := x.service.Write(b)
	return err
}

// readResponse reads a whole response of the service.
func (x *exchange) readResponse() ([]byte, error) {
	head, length, err := readHead(x.fromService)
	if err != nil {
		return nil, err
	}
	if length < 0 {
		x.ended = true
		rest, err := io.ReadAll(x.fromService)
		return append(head, rest...), err
	}
	whole := append(head, make([]byte, length)...)
	_, err = io.ReadFull(x.fromService, whole[len(head):])
	return whole, err
}

// reply writes to the client.
func (x *exchange) reply(b []byte) error {
	_, err := x.client.Write(b)
	return err
}

// readHead reads a message up to its body. The length is -1 if the head does not
// contain it.
func readHead(r *bufio.Reader) (head []byte, length int, err error) {
	for !bytes.HasSuffix(head, []byte("\r\n\r\n")) {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return nil, 0, err
		}
		head = append(head, line...)
	}
	length, err = strconv.Atoi(field(head, "Content-Length"))
	if err != nil {
		length = -1
	}
	return head, length, nil
}

// field returns the value of a header field in a head, or "" if there is none.
func field(head []byte, name string) string {
	_, after, _ := bytes.Cut(head, []byte("\r\n"+name+": "))
	value, _, _ := bytes.Cut(after, []byte("\r\n"))
	return string(value)
}
