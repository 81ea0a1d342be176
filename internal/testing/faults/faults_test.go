// Package faults tests the client against the service across a network whose faults
// are drawn from a fixed seed. The flags -tries and -seed choose others:
//
//	go test -race -v ./internal/testing/faults -tries 100000 -seed 7
package faults

import (
	"bytes"
	"runtime"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
)

// calls is how many calls are made. A few thousand meet each fault.
func calls() int { return long.Tries(3_000, 20_000) }

// TestFaults makes calls of every effect through a proxy that injects faults, and
// prints statistics. No write is executed twice, a successful response belongs to
// its own call and to an executed one, and nothing is left behind.
func TestFaults(t *testing.T) {
	before := runtime.NumGoroutine()
	start := time.Now()
	x := newTrial(t)
	for quarter := range 4 {
		x.makeCalls(len(x.calls)*quarter/4, len(x.calls)*(quarter+1)/4)
		x.heaps = append(x.heaps, heap())
	}
	x.closeIdle()
	requireSoon(t, func() bool { return x.open.Load() == 0 }, "the clients left connections open")
	x.stop(t)
	requireSoon(t, func() bool { return runtime.NumGoroutine() <= before }, "goroutines are left")

	x.checkCalls()
	x.checkHeaps()
	t.Logf("seed %d, %d calls in %v", *long.Seed, len(x.calls), time.Since(start).Round(time.Millisecond))
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
