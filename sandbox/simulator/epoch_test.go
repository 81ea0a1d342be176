package simulator_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/memory"
)

// books opens a sandbox whose lists have cursors of all kinds.
func books(t *testing.T, o ...simulator.Options) *simulator.Sandbox {
	archive, err := txtar.ParseFile("../internal/engine/testdata/pages.txtar")
	require.NoError(t, err)
	folder := t.TempDir()
	for _, f := range archive.Files[:2] {
		require.NoError(t, os.WriteFile(filepath.Join(folder, f.Name), f.Data, 0o600))
	}
	return open(t, filepath.Join(folder, "operations.yaml"),
		filepath.Join(folder, "resources.yaml"), o...)
}

// Cursors from before a reset, a restore or a drop are refused, also by other processes, since they
// would select other documents. New cursors are accepted.
func TestCursorsEndWithTheirEpoch(t *testing.T) {
	shared := simulator.Options{Store: new(memory.Store)}
	one, two := books(t, shared), books(t, shared)
	const world = "/w/library"
	add := func(s *simulator.Sandbox) {
		for i := range 5 {
			status, body := post(t, s, world+"/books/add", fmt.Sprintf(`{"title": "t%d"}`, i))
			require.Equal(t, 200, status, body)
		}
	}
	lists := []struct{ begin, next string }{{"scrolled",
		"scrolled"}, {"ordered", "ordered"}, {"search", "search_on"}}
	cursors := func(s *simulator.Sandbox) (all []string) {
		for _, list := range lists {
			_, body := post(t, s, world+"/books/"+list.begin, `{"size": 2}`)
			var page struct{ Data struct{ Next string } }
			require.NoError(t, json.Unmarshal([]byte(body), &page))
			require.NotEmpty(t, page.Data.Next, body)
			all = append(all, page.Data.Next)
		}
		return all
	}
	goOn := func(s *simulator.Sandbox, cursors []string, want int) {
		t.Helper()
		for i, list := range lists {
			status, body := post(t, s, world+"/books/"+list.next, fmt.Sprintf(`{"cursor": %q}`, cursors[i]))
			require.Equal(t, want, status, "%s %s %s", list.next, cursors[i], body)
		}
	}
	add(one)
	before := cursors(one)
	goOn(two, before, 200)
	require.NoError(t, one.Snapshot(t.Context(), "library", "s"))
	for _, again := range []func() error{
		func() error { return two.Reset(t.Context(), "library") },
		func() error { return two.Restore(t.Context(), "library", "s") },
	} {
		require.NoError(t, again())
		add(two)
		goOn(one, before, 422)
		goOn(two, before, 422)
		now := cursors(two)
		goOn(one, now, 200)
		before = now
	}
	require.NoError(t, two.Drop(t.Context(), "library"))
	add(one)
	goOn(one, before, 422)
	status, body := post(t, one, world+"/books/scrolled", `{"cursor": "0"}`)
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `"title":"t0"`, "zero is the start")
}

// A reset forgets idempotency keys, also for other processes.
func TestKeysEndWithTheirEpoch(t *testing.T) {
	shared := simulator.Options{Store: new(memory.Store)}
	one, two := patients(t, shared), patients(t, shared)
	status, body := post(t, one, "/patients/add", `{"patient": {"age": 7}}`, "Idempotency-Key", "k")
	require.Equal(t, 200, status, body)
	require.NoError(t, two.Reset(t.Context(), "default"))
	status, body = post(t, one, "/patients/add", `{"patient": {"age": 8}}`, "Idempotency-Key", "k")
	require.Equal(t, 200, status, body)
	require.Contains(t, body, `"age":8`)
}
