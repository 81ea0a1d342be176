package simulator_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"example.com/opgen/api"
	"example.com/opgen/sandbox/simulator"
	"example.com/opgen/sandbox/store/memory"
)

// Several sandboxes over one store agree in all that is kept of a world, as several
// processes over one database do.
func TestSharedStore(t *testing.T) {
	shared := simulator.WithStore(new(memory.Store))
	one, two := patients(t, shared), patients(t, shared)
	const add = `{"patient": {"age": 7}}`
	_, body := post(t, one, "/patients/add", add, "Idempotency-Key", "k")
	require.Contains(t, body, "patient-1")
	_, body = post(t, two, "/patients/add", add, "Idempotency-Key", "k")
	require.Contains(t, body, "patient-1", "the key is known")
	_, body = post(t, two, "/patients/add", add)
	require.Contains(t, body, "patient-2", "they count together")

	require.NoError(t, one.SetFaults(t.Context(), "default", api.Fault{Status: 503, Times: 2}))
	for i, s := range []*simulator.Sandbox{two, one, two} {
		status, _ := post(t, s, "/patients/list", `{}`)
		require.Equal(t, []int{503, 503, 200}[i], status, "a fault is met as often as it says")
	}
	noon := time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)
	require.NoError(t, one.SetClock(t.Context(), "default", noon, true))
	now, frozen, err := two.Clock(t.Context(), "default")
	require.NoError(t, err)
	require.True(t, frozen)
	require.Equal(t, noon, now)
	require.NoError(t, one.Snapshot(t.Context(), "default", "s"))
	require.NoError(t, two.Reset(t.Context(), "default"))
	_, body = post(t, one, "/patients/list", `{}`)
	require.Equal(t, `{"ok":true,"data":[]}`, body)
	require.NoError(t, two.Restore(t.Context(), "default", "s"))
	_, body = post(t, one, "/patients/list", `{}`)
	require.Contains(t, body, "patient-2")
}
