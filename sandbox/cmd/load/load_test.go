package main

import (
	"net/http"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
)

// Each call responds with what was put in.
func TestCalls(t *testing.T) {
	for _, at := range []string{"", filepath.Join(t.TempDir(), "sandbox.db")} {
		box, known := filled(t, at, 50)
		for _, test := range []struct {
			call
			text, contains string
		}{
			{page, "1", `"555-0101"`},
			{read, known[0], `"Name `},
			{search, "Name 7", `"Name 7"`},
			{page, "3", `"Name 49"`},
			{create, "New", `contact_id`},
		} {
			status, body := do(box, test.call, test.text)
			require.Equal(t, http.StatusOK, status, body)
			require.Contains(t, body, test.contains)
		}
	}
}

func filled(t testing.TB, at string, n int) (*simulator.Sandbox, []string) {
	t.Helper()
	s, err := open(at)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	box, err := service(s)
	require.NoError(t, err)
	require.NoError(t, fill(box, n))
	known, err := ids(box, 100)
	require.NoError(t, err)
	return box, known
}

// BenchmarkReads calls the same handler over SQLite and over maps in memory, in turns, and
// reports by how much the one takes longer.
func BenchmarkReads(b *testing.B) {
	const n = 2000
	lite, known := filled(b, filepath.Join(b.TempDir(), "sandbox.db"), n)
	memory, knownThere := filled(b, "", n)
	for _, bench := range []struct {
		call
		text func(known []string, i int) string
	}{
		{read, func(known []string, i int) string { return known[i%len(known)] }},
		{search, func(_ []string, i int) string { return name(i * 37 % n) }},
		{page, func(_ []string, i int) string { return strconv.Itoa(1 + i%50) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var onDisk, inMemory time.Duration
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				do(lite, bench.call, bench.text(known, i))
				middle := time.Now()
				do(memory, bench.call, bench.text(knownThere, i))
				onDisk += middle.Sub(start)
				inMemory += time.Since(middle)
			}
			b.ReportMetric(float64(onDisk.Microseconds())/float64(b.N), "µs/SQLite")
			b.ReportMetric(float64(inMemory.Microseconds())/float64(b.N), "µs/memory")
			b.ReportMetric(float64(onDisk)/float64(inMemory), "ratio")
		})
	}
}
