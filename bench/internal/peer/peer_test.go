package peer

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"

	"example.com/opgen/internal/testing/random"
)

// Prepare writes all inputs, and the module has the versions of this one.
func TestPrepareWritesAllInputs(t *testing.T) {
	dir := t.TempDir()
	bench, err := filepath.Abs("../..")
	require.NoError(t, err)
	require.NoError(t, Prepare(dir, bench, random.Times(1)))
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	require.NoError(t, err)
	f, err := modfile.Parse("go.mod", text, nil)
	require.NoError(t, err)
	require.Equal(t, Module, f.Module.Mod.Path)
	require.Empty(t, f.Tool)
	for _, p := range All {
		require.FileExists(t, filepath.Join(dir, p.Input), p.Name)
		for _, program := range []string{"run", "client", "server"} {
			require.FileExists(t, filepath.Join(dir, "cmd", p.Name, program, "main.go"))
		}
	}
	var bodies []string
	text, err = os.ReadFile(filepath.Join(dir, "bodies.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &bodies))
	require.Len(t, bodies, 3)
	var large map[string]any
	require.NoError(t, json.Unmarshal([]byte(bodies[2]), &large))
	require.Len(t, large, 39)
}
