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
	line := func(what string, n any) { fmt.Fprintf(&b, "  %-52s %8v\n", what, n) }
	for effect, s := range sorted(x.summary()) {
		fmt.Fprintf(&b, "calls of effect %s\n", effect)
		line("calls", s.calls)
		line("succeeded", s.succeeded)
		line("failed", s.calls-s.succeeded)
		line("failed and were executed, which no client can know", s.unknown)
		line("attempts", s.sent)
		line("calls with repeated attempts", s.repeated)
		line("executions by the service", s.executed)
	}
	b.WriteString("calls with a key\n")
	line("attempts answered with what the first one did", x.payments.replayed.Load())
	line("attempts answered with 409, since one is under way", x.payments.busy.Load())
	line("attempts answered with 422, since the body is another", x.payments.reused.Load())
	line("calls that succeeded after repeated attempts", x.payments.repeated.Load())
	b.WriteString("failures by kind\n")
	for kind, n := range sorted(x.failures) {
		line(kind, n)
	}
	b.WriteString("attempts by fault\n")
	for i, f := range faults {
		line(f.name, x.proxy.injected[i].Load())
	}
	line("connection refused", x.refused.Load())
	b.WriteString("attempts by client\n")
	for i, c := range x.clients {
		line(clientNames[i]+", calls", c.calls.Load())
		line(clientNames[i]+", attempts", c.sent.Load())
		line(clientNames[i]+", attempts with status 200", c.accepted.Load())
	}
	b.WriteString("memory\n")
	for i, bytes := range x.heaps {
		line(fmt.Sprintf("bytes in use after quarter %d", i+1), bytes)
	}
	line("most bytes in use, garbage included", x.maxHeap.Load())
	line("requests whose headers lost the body", x.empty.Load())
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
