package faults

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.com/opgen/api"
)

// summary counts the outcomes of the calls of one effect.
type summary struct{ calls, succeeded, sent, repeated, executed, unknown int }

func (x *trial) summary() map[api.Effect]*summary {
	all := make(map[api.Effect]*summary)
	for number := range x.calls {
		r, effect := &x.calls[number], planOf(number).operation.effect
		s := all[effect]
		if s == nil {
			s = new(summary)
			all[effect] = s
		}
		s.calls++
		s.sent += int(r.sent)
		s.executed += int(r.executed.Load())
		if r.sent > 1 {
			s.repeated++
		}
		switch {
		case r.succeeded:
			s.succeeded++
		case r.executed.Load() > 0:
			s.unknown++
		}
	}
	return all
}

// figures holds the statistics of the trial.
func (x *trial) figures() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	for effect, s := range sorted(x.summary()) {
		line("effect %s: %+v; unknown: failed and were executed, which no client can know", effect, *s)
	}
	s := &x.payments
	line("attempts with a key: %d replayed, %d with 409 during the first one, %d with 422 for another body; %d calls succeeded after repetitions",
		s.replayed.Load(), s.busy.Load(), s.reused.Load(), s.repeated.Load())
	line("failures: %v", x.failures)
	for i, f := range faults {
		line("attempts with the fault %q: %d", f.name, x.proxy.injected[i].Load())
	}
	line("refused connections: %d; requests whose headers lost the body: %d", x.refused.Load(), x.empty.Load())
	for i, c := range x.clients {
		line("client that %s: %d calls, %d attempts, %d with status 200", clientNames[i], c.calls.Load(), c.sent.Load(), c.accepted.Load())
	}
	line("bytes in use after each quarter: %v; at most, with garbage: %d", x.heaps, x.maxHeap.Load())
	return b.String()
}

// sorted yields the entries of a map in the order of its keys.
func sorted[K ~string, V any](m map[K]V) func(func(K, V) bool) {
	return func(yield func(K, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
