package simulator_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/memory"
)

// A world whose documents were stored with other kinds is refused until it is reset.
func TestOtherKinds(t *testing.T) {
	text, err := os.ReadFile("../testdata/notes/resources.yaml")
	require.NoError(t, err)
	other := filepath.Join(t.TempDir(), "resources.yaml")
	write := func(before, after string) {
		require.NoError(t,
			os.WriteFile(other, []byte(strings.Replace(string(text), before, after, 1)), 0o600))
	}

	shared := simulator.Options{Store: new(memory.Store)}
	before := notes(t, shared)
	post(t, before, "/v1/notes/add", note)
	require.NoError(t, before.Snapshot(t.Context(), "default", "old"))
	require.NoError(t, notes(t, shared).Check(t.Context(), "default"))

	for _, kind := range []string{"note: {free: true}", "note: {distinct: [/author]}"} {
		write("note: {}", kind)
		require.ErrorContains(t, open(t, "../testdata/notes/operations.yaml", other, shared).Check(t.Context(), "default"), "503 Other kinds", kind)
	}
	write("by: {/author: /author}", "by: {/author: /author}, order: /text")
	s := open(t, "../testdata/notes/operations.yaml", other, shared)
	require.ErrorContains(t, s.Check(t.Context(), "default"), "503 Other kinds")
	for _, call := range []string{"add", "list"} {
		status, body := post(t, s, "/v1/notes/"+call, map[string]string{"add": note, "list": "{}"}[call])
		require.Equal(t, 503, status)
		require.Contains(t, body, `the kinds in resources.yaml have changed since the documents of the world \"default\" were stored; reset the world`)
	}
	require.ErrorContains(t, s.Seed(t.Context(), "default", "", []byte("note: [{id: a}]")), "503")
	require.ErrorContains(t, s.Restore(t.Context(), "default", "old"), "409")
	require.NoError(t, s.SetLatency(t.Context(), "default", 0))
	require.NoError(t, s.Reset(t.Context(), "default"))
	status, body := post(t, s, "/v1/notes/add", note)
	require.Equal(t, 200, status, body)
	status, _ = post(t, before, "/v1/notes/list", "{}")
	require.Equal(t, 503, status)
}

// Only a drop makes room for another world, however long a world was idle.
func TestIdleWorldsStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := notes(t, simulator.Options{Worlds: 1})
		require.NoError(t, s.Snapshot(t.Context(), "a", "old"))
		time.Sleep(48 * time.Hour)
		status, body := post(t, s, "/w/b/v1/notes/list", `{}`)
		require.Equal(t, 503, status)
		require.Contains(t, body, `delete one with \"sandbox drop\"`)
		status, body = post(t, s, "/w/a/v1/notes/list", `{}`)
		require.Equal(t, 200, status, body)
		require.NoError(t, s.Restore(t.Context(), "a", "old"))
		require.NoError(t, s.Drop(t.Context(), "a"))
		status, body = post(t, s, "/w/b/v1/notes/list", `{}`)
		require.Equal(t, 200, status, body)
	})
}

// A restore during a drop finds the snapshot, or there is none.
func TestRestoreDuringDrop(t *testing.T) {
	s := notes(t)
	var drops sync.WaitGroup
	drops.Go(func() {
		for range 5000 {
			s.Snapshot(t.Context(), "a", "s")
			s.Drop(t.Context(), "a")
		}
	})
	for range 5000 {
		if err := s.Restore(t.Context(), "a", "s"); err != nil {
			require.ErrorContains(t, err, "404")
		}
	}
	drops.Wait()
}

// The limit also applies to concurrent new worlds.
func TestManyWorldsAtOnce(t *testing.T) {
	s := notes(t, simulator.Options{Worlds: 5})
	var calls sync.WaitGroup
	for i := range 200 {
		calls.Go(func() { post(t, s, fmt.Sprintf("/w/w%d/v1/notes/list", i), `{}`) })
	}
	calls.Wait()
	worlds, err := s.Worlds(t.Context())
	require.NoError(t, err)
	require.Len(t, worlds, 6)
}

// A reset keeps the place of a world during concurrent calls and requests for new worlds.
func TestResetKeepsItsPlace(t *testing.T) {
	s := notes(t, simulator.Options{Worlds: 1})
	failed := make(chan error, 4)
	done := make(chan struct{})
	status, _ := post(t, s, "/w/a/v1/notes/list", `{}`)
	require.Equal(t, 200, status)
	var others sync.WaitGroup
	others.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				post(t, s, "/w/b/v1/notes/list", `{}`)
			}
		}
	})
	var work sync.WaitGroup
	for _, f := range []func() error{
		func() error { return s.Reset(t.Context(), "a") },
		func() error { return s.SetLatency(t.Context(), "a", 0) },
		func() error { return s.Seed(t.Context(), "a", "", []byte("note: [{author: x, text: y}]")) },
		func() error { _, err := s.Settings(t.Context(), "a"); return err },
	} {
		work.Go(func() {
			for range 200 {
				if err := f(); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	work.Wait()
	close(done)
	others.Wait()
	close(failed)
	for err := range failed {
		require.NoError(t, err)
	}
}

// The total latency of a world and a fault is limited.
func TestWaitsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := notes(t)
		require.NoError(t, s.SetLatency(t.Context(), "default", 30*time.Second))
		require.NoError(t, s.SetFaults(t.Context(), "default", api.Fault{Latency: 30 * time.Second}))
		start := time.Now()
		status, body := post(t, s, "/v1/notes/list", `{}`)
		require.Equal(t, 200, status, body)
		require.Equal(t, 30*time.Second, time.Since(start))
	})
}
