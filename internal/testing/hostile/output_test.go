//go:build unix

package hostile

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"example.com/opgen/internal/testing/long"
	"example.com/opgen/internal/testing/random"
)

// TestOutputFolderIsSwapped changes where the output folder leads while gen runs: to
// the module that gen is called in, or to another one. A run decides once. What it
// writes into a module names that module in its import paths, never the other one.
func TestOutputFolderIsSwapped(t *testing.T) {
	gen, dir := builtGen(t), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x.yaml"), []byte(random.Injected("", "x").YAML()), 0o644))
	for _, module := range []string{"a", "b"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, module, "real"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, module, "go.mod"), []byte("module example.org/"+module+"\n"), 0o644))
	}
	stop := make(chan struct{})
	var swapping sync.WaitGroup
	defer swapping.Wait()
	defer close(stop)
	swapping.Go(func() {
		next := filepath.Join(dir, "a", "next")
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Symlink([]string{"real", filepath.Join("..", "b", "real")}[i%2], next)
			_ = os.Rename(next, filepath.Join(dir, "a", "gen"))
		}
	})
	written := map[string]int{}
	for range long.Rounds() {
		for range 60 {
			cmd := exec.Command(gen, "--spec", "../x.yaml")
			cmd.Dir = filepath.Join(dir, "a")
			_ = cmd.Run()
			for _, module := range []string{"a", "b"} {
				folder := filepath.Join(dir, module, "real")
				text, err := os.ReadFile(filepath.Join(folder, "client.go"))
				if err != nil {
					continue
				}
				written[module]++
				require.Contains(t, string(text), `"example.org/`+module+`/real/`, "the code of one module is in the other")
				entries, err := os.ReadDir(folder)
				require.NoError(t, err)
				for _, e := range entries {
					require.NoError(t, os.RemoveAll(filepath.Join(folder, e.Name())))
				}
			}
		}
	}
	require.Len(t, written, 2, "runs write into either folder: %v", written)
}
