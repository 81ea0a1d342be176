package main

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/internal/history"
	"example.com/opgen/sandbox/internal/postgres"
)

var (
	calls = flag.Int("calls", 3000, "how many calls the tests of histories make")
	seed  = flag.Uint64("seed", 1, "the seed of what they call")
)

// Calls of eight clients take effect one after another, even while sandboxes are killed: of one with
// SQLite, and of two that share PostgreSQL, whose server is killed, too.
func TestHistoriesAreLinearizable(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Run("SQLite", func(t *testing.T) {
		judge(t, filepath.Join(t.TempDir(), "sandbox.db"), 1, func() {})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		server := postgres.Start(t)
		judge(t, server.Database(t), 2, func() { server.Kill(t); server.Run(t) })
	})
}

// judge calls sandboxes that share a database, kills one of them again and again, and has the
// recorded history judged. Every tenth time, it crashes the server of the database, too.
func judge(t *testing.T, at string, processes int, crash func()) {
	files := []string{"--spec", file(t, "operations.yaml"), "--resources", file(t, "resources.yaml")}
	start := func() *started {
		s, err := launch(t.TempDir(), t.TempDir(), append(files, "--db", at)...)
		require.NoError(t, err)
		t.Cleanup(func() { s.Kill(); <-s.ended })
		return s
	}
	running := make([]atomic.Pointer[started], processes)
	for i := range running {
		running[i].Store(start())
	}
	r := &history.Recorder{Calls: *calls, Seed: *seed, Address: func(client int) string {
		return running[client%processes].Load().address
	}}
	recorded := make(chan struct{})
	var histories history.Histories
	var failed error
	go func() {
		defer close(recorded)
		histories, failed = r.Record()
	}()

	killed := 0
	for ; killed < *kills; killed++ {
		next := int64(*calls * (killed + 1) / (*kills + 1))
		for r.Done.Load() < next {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(rand.N(5 * time.Millisecond))
		if killed%10 == 0 {
			crash()
		}
		slot := &running[killed%processes]
		require.NoError(t, slot.Load().Kill())
		slot.Store(start())
	}
	<-recorded
	require.NoError(t, failed)
	found := histories.Anomalies()
	require.Empty(t, strings.Join(found, "\n"))
	t.Logf("%d calls of %d registers, %d kills, %d lost responses, no anomaly",
		*calls, len(histories), killed, r.Unknown.Load())
}

// file returns the path of a file of the service that is judged.
func file(t *testing.T, name string) string {
	path, err := filepath.Abs(filepath.Join("testdata/registers", name))
	require.NoError(t, err)
	return path
}
