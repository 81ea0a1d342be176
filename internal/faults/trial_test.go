package faults

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"runtime/metrics"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
)

// workers is how many calls are made at a time.
const workers = 16

// trial is what is known of all calls. All of it is there from the start, so that
// keeping the books takes no memory while calls are made.
type trial struct {
	calls   []record
	clients [3]*client
	server  *http.Server
	proxy   *proxy

	open, refused, empty, early atomic.Int64 // connections, dials, requests without a body, repetitions before their time
	maxHeap                     atomic.Uint64
	heaps                       []uint64 // after each quarter of the calls

	mu       sync.Mutex
	failures map[string]int // of calls, by kind
	broken   []string       // what must not happen
}

// record is what became of a call.
type record struct {
	executed  atomic.Int32 // by the service
	arrived   atomic.Int32 // attempts, at the proxy
	sent      int32        // attempts, by the client
	succeeded bool
}

// newTrial starts service, proxy and clients.
func newTrial(t *testing.T) *trial {
	x := &trial{calls: make([]record, *calls), failures: make(map[string]int)}
	longText()
	log.SetOutput(io.Discard) // net/http tells of the bytes that nobody asked for
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

// stop ends proxy and service. What the service still executes is waited for.
func (x *trial) stop(t *testing.T) {
	x.proxy.stop()
	require.NoError(t, x.server.Shutdown(context.Background()))
}

// violated notes something that must not happen, up to a number.
func (x *trial) violated(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.broken) < 20 {
		x.broken = append(x.broken, fmt.Sprintf(format, args...))
	}
}

// makeCalls makes the calls from one number up to another.
func (x *trial) makeCalls(from, to int) {
	var next atomic.Int64
	next.Store(int64(from))
	var workersLeft sync.WaitGroup
	for range workers {
		workersLeft.Go(func() {
			for number := int(next.Add(1) - 1); number < to; number = int(next.Add(1) - 1) {
				x.makeCall(planOf(number))
				if number%100 == 0 {
					x.sampleHeap()
				}
			}
		})
	}
	workersLeft.Wait()
}

// makeCall makes one call and checks what came of it.
func (x *trial) makeCall(p *plan) {
	c, under := x.clients[p.client], &progress{plan: p}
	ctx := context.WithValue(context.Background(), progressKey{}, under)
	opts := []api.CallOption{api.WithHeader("X-Request-Id", strconv.Itoa(p.number)), api.WithRetry(policies[p.ending])}
	if p.operation.effect == api.Write { // net/http repeats a request that has the field, if it can
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
	answer, err := p.operation.call(ctx, c, p, opts...)
	if late := time.Since(end); p.after > 0 && late > muchTooLate {
		x.violated("call %d went on for %v after its context was over", p.number, late)
	}
	x.check(ctx, under, answer, err)
}

// muchTooLate is no time that a busy machine needs, and less than the proxy
// keeps a connection that it holds.
const muchTooLate = 10 * time.Second

func (x *trial) sampleHeap() {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	for now := sample[0].Value.Uint64(); ; {
		if before := x.maxHeap.Load(); now <= before || x.maxHeap.CompareAndSwap(before, now) {
			return
		}
	}
}
