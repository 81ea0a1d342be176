package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// figures is what was measured in one run of an attack.
type figures struct {
	exchanges, requests, sent int64 // connections or calls; requests of clients; bytes
	heap, work                int64 // bytes of heap at the peak; allocated in all
	response                  int64 // bytes of the largest
	logged                    int64
	executed                  int64
	statuses                  map[int]int
	goodCalls                 int             // beside the attack
	p99s                      []time.Duration // of them, in each round
}

func (f *figures) String() string {
	return fmt.Sprintf("%d connections or calls, %d bytes sent, heap %s, allocated %s, largest response %d, logged %d, executed %d, statuses %v",
		f.exchanges, f.sent, mebibyte(f.heap), mebibyte(f.work), f.response, f.logged, f.executed, f.statuses)
}

// table holds the figures of attacks, added up over rounds.
type table struct {
	names []string
	rows  map[string]*figures
	runs  map[string]int
}

func (t *table) add(a *attack, f *figures) {
	if t.rows == nil {
		t.rows, t.runs = make(map[string]*figures), make(map[string]int)
	}
	t.runs[a.name]++
	row := t.rows[a.name]
	if row == nil {
		t.names, t.rows[a.name] = append(t.names, a.name), f
		return
	}
	row.exchanges += f.exchanges
	row.requests += f.requests
	row.sent += f.sent
	row.executed += f.executed
	row.heap, row.response = max(row.heap, f.heap), max(row.response, f.response)
	row.work += f.work
	for status, n := range f.statuses {
		row.statuses[status] += n
	}
	row.p99s = append(row.p99s, f.p99s...)
}

func (t *table) print(alone time.Duration) string {
	var b strings.Builder
	const format = "%-52s %7s %8s %9s %9s %9s %9s %8s %6s  %s\n"
	fmt.Fprintf(&b, format, "attack", "times", "requests", "MiB sent", "heap MiB", "MiB alloc", "response", "executed", "p99", "statuses")
	for _, name := range t.names {
		f := t.rows[name]
		fmt.Fprintf(&b, format, name, fmt.Sprint(f.exchanges), fmt.Sprint(f.requests), mebibyte(f.sent), mebibyte(f.heap), mebibyte(f.work),
			fmt.Sprint(f.response), fmt.Sprint(f.executed), ratio(median(f.p99s), alone), statuses(f.statuses))
	}
	b.WriteString("times: connections and streams, or calls; requests: of the calls; heap: the peak; response: bytes of the largest, or of the text of an error;\n" +
		"p99: of good calls beside the attack, as a multiple of that of good calls alone; over several rounds, the median\n")
	return b.String()
}

func statuses(counts map[int]int) string {
	var texts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		name := fmt.Sprint(status)
		if status == 0 {
			name = "none"
		}
		texts = append(texts, fmt.Sprintf("%s x %d", name, counts[status]))
	}
	return strings.Join(texts, ", ")
}

func median(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)/2]
}

func ratio(a, b time.Duration) string {
	if a == 0 || b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(a)/float64(b))
}

func mebibyte(n int64) string { return fmt.Sprintf("%.1f", float64(n)/(1<<20)) }

func mebibytes(heaps []uint64) string {
	shown := heaps
	if len(shown) > 12 {
		shown = append(slices.Clone(heaps[:6]), heaps[len(heaps)-6:]...)
	}
	var texts []string
	for _, h := range shown {
		texts = append(texts, mebibyte(int64(h)))
	}
	return strings.Join(texts, ", ") + " MiB"
}
