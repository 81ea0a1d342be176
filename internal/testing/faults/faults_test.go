// Package faults tests the client against the service across a network whose faults
// are drawn from a fixed seed. The flags -calls and -seed choose others:
//
//	go test -race -v ./internal/testing/faults -calls 100000 -seed 7
package faults

import (
	"bytes"
	"flag"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
)

var calls = flag.Int("calls", 20_000, "how many calls are made; a few thousand meet each fault")

// TestFaults makes calls of every effect through a proxy that injects faults, and
// prints statistics. No write is executed twice, a successful response belongs to
// its own call and to an executed one, and nothing is left behind.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("many calls; run without -short")
	}
	before := runtime.NumGoroutine()
	start := time.Now()
	x := newTrial(t)
	for quarter := range 4 {
		x.makeCalls(*calls*quarter/4, *calls*(quarter+1)/4)
		x.heaps = append(x.heaps, heap())
	}
	x.closeIdle()
	requireSoon(t, func() bool { return x.open.Load() == 0 }, "the clients left connections open")
	x.stop(t)
	requireSoon(t, func() bool { return runtime.NumGoroutine() <= before }, "goroutines are left")

	x.checkCalls()
	x.checkHeaps()
	t.Logf("seed %d, %d calls in %v, goroutines %d before and %d after\n%s",
		*long.Seed, *calls, time.Since(start).Round(time.Millisecond), before, runtime.NumGoroutine(), x.figures())
	require.Empty(t, x.broken, "what must not happen happened")
}

// heap returns the number of bytes in use, without those in pools.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // objects in a pool survive one collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// requireSoon waits for a condition. Its limit is long, so that a busy machine does
// not make it fail.
func requireSoon(t *testing.T, done func() bool, otherwise string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			var stacks bytes.Buffer
			pprof.Lookup("goroutine").WriteTo(&stacks, 1)
			require.Fail(t, otherwise, stacks.String())
		}
	}
}
