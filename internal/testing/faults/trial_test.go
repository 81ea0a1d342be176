package faults

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// workers is the number of concurrent calls.
const workers = 16

// trial holds the state of all calls. It is allocated at the start, so that it uses
// no memory while calls are made.
type trial struct {
	calls   []record
	clients [3]*client
	server  *http.Server
	proxy   *proxy

	open, early atomic.Int64 // connections, early retries
	payments    payments
	heaps       []uint64 // after each quarter of the calls

	mu     sync.Mutex
	broken []string // violations of what is promised
}

// record is the outcome of a call.
type record struct {
	executed  atomic.Int32 // executions by the service
	arrived   atomic.Int32 // attempts that reached the proxy
	sent      int32        // attempts that the client made
	otherwise int32        // attempts of another call with the same key
	succeeded bool
}

// newTrial starts service, proxy and clients.
func newTrial(t *testing.T) *trial {
	x := &trial{calls: make([]record, calls())}
	x.payments.known = make(map[sum]paid, calls())
	longText()
	log.SetOutput(io.Discard) // net/http logs unexpected bytes
	h, err := x.handler()
	require.NoError(t, err)
	x.server = api.NewServer(h)
	x.server.ReadHeaderTimeout, x.server.ReadTimeout = time.Second, time.Second
	x.server.WriteTimeout, x.server.IdleTimeout = 2*time.Second, time.Second
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go x.server.Serve(listener)
	x.proxy = newProxy(t, x, listener.Addr())
	for i := range x.clients {
		x.clients[i] = x.newClient(t, x.proxy.url(), i != closing)
	}
	return x
}

func (x *trial) closeIdle() {
	for _, c := range x.clients {
		c.CloseIdleConnections()
	}
}

// stop stops proxy and service. It waits for running executions.
func (x *trial) stop(t *testing.T) {
	x.proxy.stop()
	require.NoError(t, x.server.Shutdown(context.Background()))
}

// violated records a broken promise, up to a limit.
func (x *trial) violated(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.broken) < 20 {
		x.broken = append(x.broken, fmt.Sprintf(format, args...))
	}
}

// makeCalls makes the calls in a range of numbers.
func (x *trial) makeCalls(from, to int) {
	var next atomic.Int64
	next.Store(int64(from))
	var workersLeft sync.WaitGroup
	for range workers {
		workersLeft.Go(func() {
			for number := int(next.Add(1) - 1); number < to; number = int(next.Add(1) - 1) {
				x.makeCall(planOf(number))
			}
		})
	}
	workersLeft.Wait()
}

// makeCall makes one call and checks its result.
func (x *trial) makeCall(p *plan) {
	c, under := x.clients[p.client], &progress{plan: p}
	ctx := context.WithValue(context.Background(), progressKey{}, under)
	opts := []api.CallOption{api.WithHeader("X-Request-Id", strconv.Itoa(p.number)), api.WithRetry(policies[p.ending])}
	if p.operation.effect == api.Write { // net/http retries a request that has this header, if it can
		opts = append(opts, api.WithHeader("Idempotency-Key", p.id))
	}
	end := time.Now().Add(p.after)
	switch p.ending {
	case deadline:
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end)
		defer cancel()
	case cancellation:
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		defer time.AfterFunc(p.after, cancel).Stop()
	}
	c.calls.Add(1)
	response, err := p.operation.call(ctx, c, p, opts...)
	if late := time.Since(end); p.after > 0 && late > muchTooLate {
		x.violated("call %d went on for %v after its context was over", p.number, late)
	}
	x.check(ctx, under, response, err)
	if p.operation.effect == keyed && p.number%10 == 0 && err == nil {
		x.payOtherwise(ctx, c, under, opts)
	}
}

// muchTooLate is longer than a busy machine needs, and shorter than the time for
// which the proxy holds a connection.
const muchTooLate = time.Minute
