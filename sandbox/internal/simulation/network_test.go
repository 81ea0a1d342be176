package simulation

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
	"time"
)

// network connects clients with one service in memory. Each connection has at most one fault.
type network struct {
	accepted chan net.Conn
	closed   chan struct{}

	mu    sync.Mutex
	rand  *rand.Rand
	calm  bool // there are no faults
	relay sync.WaitGroup
}

func newNetwork(r *rand.Rand) *network {
	return &network{accepted: make(chan net.Conn), closed: make(chan struct{}), rand: r}
}

// Accept is [net.Listener.Accept].
func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.accepted:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

// Close is [net.Listener.Close].
func (n *network) Close() error {
	close(n.closed)
	return nil
}

// Addr is [net.Listener.Addr].
func (n *network) Addr() net.Addr { return &net.TCPAddr{} }

// direction is what happens to the bytes of one direction.
type direction struct {
	cut   int // after so many bytes the connection breaks; -1 for never
	drop  int // after so many bytes nothing arrives any more; -1 for never
	delay time.Duration
}

var noFault = direction{cut: -1, drop: -1}

// draw returns the fault of a new connection.
func (n *network) draw() (refused bool, up, down direction) {
	n.mu.Lock()
	defer n.mu.Unlock()
	up, down = noFault, noFault
	if n.calm {
		return false, up, down
	}
	at := n.rand.IntN(1200) // messages have some hundred bytes
	late := time.Duration(n.rand.Int64N(int64(8 * time.Second)))
	switch n.rand.IntN(12) {
	case 0:
		refused = true
	case 1:
		up.cut = at
	case 2:
		down.cut = at
	case 3:
		up.drop = at
	case 4:
		down.drop = at
	case 5:
		up.delay = late
	case 6:
		down.delay = late
	}
	return refused, up, down
}

// quiet ends all faults of new connections.
func (n *network) quiet() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.calm = true
}

// dial connects a client.
func (n *network) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	refused, up, down := n.draw()
	if refused {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	client, fromClient := net.Pipe()
	service, toService := net.Pipe()
	select {
	case n.accepted <- service:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	end := func() {
		fromClient.Close()
		toService.Close()
	}
	n.relay.Go(func() { defer end(); up.copy(toService, fromClient) })
	n.relay.Go(func() { defer end(); down.copy(fromClient, toService) })
	return client, nil
}

// copy copies until an end of the connection is closed, or a fault breaks it.
func (d direction) copy(to io.Writer, from io.Reader) {
	buffer := make([]byte, 4096)
	for passed := 0; ; {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		time.Sleep(d.delay)
		bytes := buffer[:n]
		breaks := d.cut >= 0 && passed+n >= d.cut
		if breaks {
			bytes = bytes[:d.cut-passed]
		}
		if d.drop >= 0 {
			bytes = bytes[:min(n, max(d.drop-passed, 0))]
		}
		if len(bytes) > 0 {
			if _, err := to.Write(bytes); err != nil {
				return
			}
		}
		if breaks {
			return
		}
		passed += n
	}
}
