package hostile

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/internal/testing/long"
)

// targets are a service behind two servers, and a good caller of the first.
type targets struct {
	service      service
	front, keyed *front // credentials in the header; in the body
	hasty        *front // as front, with short timeouts
	caller       *caller
	perPair      struct{ allocated, logged int64 } // bytes, of a pair of good calls
}

func newTargets(t *testing.T) *targets {
	b := new(targets)
	b.front = newFront(t, &b.service, api.WithServerAuthenticator(inHeader))
	b.keyed = newFront(t, &b.service, api.WithServerAuthenticator(inBody), api.WithServerBodyCredential("api_key"))
	b.hasty = newFront(t, &b.service, api.WithServerAuthenticator(inHeader))
	b.hasty.server.ReadHeaderTimeout, b.hasty.server.ReadTimeout = time.Second/2, time.Second/2
	b.caller = newCaller(t, b.front.good)
	return b
}

func (b *targets) fronts() []*front { return []*front{b.front, b.keyed, b.hasty} }

// sum adds up a figure of all servers.
func (b *targets) sum(of func(*front) int64) (total int64) {
	for _, f := range b.fronts() {
		total += of(f)
	}
	return total
}

// goodCallsAlone returns how long good calls take when nobody attacks.
func (b *targets) goodCallsAlone() time.Duration {
	const calls = 300
	b.caller.call()
	b.caller.take()
	before, logged := allocated(), b.logged()
	for range calls {
		b.caller.call()
	}
	b.perPair.allocated, b.perPair.logged = int64(allocated()-before)/calls, (b.logged()-logged)/calls
	took, _, _ := b.caller.take()
	b.service.good.Store(0)
	return p99(took)
}

func (b *targets) stop(t *testing.T) {
	b.caller.transport.CloseIdleConnections()
	for _, f := range b.fronts() {
		require.NoError(t, f.server.Shutdown(context.Background()))
	}
}

// trial is one attack under way.
type trial struct {
	*targets
	attack *attack
	rand   *rand.Rand

	exchanges, requests, sent atomic.Int64

	mu       sync.Mutex
	figures  figures
	broken   []string
	response int64 // bytes of the largest
}

// try runs an attack while good calls go on, and checks what it promises.
func (b *targets) try(t *testing.T, a *attack, round int) *figures {
	x := &trial{targets: b, attack: a, rand: rand.New(rand.NewPCG(*long.Seed, uint64(round)))}
	x.figures.statuses = make(map[int]int)
	b.service.executed.Store(0)
	b.service.good.Store(0)
	logged := b.logged()
	before := heap()
	work := allocated()
	end := watchHeap()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { defer close(stopped); b.caller.goOn(stop) }()
	a.run(x)
	close(stop)
	<-stopped
	peak := end()
	took, pairs, broken := b.caller.take()
	x.broken = append(x.broken, broken...)

	f := &x.figures
	f.heap = max(0, int64(peak)-int64(before))
	f.work = max(0, int64(allocated()-work)-pairs*b.perPair.allocated)
	f.exchanges, f.requests, f.sent, f.response = x.exchanges.Load(), x.requests.Load(), x.sent.Load(), x.response
	f.logged = b.logged() - logged - pairs*b.perPair.logged
	f.goodCalls, f.p99 = len(took), p99(took)
	if !soon(func() bool { return b.sum(func(f *front) int64 { return f.entrance.open.Load() }) == 0 }) {
		x.violated("connections are left open")
	}
	f.executed = b.service.executed.Load()
	if n := b.service.good.Load(); n != pairs {
		x.violated("%d good writes were executed %d times", pairs, n)
	}
	x.check()
	require.Empty(t, x.broken, "what must not happen happened: %s", f)
	return f
}

func (b *targets) logged() int64 {
	return b.sum(func(f *front) int64 { return f.logged.bytes.Load() })
}

