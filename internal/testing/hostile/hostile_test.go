// Package hostile attacks what this repository makes, as an outsider does: a service
// and clients over sockets, and the command gen by large files. During an attack, other
// callers make good calls and get the right responses. The flag -long repeats the attacks, with more connections each:
//
//	go test -v ./internal/testing/hostile -long 10m
package hostile

import (
	"flag"
	"io"
	"log"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
)

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetOutput(io.Discard) // net/http logs unexpected bytes
	os.Exit(m.Run())
}

// attack is one attack and the limits that it must not exceed. A limit of 0 is the default.
type attack struct {
	name string
	run  func(*trial)

	heap     int64 // bytes of heap above those in use before, times scale
	work     int64 // bytes allocated for each byte that the attacker sent, beside workPerExchange
	response int64 // bytes of one response, or of the text of one error
	logged   int64 // bytes written to logs for each response
	statuses []int // of responses; 0 is a connection that ended without one
	executed int64 // writes that run, exactly
}

const (
	defaultHeap     = 48 << 20
	defaultWork     = 64
	defaultResponse = 16 << 10
	defaultLogged   = 16 << 10
	workPerExchange = 256 << 10 // buffers of a connection at both ends
)

// scale is the factor for the connections of an attack.
func scale() int {
	if *long.Duration > 0 {
		return 4
	}
	return 1
}

// runAttacks runs attacks, all of them once or as long as the flag says, and logs
// what was measured.
func runAttacks(t *testing.T, attacks []attack) {
	long.SkipUnlessFull(t, "many connections")
	before := runtime.NumGoroutine()
	b := newTargets(t)
	t.Logf("good calls without an attack: p99 %v", b.goodCallsAlone())
	heaps := []uint64{heap()}
	for round := range long.Rounds() {
		for i := range attacks {
			t.Run(attacks[i].name, func(t *testing.T) { t.Log(b.try(t, &attacks[i], round)) })
		}
		heaps = append(heaps, heap())
		t.Logf("round %d: heap %s MiB", round, mebibyte(int64(heaps[len(heaps)-1])))
	}
	b.stop(t)
	requireSoon(t, func() bool { return runtime.NumGoroutine() <= before }, "goroutines are left")
	requireNoLeaks(t)
	require.Less(t, heaps[len(heaps)-1], heaps[1]+heapSlack, "the heap grows with each round")
}

// heapSlack is the difference that is allowed between two idle moments. The idle timer
// of net/http keeps a closed connection of HTTP/2 for two minutes.
const heapSlack = 16 << 20

// heap returns the number of bytes in use, without those in pools.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // objects in a pool survive one collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// requireNoLeaks checks that no goroutine waits for what nothing can send or unlock anymore. The
// number of goroutines does not show that if others ended meanwhile. Go 1.26 cannot tell.
func requireNoLeaks(t *testing.T) {
	t.Helper()
	profile := pprof.Lookup("goroutineleak")
	if profile == nil {
		t.Logf("%s has no profile of leaked goroutines", runtime.Version())
		return
	}
	var stacks strings.Builder
	require.NoError(t, profile.WriteTo(&stacks, 1)) // also finds the leaks that Count returns
	require.Zero(t, profile.Count(), stacks.String())
}

// requireSoon waits for a condition. Its limit is long, so that a busy machine does
// not make it fail.
func requireSoon(t *testing.T, done func() bool, otherwise string) {
	t.Helper()
	if !soon(done) {
		require.Fail(t, otherwise, stacks())
	}
}

// soon reports whether a condition comes true.
func soon(done func() bool) bool {
	for end := time.Now().Add(patience); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// patience is longer than anything takes that ends by itself, also on a busy machine.
const patience = 5 * time.Minute

func stacks() string {
	b := make([]byte, 1<<20)
	return string(b[:runtime.Stack(b, true)])
}
