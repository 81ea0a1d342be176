package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nobody else can look into the state folder, even if it is older than the sandbox.
func TestStateFolderIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no permissions")
	}
	for _, had := range []os.FileMode{0, 0o755, 0o750, 0o707, 0o700} {
		base := t.TempDir()
		t.Setenv("XDG_STATE_HOME", base)
		dir := filepath.Join(base, "opgen-sandbox")
		if had != 0 {
			require.NoError(t, os.Mkdir(dir, 0o700))
			require.NoError(t, os.Chmod(dir, had))
		}
		got, err := stateFolder()
		require.NoError(t, err)
		require.Equal(t, dir, got)
		info, err := os.Stat(dir)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
	}
}