// check compares what was measured with what the attack promises.
func (x *trial) check() {
	a, f := x.attack, &x.figures
	if limit := cmp.Or(a.heap, defaultHeap) * int64(scale()); f.heap > limit {
		x.violated("the heap grew by %d bytes, expected at most %d", f.heap, limit)
	}
	if limit := cmp.Or(a.work, defaultWork)*f.sent + workPerExchange*f.exchanges; f.work > limit {
		x.violated("%d bytes were allocated, expected at most %d", f.work, limit)
	}
	if limit := cmp.Or(a.response, defaultResponse); f.response > limit {
		x.violated("a response has %d bytes, expected at most %d", f.response, limit)
	}
	if limit := cmp.Or(a.logged, defaultLogged) * max(f.exchanges, 1); f.logged > limit+int64(f.goodCalls)*20 {
		x.violated("%d bytes were logged, expected at most %d", f.logged, limit)
	}
	for status, n := range f.statuses {
		if !slices.Contains(a.statuses, status) {
			x.violated("status %d was sent %d times, expected one of %v", status, n, a.statuses)
		}
	}
	if f.executed != a.executed*int64(scale()) {
		x.violated("%d writes were executed, expected %d", f.executed, a.executed*int64(scale()))
	}
	for _, front := range x.fronts() {
		if front.logged.canaries.Swap(0) > 0 {
			x.violated("a log shows a secret")
		}
	}
}

// violated notes a broken promise, up to a limit.
func (x *trial) violated(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.broken) < 20 {
		x.broken = append(x.broken, fmt.Sprintf(format, args...))
	}
}

// responded notes a response.
func (x *trial) responded(status int, size int64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.figures.statuses[status]++
	x.response = max(x.response, size)
}

// runConnected opens connections and runs f on all of them at once.
func (x *trial) runConnected(n int, at *front, f func(*conn)) {
	var all sync.WaitGroup
	for range n * scale() {
		all.Go(func() {
			c, err := net.Dial("tcp", at.entrance.Addr().String())
			if err != nil {
				x.violated("%v", err)
				return
			}
			defer c.Close()
			x.exchanges.Add(1)
			f(newConn(x, c))
		})
	}
	all.Wait()
}

// settled waits until the server has read what it is going to read.
func (x *trial) settled() {
	arrived := func() int64 { return x.sum(func(f *front) int64 { return f.entrance.arrived.Load() }) }
	for last := int64(-1); last != arrived(); {
		last = arrived()
		time.Sleep(50 * time.Millisecond)
	}
}

// watchHeap returns a function that ends the watch and returns the largest heap.
func watchHeap() func() uint64 {
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		most := uint64(0)
		for tick := time.NewTicker(time.Millisecond); ; {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-stop:
				tick.Stop()
				peak <- most
				return
			case <-tick.C:
			}
		}
	}()
	return func() uint64 { close(stop); return <-peak }
}

// allocated returns the number of bytes that were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// draw returns a random number below n.
func (x *trial) draw(n int) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.rand.IntN(n)
}

// figures is what was measured in one run of an attack.
type figures struct {
	exchanges, requests, sent int64 // connections or calls; requests of clients; bytes
	heap, work                int64 // bytes of heap at the peak; allocated in all
	response                  int64 // bytes of the largest, or of the text of an error
	logged                    int64
	executed                  int64
	statuses                  map[int]int // 0 is a connection that ended without one
	goodCalls                 int         // beside the attack
	p99                       time.Duration
}

func (f *figures) String() string {
	return fmt.Sprintf("%d connections or calls, %d requests, %d bytes sent, heap %s MiB, allocated %s MiB, largest response %d, logged %d, "+
		"executed %d, p99 of good calls %v, statuses %v", f.exchanges, f.requests, f.sent, mebibyte(f.heap), mebibyte(f.work), f.response,
		f.logged, f.executed, f.p99, f.statuses)
}

func mebibyte(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }
